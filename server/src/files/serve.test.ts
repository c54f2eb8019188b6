import { expect, it } from 'vitest';
import { rangeIn } from './serve.ts';

it.each([
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=44-47', { from: 44, to: 47 }],
  ['bytes=90-1000', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  // The whole is served: none of the file's, several, and what is no range.
  ['bytes=100-', null],
  ['bytes=-0', null],
  ['bytes=9-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['pages=1-2', null],
  ['bytes=1e3-', null],
  ['', null],
  [undefined, null],
])('of a file of 100 bytes %s is %o', (header, range) => {
  expect(rangeIn(header, 100)).toEqual(range);
  expect(rangeIn(header, 0)).toBeNull();
});
