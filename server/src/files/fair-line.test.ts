import { expect, it } from 'vitest';
import { fairLine } from './fair-line.ts';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

it('lets groups take turns, and within a group its owners, one piece of work at a time', async () => {
  const line = fairLine();
  const done: string[] = [];
  let atOnce = 0;
  const work = (name: string) => async () => {
    expect(++atOnce).toBe(1);
    await tick();
    atOnce--;
    done.push(name);
  };
  const many = ['v1', 'v2', 'v3'].flatMap((owner) => [1, 2].map((n) => line({ group: 'visitors', owner }, work(`${owner}.${n}`))));
  await Promise.all([
    ...many,
    line({ group: 'users', owner: 'elena' }, work('elena')),
    line({ group: 'visitors', owner: 'v4' }, work('v4')),
  ]);
  expect(done[0]).toBe('v1.1');
  // Not behind the six that came before her, and the fourth visitor not behind the second pictures of the others.
  expect(done.indexOf('elena')).toBeLessThanOrEqual(2);
  expect(done.indexOf('v4')).toBeLessThan(done.indexOf('v2.2'));
  expect(done).toHaveLength(8);
});

it('gives each its own result, and goes on after a failure', async () => {
  const line = fairLine();
  const failed = line({ group: 'a', owner: 'x' }, () => Promise.reject(new Error('broken')));
  const fine = line({ group: 'a', owner: 'x' }, async () => 7);
  await expect(failed).rejects.toThrow('broken');
  expect(await fine).toBe(7);
  expect(await line({ group: 'a', owner: 'x' }, async () => 8)).toBe(8);
});
