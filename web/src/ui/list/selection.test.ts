import { expect, it } from 'vitest';
import { rowsBetween } from './selection.ts';

const order = ['a', 'b', 'c', 'd'];

it('takes the rows between two, in either direction', () => {
  expect(rowsBetween(order, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rowsBetween(order, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(rowsBetween(order, 'c', 'c')).toEqual(['c']);
});

it('takes the row alone where nothing was chosen before, or that row has left the page', () => {
  expect(rowsBetween(order, null, 'c')).toEqual(['c']);
  expect(rowsBetween(order, 'gone', 'c')).toEqual(['c']);
});
