import type { RoomEvent } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outgoing } from '../../../realtime/socket.ts';
import { saySeen } from './say-seen.ts';
import { watchForSeen } from './seen-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what stands on the screen', () => {
  let isLookedAt = true;
  const begin = () => {
    isLookedAt = true;
    const said: boolean[] = [];
    return {
      said,
      ...watchForSeen(
        () => {},
        (attentive) => said.push(attentive),
        () => isLookedAt,
      ),
    };
  };

  it('is seen once it has stood, not while it passes by', async () => {
    const { said, look } = begin();
    for (let step = 0; step < 5; step++) {
      look();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(said).toEqual([true]);
  });

  it('is said at once when it is left before, and once', async () => {
    const { said, look, leave } = begin();
    await vi.advanceTimersByTimeAsync(1000);
    look();
    await vi.advanceTimersByTimeAsync(20);
    // The window loses the focus, and only then is asked.
    isLookedAt = false;
    leave();
    leave();
    expect(said).toEqual([true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(said).toEqual([true]);
  });

  it('is not seen in a room that is left as soon as it was opened, nor where nobody looked', async () => {
    const walked = begin();
    walked.look();
    await vi.advanceTimersByTimeAsync(100);
    walked.leave();
    const unseen = begin();
    await vi.advanceTimersByTimeAsync(1000);
    isLookedAt = false;
    unseen.look();
    unseen.leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect([walked.said, unseen.said]).toEqual([[], []]);
  });
});

it('a Seen that no connection has brought is said with the next one, the last of each room and kind, until it is answered', () => {
  let isOpen = true;
  let answers: Array<() => void> = [];
  let told: string[] = [];
  const openings: Array<() => void> = [];
  const line = {
    tell: (frame: Outgoing, answered?: () => void) => {
      if (!isOpen) return false;
      told.push((frame.payload as { roomEventId: string }).roomEventId);
      answers.push(answered ?? (() => {}));
      return true;
    },
    onOpen: (callback: (opened: { first: boolean; atOnce: boolean; afterError: boolean }) => void) => {
      openings.push(() => callback({ first: false, atOnce: false, afterError: false }));
      return () => {};
    },
  };
  const reopen = () => {
    [told, answers] = [[], []];
    isOpen = true;
    for (const opening of openings) opening();
  };
  const event = (id: string, privateMessage = false) => ({ id, eventData: { privateMessage } }) as RoomEvent;
  const say = (roomId: string, one: RoomEvent) => saySeen(line, roomId, one);
  expect([say('a', event('a1')), say('a', event('a2')), say('a', event('note', true)), say('b', event('b1'))]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  // The second of a room waits for the answer to the first.
  expect(told).toEqual(['a1', 'note', 'b1']);
  answers[2]?.();
  isOpen = false;
  expect(say('c', event('c1'))).toBe(false);
  reopen();
  expect(told).toEqual(['a2', 'note', 'c1']);
  for (const answered of answers) answered();
  reopen();
  expect(told).toEqual([]);
});

it('of many of one room that a slow server does not answer, one is under way and the last one follows', () => {
  const told: string[] = [];
  const answers: Array<() => void> = [];
  const line = {
    tell: (frame: Outgoing, answered?: () => void) => {
      told.push((frame.payload as { roomEventId: string }).roomEventId);
      answers.push(answered ?? (() => {}));
      return true;
    },
    onOpen: () => () => {},
  };
  for (let n = 1; n <= 500; n++) saySeen(line, 'a', { id: `a${n}`, eventData: { privateMessage: false } } as RoomEvent);
  expect(told).toEqual(['a1']);
  answers[0]?.();
  expect(told).toEqual(['a1', 'a500']);
  answers[1]?.();
  saySeen(line, 'a', { id: 'a501', eventData: { privateMessage: false } } as RoomEvent);
  expect(told).toEqual(['a1', 'a500', 'a501']);
});
