import { expect, it } from 'vitest';
import { Problem } from './problem.ts';
import { rateLimit } from './rate-limit.ts';

function limited() {
  let time = 0;
  const limit = rateLimit({ perSecond: 2, burst: 5 }, () => time);
  const took = (key: string, times: number) =>
    Array.from({ length: times }, () => {
      try {
        limit.take(key);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
        return false;
      }
    }).filter(Boolean).length;
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { took, pass, limit };
}

it('lets a burst through, then as much as comes back with time', () => {
  const { took, pass } = limited();
  expect(took('a', 20)).toBe(5);
  pass(1000);
  expect(took('a', 20)).toBe(2);
  pass(60_000);
  expect(took('a', 20)).toBe(5);
});

it('counts each for itself, and says how long to wait', () => {
  const { took, limit } = limited();
  expect(took('a', 6)).toBe(5);
  expect(took('b', 6)).toBe(5);
  expect(() => limit.take('a')).toThrowError(expect.objectContaining({ key: 'ERROR_TOO_MANY_REQUESTS', params: { seconds: 1 } }));
});

it('takes what a thing costs, and lets one through that costs more than there are', () => {
  const { took, pass, limit } = limited();
  limit.take('a', 7);
  expect(took('a', 1)).toBe(0);
  pass(1500);
  expect(took('a', 9)).toBe(1);
});

it('looks without taking', () => {
  const { took, limit } = limited();
  for (let n = 0; n < 20; n++) limit.check('a');
  expect(took('a', 20)).toBe(5);
  expect(() => limit.check('a')).toThrowError(expect.objectContaining({ key: 'ERROR_TOO_MANY_REQUESTS' }));
});
