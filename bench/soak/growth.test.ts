import { expect, it } from 'vitest';
import { growthOf } from './growth.ts';

const bounds = [
  { name: 'memory', times: 1.05, least: 5 },
  { name: 'timers', times: 1, least: 3 },
];
const run = (memory: (at: number) => number, timers: (at: number) => number) =>
  growthOf(
    Array.from({ length: 40 }, (_, at) => ({ memory: memory(at), timers: timers(at) })),
    bounds,
  ).map(({ name, isFlat }) => [name, isFlat]);

it('is told of what rises to the end, and not of what warms up or wavers', () => {
  expect(
    run(
      (at) => 100 + at,
      (at) => 10 + at,
    ),
  ).toEqual([
    ['memory', false],
    ['timers', false],
  ]);
  expect(
    run(
      (at) => Math.min(200, 100 + 20 * at),
      (at) => 10 + (at % 3),
    ),
  ).toEqual([
    ['memory', true],
    ['timers', true],
  ]);
  expect(
    run(
      (at) => (at % 7 === 0 ? 500 : 100),
      () => 10,
    ),
  ).toEqual([
    ['memory', true],
    ['timers', true],
  ]);
});

it('is not told of a run that is too short to say', () => {
  expect(() => growthOf([], bounds)).toThrow('0 readings are too few');
});
