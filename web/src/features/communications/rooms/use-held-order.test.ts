import { expect, test } from 'vitest';
import { heldOrder } from './use-held-order.ts';

test('free, the order is the true one', () => {
  expect(heldOrder(['a', 'b'], ['c', 'a'], false)).toEqual({ ids: ['c', 'a'], fresh: 0, isBehind: false });
});

test('held, no row moves, comes or goes; what came is counted', () => {
  expect(heldOrder(['a', 'b', 'c'], ['x', 'c', 'a'], true)).toEqual({ ids: ['a', 'b', 'c'], fresh: 1, isBehind: true });
  expect(heldOrder(['a', 'b', 'c'], ['b', 'a', 'c'], true)).toEqual({ ids: ['a', 'b', 'c'], fresh: 0, isBehind: true });
});

test('held, a row that left is no reason to say that the order changed', () => {
  expect(heldOrder(['a', 'b', 'c'], ['a', 'c'], true)).toEqual({ ids: ['a', 'b', 'c'], fresh: 0, isBehind: false });
});

test('nothing shown yet, there is nothing to hold', () => {
  expect(heldOrder([], ['a'], true)).toEqual({ ids: ['a'], fresh: 0, isBehind: false });
});

test('a room that only went to another list is not counted as new', () => {
  expect(heldOrder(['waiting:a', 'mine:b'], ['mine:a', 'mine:b', 'mine:c'], true)).toMatchObject({ fresh: 1 });
});
