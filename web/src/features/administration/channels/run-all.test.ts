import { expect, it } from 'vitest';
import { type RunSoFar, runAll } from './run-all.ts';

it('runs every page of what is kept, says how far it is, and how many stayed', async () => {
  const kept = ['9', '8', '7', '6', '5'];
  const ran: string[] = [];
  const told: RunSoFar[] = [];
  const page = async (after: string | undefined) => {
    const rest = after === undefined ? kept : kept.filter((id) => id < after);
    return { content: rest.slice(0, 2).map((id) => ({ id })), last: rest.length <= 2 };
  };
  const run = async (id: string) => {
    ran.push(id);
    // Somebody else has run the eighth already.
    return id === '8' ? null : id !== '6';
  };
  expect(await runAll(page, run, (soFar) => told.push(soFar))).toEqual({ released: 3, stayed: 1 });
  expect(ran).toEqual(kept);
  expect(told.length).toBe(5);
});

it('ends where nothing is kept', async () => {
  expect(
    await runAll(
      async () => ({ content: [], last: true }),
      Promise.reject,
      () => {},
    ),
  ).toEqual({ released: 0, stayed: 0 });
});
