import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Counting, startCounting } from './counting.ts';

/** What browsers do between the windows of one origin. */
class Channel {
  static readonly open = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close(): void {
    Channel.open.delete(this);
  }
}
const locks = new Map<string, Promise<unknown>>();
const request = (name: string, work: () => Promise<unknown>) => {
  const next = (locks.get(name) ?? Promise.resolve()).then(work);
  locks.set(name, next);
  return next;
};
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const show = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('document', page);
});
const open: Counting[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.stop();
  show('visible');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function windowOf(me: string) {
  const views = { content: [], all: null };
  const ask = vi.fn(async () => views);
  const heard = vi.fn();
  const counting = startCounting({ me, ask, heard });
  open.push(counting);
  return { ask, heard, ...counting };
}
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('of the windows of one person one has the views counted, and all are told; another person’s are not', async () => {
  const mine = [windowOf('me'), windowOf('me'), windowOf('me')];
  const other = windowOf('other');
  for (const one of mine) one.roomsChanged();
  await passes(4900);
  expect(mine.flatMap(({ ask }) => ask.mock.calls)).toEqual([]);
  await passes(5000);
  expect(mine.flatMap(({ ask }) => ask.mock.calls).length).toBe(1);
  for (const { heard } of mine) expect(heard).toHaveBeenCalledTimes(1);
  expect([other.ask.mock.calls.length, other.heard.mock.calls.length]).toEqual([0, 0]);
});

test('they do not ask in the same moment, and a changed view is asked for sooner than numbers', async () => {
  const moments = new Set<number>();
  for (let person = 0; person < 9; person += 1) {
    const one = windowOf(`person ${person}`);
    one.ask.mockImplementation(async () => {
      moments.add(Date.now());
      return { content: [], all: null };
    });
    one.roomsChanged();
    one.viewsChanged();
  }
  await passes(1600);
  expect(moments.size).toBeGreaterThan(5);
});

test('what nobody looks at is not counted; looked at again it is, once', async () => {
  const one = windowOf('me');
  show('hidden');
  one.roomsChanged();
  await passes(60_000);
  expect(one.ask).not.toHaveBeenCalled();
  show('visible');
  await passes(0);
  expect(one.ask).toHaveBeenCalledTimes(1);
  show('hidden');
  show('visible');
  await passes(60_000);
  expect(one.ask).toHaveBeenCalledTimes(1);
});

test('what changes while it is being counted is counted again, and so is what could not be', async () => {
  const one = windowOf('me');
  one.ask.mockImplementationOnce(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    one.roomsChanged();
    return { content: [], all: null };
  });
  one.viewsChanged();
  await passes(20_000);
  expect(one.ask).toHaveBeenCalledTimes(2);
  one.ask.mockRejectedValueOnce(new Error('not reached'));
  one.roomsChanged();
  await passes(20_000);
  one.lineIsBack();
  await passes(20_000);
  expect(one.ask).toHaveBeenCalledTimes(4);
});
