import { expect, test } from 'vitest';
import { type Staying, stayingIn, stayingOnceShown } from './staying.ts';

const none: Staying = { list: 'mine unread', roomId: null };
const open = (before: Staying, roomId: string | null, shown: readonly string[], list = none.list) =>
  stayingOnceShown(stayingIn(before, list, roomId), roomId, shown);

test('the room that was opened in a list stays in it until another is opened, also once it is closed', () => {
  const opened = open(none, 'a', ['a', 'b']);
  expect(opened.roomId).toBe('a');
  expect(open(opened, 'a', ['b']).roomId).toBe('a');
  expect(open(opened, null, ['b']).roomId).toBe('a');
  expect(open(opened, 'b', ['a', 'b']).roomId).toBe('b');
  expect(open(opened, 'c', ['b']).roomId).toBeNull();
});

test('another list, or the same with other filters, begins anew; a room that it never had does not come into it', () => {
  const opened = open(none, 'a', ['a', 'b']);
  expect(open(opened, 'a', ['b'], 'all unread').roomId).toBeNull();
  expect(open(none, 'c', ['a', 'b']).roomId).toBeNull();
});
