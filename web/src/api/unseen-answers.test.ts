import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boundUnseenAnswers } from './unseen-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const client = new QueryClient();
const held = () =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey: [name] }) => name);
/** Looks at an answer until what it gives is called. */
const look = (name: number) => {
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: async () => name });
  return observer.subscribe(() => undefined);
};
async function glance(name: number): Promise<void> {
  const leave = look(name);
  await vi.advanceTimersByTimeAsync(2);
  leave();
}

it('keeps the newest of those that nobody looks at, and each that somebody does', async () => {
  const end = boundUnseenAnswers(client.getQueryCache(), 3);
  const stays = look(0);
  for (const name of [1, 2, 3, 4, 5]) await glance(name);
  expect(held()).toEqual([0, 1, 2, 3, 4, 5]);
  // What the next room looks at as well.
  const again = look(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(held()).toEqual([0, 1, 3, 4, 5]);
  stays();
  again();
  await vi.advanceTimersByTimeAsync(1000);
  expect(held()).toHaveLength(3);
  end();
  await glance(6);
  await vi.advanceTimersByTimeAsync(1000);
  expect(held()).toHaveLength(4);
});
