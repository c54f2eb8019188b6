import { expect, test } from 'vitest';
import { swipeOf } from './swipe.ts';

const from = { x: 200, y: 300, at: 0 };

test('a finger drawn to a side is a swipe to that side', () => {
  expect(swipeOf(from, { x: 300, y: 310, at: 200 }, 390)).toBe('right');
  expect(swipeOf(from, { x: 100, y: 290, at: 200 }, 390)).toBe('left');
});

test.each([
  ['scrolls down', from, { x: 270, y: 380, at: 200 }],
  ['moves a little', from, { x: 250, y: 300, at: 200 }],
  ['marks text slowly', from, { x: 300, y: 300, at: 900 }],
  ['begins at the left edge', { ...from, x: 10 }, { x: 200, y: 300, at: 200 }],
  ['begins at the right edge', { ...from, x: 385 }, { x: 200, y: 300, at: 200 }],
])('a finger that %s is none', (_, start, end) => {
  expect(swipeOf(start, end, 390)).toBeNull();
});
