import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { createNotes } from './notes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('writes the first down at once, and then every few seconds how often it happened since, each end by itself', async () => {
  const written: [string, number][] = [];
  const note = createNotes(async ({ channelApplicationId }, count) => written.push([channelApplicationId, count]), openLog('silent'));
  const at = (channelApplicationId: string) => note({ accountId: 'account', channelApplicationId });
  at('shop');
  at('shop');
  at('shop');
  at('help');
  expect(written).toEqual([
    ['shop', 1],
    ['help', 1],
  ]);
  vi.advanceTimersByTime(6000);
  at('shop');
  expect(written.at(-1)).toEqual(['shop', 3]);
});
