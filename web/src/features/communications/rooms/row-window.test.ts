import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInView, startsOf, topFor } from './row-window.ts';

const heights = fc.array(fc.integer({ min: 20, max: 70 }), { minLength: 1, maxLength: 300 });
const views = fc.record({ top: fc.integer({ min: 0, max: 20_000 }), height: fc.integer({ min: 1, max: 1500 }) });

test('a heading and two rows begin one under the other', () => {
  expect(startsOf([26, 60, 60])).toEqual([0, 26, 86, 146]);
  expect(startsOf([])).toEqual([0]);
});

test('rows in view are drawn with some spare ones on both sides', () => {
  const starts = startsOf(Array.from({ length: 1000 }, () => 60));
  expect(rowsInView(starts, { top: 0, height: 600 })).toEqual({ from: 0, to: 19 });
  expect(rowsInView(starts, { top: 30_000, height: 600 })).toEqual({ from: 492, to: 519 });
  expect(rowsInView(starts, { top: 59_400, height: 600 })).toEqual({ from: 982, to: 1000 });
});

test('an empty list draws nothing', () => {
  expect(rowsInView(startsOf([]), { top: 0, height: 600 })).toEqual({ from: 0, to: 0 });
});

test('whatever part of a row is in view, the row is drawn', () => {
  fc.assert(
    fc.property(heights, views, (all, view) => {
      const starts = startsOf(all);
      const { from, to } = rowsInView(starts, view);
      const inView = all.flatMap((height, row) => {
        const start = starts[row] ?? 0;
        return start < view.top + view.height && start + height > view.top ? [row] : [];
      });
      expect(inView.filter((row) => row < from || row >= to)).toEqual([]);
    }),
  );
});

test('a row that is wholly in view moves nothing, another one comes to the nearer edge', () => {
  const starts = startsOf([60, 60, 60, 60, 60]);
  expect(topFor(starts, 1, { top: 30, height: 150 })).toBe(30);
  expect(topFor(starts, 0, { top: 30, height: 150 })).toBe(0);
  expect(topFor(starts, 4, { top: 30, height: 150 })).toBe(150);
  expect(topFor(starts, 9, { top: 30, height: 150 })).toBe(30);
});

test('after the move the row is in view, or its beginning where it is higher than the list', () => {
  fc.assert(
    fc.property(heights, views, fc.nat(), (all, view, any) => {
      const row = any % all.length;
      const starts = startsOf(all);
      const top = topFor(starts, row, view);
      const [start, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
      if (end - start > view.height) expect(top).toBe(start);
      else expect(start >= top && end <= top + view.height).toBe(true);
    }),
  );
});
