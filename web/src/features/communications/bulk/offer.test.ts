import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishWork } from '../../../session/unfinished.ts';
import { during, goOn, makeOffer, pause, settle, undo, useShown } from './offer.ts';

const page = new EventTarget();
const done: string[] = [];
const offer = (name: string, lasts = 6000) =>
  makeOffer({
    says: [{ key: 'BULK_UNDO' }],
    lasts,
    undo: async () => void done.push(`${name} undone`),
    lapse: async (isClosing) => void done.push(isClosing ? `${name} in haste` : name),
  });

beforeAll(() => {
  Object.assign(globalThis, { window: page });
  vi.useFakeTimers();
});
beforeEach(async () => {
  await settle();
  done.length = 0;
});
afterAll(async () => {
  await settle();
  vi.useRealTimers();
});

describe('what can be undone', () => {
  it('is done when its time is over, and not before', () => {
    offer('A');
    vi.advanceTimersByTime(5999);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['A']);
    expect(useShown.getState().shown).toBeNull();
  });

  it('is not done when it is undone, and once at most', () => {
    offer('A');
    undo();
    undo();
    page.dispatchEvent(new Event('pagehide'));
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['A undone']);
  });

  it('waits while somebody points at it, and has the rest of its time afterwards', () => {
    offer('A');
    vi.advanceTimersByTime(4000);
    pause();
    pause();
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual([]);
    goOn();
    goOn();
    vi.advanceTimersByTime(1999);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['A']);
  });

  it('is done at once when another is offered, when the page is closed, and before somebody signs out', async () => {
    offer('A');
    offer('B');
    expect(done).toEqual(['A']);
    page.dispatchEvent(new Event('pagehide'));
    expect(done).toEqual(['A', 'B in haste']);
    offer('C');
    await finishWork();
    expect(done).toEqual(['A', 'B in haste', 'C']);
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['A', 'B in haste', 'C']);
  });
});

it('whoever leaves is waited for until what is being done is done, and what is said of it goes', async () => {
  let end = () => {};
  const work = new Promise<void>((go) => {
    end = go;
  });
  const shown = during({ key: 'BULK_UNDO' }, work);
  let left = false;
  const leaving = finishWork().then(() => {
    left = true;
  });
  offer('A');
  await vi.advanceTimersByTimeAsync(100);
  expect([left, useShown.getState().shown?.is]).toEqual([false, 'offer']);
  end();
  await Promise.all([shown, leaving]);
  expect([left, useShown.getState().shown?.is]).toEqual([true, 'offer']);
});
