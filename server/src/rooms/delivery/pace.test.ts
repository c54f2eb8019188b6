import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('lets one second’s worth go at once and then keeps the rate, each application by itself', () => {
  const pace = createPace();
  const goes = (now: number, application = 'a') => pace.reserve(application, 5, now) === 0;
  const atOnce = Array.from({ length: 20 }, () => goes(10_000)).filter(Boolean).length;
  expect(atOnce).toBeGreaterThanOrEqual(5);
  expect(atOnce).toBeLessThanOrEqual(6);
  expect(goes(10_000, 'b')).toBe(true);
  let went = 0;
  for (let now = 10_001; now <= 20_000; now += 10) if (goes(now)) went++;
  expect(went).toBeGreaterThanOrEqual(49);
  expect(went).toBeLessThanOrEqual(51);
});

it('says how long to wait, and takes nothing while it waits', () => {
  const pace = createPace();
  while (pace.reserve('a', 2, 1000) === 0);
  const wait = pace.reserve('a', 2, 1000);
  expect(pace.reserve('a', 2, 1000)).toBe(wait);
  expect(pace.reserve('a', 2, 1000 + wait)).toBe(0);
});

it('counts what is under way', () => {
  const pace = createPace();
  for (const application of ['a', 'a', 'b']) pace.begin(application);
  pace.end('b');
  pace.end('a');
  expect([...pace.underWay()]).toEqual([['a', 1]]);
});

it('does not slow what names no rate', () => {
  const pace = createPace();
  for (let count = 0; count < 1000; count++) expect(pace.reserve('a', null, 0)).toBe(0);
});
