import { expect, test } from 'vitest';
import { type Staying, stayingIn, stayingOnceShown } from './staying.ts';

const none: Staying = { list: 'mine unread', rows: [] };
const open = (before: Staying, roomId: string | null, shown: readonly string[], list = none.list) =>
  stayingOnceShown(stayingIn(before, list, roomId), roomId, shown);

test('the room that was opened in a list stays in it until another is opened, also once it is closed', () => {
  const opened = open(none, 'a', ['a', 'b']);
  expect(opened.rows).toEqual(['a']);
  expect(open(opened, 'a', ['b']).rows).toEqual(['a']);
  expect(open(opened, null, ['b']).rows).toEqual(['a']);
  expect(open(opened, 'b', ['a', 'b']).rows).toEqual(['b']);
  expect(open(opened, 'a', ['mine:a.1']).rows).toEqual(['a', 'a.1']);
  expect(open(opened, 'c', ['b']).rows).toEqual([]);
});

test('another list, or the same with other filters, begins anew; a room that it never had does not come into it', () => {
  const opened = open(none, 'a', ['a', 'b']);
  expect(open(opened, 'a', ['b'], 'all unread').rows).toEqual([]);
  expect(open(none, 'c', ['a', 'b']).rows).toEqual([]);
});
