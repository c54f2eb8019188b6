import { FILE_NAME_LIMIT } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition, displayName } from './file-name.ts';

describe('the name of a file', () => {
  it.each([
    ['оферта № 5 (копие).pdf', 'оферта № 5 (копие).pdf'],
    ['a/../../b.pdf', 'b.pdf'],
    ['C:\\Users\\ana\\снимка.jpg', 'снимка.jpg'],
    ['CON.txt', 'CON.txt'],
    ['Test-ä.txt', 'Test-ä.txt'],
    ['и\u0306ога.txt', 'и\u0306ога.txt'],
    ['снимка\u202egpj.exe', 'снимкаgpj.exe'],
    ['one\r\ntwo"three.txt', 'onetwo"three.txt'],
    ['\u0000', 'file'],
    ['..', 'file'],
    ['folder/', 'file'],
    ['  ', 'file'],
    ['\ud800x', '\ufffdx'],
    ['Ж'.repeat(255), 'Ж'.repeat(255)],
    [`${'Ж'.repeat(296)}.txt`, `${'Ж'.repeat(251)}.txt`],
    ['a'.repeat(300), 'a'.repeat(255)],
  ])('%j is shown as %j', (given, shown) => {
    expect(displayName(given)).toBe(shown);
  });

  it('whatever is given, stays within its bounds and without what cannot be seen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (given) => {
        const name = displayName(given);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(FILE_NAME_LIMIT);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e]/u);
        expect(displayName(name)).toBe(name);
      }),
    );
  });
});

describe('Content-Disposition', () => {
  it('tells any name twice: to old programs and to all others', () => {
    expect(contentDisposition('attachment', 'резюме "1".docx')).toBe(
      `attachment; filename="______ _1_.docx"; filename*=UTF-8''%D1%80%D0%B5%D0%B7%D1%8E%D0%BC%D0%B5%20%221%22.docx`,
    );
    expect(contentDisposition('inline', "it's (1)*.png")).toBe(
      `inline; filename="it's (1)*.png"; filename*=UTF-8''it%27s%20%281%29%2A.png`,
    );
  });

  it('is one header of plain letters, from which the name can be read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (given) => {
        const name = displayName(given);
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/);
        expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
      }),
    );
  });
});
