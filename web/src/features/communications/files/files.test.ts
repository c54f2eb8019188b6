import { describe, expect, test } from 'vitest';
import { sentName } from '../../../files/upload-file.ts';
import { happen, newWorld } from '../state/room-world.testing.ts';
import { droppedFiles, pastedFiles } from './brought-files.ts';
import { messageFile, picturesOf } from './event-file.ts';
import { nameParts } from './file-name.ts';
import { pictureBox } from './picture-box.ts';

const file = (name: string, type: string) => new File(['x'], name, { type });
const pasted = (files: File[], texts: Record<string, string>) =>
  pastedFiles({
    files: files as unknown as FileList,
    types: [...Object.keys(texts), ...(files.length > 0 ? ['Files'] : [])],
    getData: (type) => texts[type] ?? '',
  });

describe('what is pasted', () => {
  const picture = file('image.png', 'image/png');

  test('a picture of the screen, and one of a page, are files', () => {
    expect(pasted([picture], {})).toEqual([picture]);
    expect(pasted([picture], { 'text/html': '<img src="x">' })).toEqual([picture]);
  });

  test('words of an office program are words, whatever picture of them comes along', () => {
    expect(pasted([picture], { 'text/plain': 'a\tb', 'text/html': '<table>' })).toEqual([]);
  });

  test('files of a file manager are files, although their names come as words', () => {
    const document = file('оферта.pdf', 'application/pdf');
    expect(pasted([document], { 'text/plain': 'оферта.pdf' })).toEqual([document]);
    expect(pasted([], { 'text/plain': 'words' })).toEqual([]);
  });
});

test('folders among what is dropped are left out and counted', () => {
  const one = file('a.txt', 'text/plain');
  const item = (kind: string, isDirectory: boolean) =>
    ({ kind, getAsFile: () => one, webkitGetAsEntry: () => ({ isDirectory }) }) as unknown as DataTransferItem;
  const items = [item('file', false), item('file', true), item('string', false)] as unknown as DataTransferItemList;
  expect(droppedFiles({ items })).toEqual({ files: [one], folders: 1 });
});

describe('names', () => {
  test('a long one keeps its end, by whole letters', () => {
    const long = `${'много дълго име '.repeat(6)}№ 5 (копие).pdf`;
    const [head, tail] = nameParts(long);
    expect(head + tail).toBe(long);
    expect(tail).toBe(' (копие).pdf');
    expect(nameParts('кратко.pdf')).toEqual(['кратко.pdf', '']);
    const decomposed = `${'и\u0306'.repeat(40)}.txt`;
    expect(nameParts(decomposed)[1]).toBe(`${'и\u0306'.repeat(8)}.txt`);
  });

  test('one that turns the direction of writing is shown as it is', () => {
    expect(nameParts('photo\u202egpj.exe').join('')).toBe('photogpj.exe');
  });

  test('one that is too long for the server loses its middle', () => {
    const sent = sentName(`${'ж'.repeat(300)}.docx`);
    expect(sent.length).toBe(255);
    expect(sent.endsWith('…docx') || sent.endsWith('….docx')).toBe(true);
    expect(sentName('a.txt')).toBe('a.txt');
    expect(sentName('')).toBe('file');
  });
});

describe('the place of a picture', () => {
  const box = (imageWidth: number | null, imageHeight: number | null) => pictureBox({ imageWidth, imageHeight });

  test('has its proportion, and is no larger than the picture', () => {
    expect(box(1600, 1200)).toEqual({ width: 320, height: 240, fit: 'cover' });
    expect(box(600, 1200)).toEqual({ width: 140, height: 280, fit: 'cover' });
    expect(box(200, 100)).toEqual({ width: 200, height: 100, fit: 'cover' });
  });

  test('of a tiny one or of one all length can still be hit', () => {
    expect(box(16, 16)).toEqual({ width: 96, height: 64, fit: 'none' });
    expect(box(20_000, 10)).toEqual({ width: 320, height: 64, fit: 'cover' });
    expect(box(1, 16_000)).toEqual({ width: 96, height: 280, fit: 'cover' });
    expect(box(0, 0)).toEqual({ width: 96, height: 64, fit: 'none' });
  });
});

test('the pictures of a room are those of its messages that are pictures', () => {
  const from = 'customer' as const;
  const { events } = [
    { kind: 'customerSays' as const, text: 'hello' },
    { kind: 'fileComes' as const, from, isNote: false, isPicture: true, isComing: false, text: null },
    { kind: 'fileComes' as const, from, isNote: false, isPicture: false, isComing: false, text: 'the offer' },
  ].reduce((world, next) => happen(world, next).world, newWorld());
  expect(events.map((event) => messageFile(event)?.isPicture ?? null)).toEqual([null, true, false]);
  expect(picturesOf(events).map(({ mediaType }) => mediaType)).toEqual(['image/png']);
});
