import type { RoomEvent } from '@parley/contract';
import { exampleCall, exampleEmail } from '@parley/contract/fixtures/emails';
import { expect, test } from 'vitest';
import { faceHeight } from './face-height.ts';

const heightOf = (eventData: object) => faceHeight({ eventData: { message: null, ...eventData } } as unknown as RoomEvent);
const saying = (text: string) => ({ message: { type: 'TEXT', text } });

test('a call is higher by its words and by its recording', () => {
  const silent = { ...exampleCall, recordingFileId: null };
  expect(heightOf({ call: silent })).toBe(44);
  expect(heightOf({ call: silent, ...saying('Asked') })).toBe(72);
  expect(heightOf({ call: silent, ...saying('Asked\n\nfor the lamp') })).toBe(112);
  expect(heightOf({ call: exampleCall })).toBe(142);
});

test('an e-mail is as high as its looks until they are measured, or as what it says, and by its files', () => {
  expect(heightOf({ email: { ...exampleEmail, attachments: [] } })).toBe(214);
  expect(heightOf({ email: exampleEmail })).toBe(270);
  expect(heightOf({ email: { ...exampleEmail, multipartContent: false, content: 'a'.repeat(69), attachments: [] } })).toBe(94);
});

test('what is as high as its words keeps no place, and what is not whole breaks nothing', () => {
  expect(heightOf(saying('Hello'))).toBe(0);
  expect(heightOf({ message: { type: 'IMAGE', text: null, fileState: 'COMING' } })).toBe(40);
  expect(heightOf({ email: {} })).toBe(46);
  expect(heightOf({ call: {} })).toBe(44);
});
