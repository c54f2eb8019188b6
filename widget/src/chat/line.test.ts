import type { VisitorSendAnswer } from '@parley/contract/frames/visitor';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Unsent } from '../link/messages.ts';
import type { Answer } from './api.ts';
import { sendingLine } from './line.ts';

const OK: Answer<VisitorSendAnswer> = { is: 'ok', value: { eventId: 'e', channelSeq: 1, createdAt: '2026-11-02T10:00:00.000Z' } };
const BROKEN: Answer<VisitorSendAnswer> = { is: 'broken', retryAfter: null };

/** A visitor's outbox on one side; on the other a way that takes 100 ms and gives the answers that are laid out for it. */
function outbox(answerTo: (text: string) => Answer<VisitorSendAnswer>) {
  const waiting: Unsent[] = [];
  const stored: string[] = [];
  const tried: string[] = [];
  let ended = false;
  const line = sendingLine({
    next: () => (ended ? undefined : waiting[0]),
    deliver: ({ text }) =>
      new Promise((answer) => {
        tried.push(text);
        setTimeout(() => answer(answerTo(text)), 100);
      }),
    answered({ text }, { is }) {
      if (is === 'ok') stored.push(text);
      if (is === 'ended') ended = true;
      if (is === 'ok' || is === 'refused') waiting.shift();
    },
  });
  return {
    ...line,
    stored,
    tried,
    say(text: string) {
      waiting.push({ clientMessageId: text, text, file: null });
      void line.go();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the sending line', () => {
  it('sends what was written without a connection before what is written after it', async () => {
    let online = false;
    const { say, hurry, stored } = outbox(() => (online ? OK : BROKEN));
    for (const text of ['1', '2', '3', '4']) say(text);
    await vi.advanceTimersByTimeAsync(3000);
    online = true;
    hurry();
    say('5');
    await vi.advanceTimersByTimeAsync(50);
    say('6');
    await vi.advanceTimersByTimeAsync(1000);
    expect(stored).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('keeps the order whatever breaks when, and loses nothing', async () => {
    const step = fc.oneof(fc.constant('say'), fc.constant('hurry'), fc.constant('break'), fc.constant('mend'), fc.nat({ max: 4000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let online = true;
        let said = 0;
        const { say, hurry, stored } = outbox(() => (online ? OK : BROKEN));
        for (const one of steps) {
          if (one === 'say') say(String(said++));
          else if (one === 'hurry') hurry();
          else if (typeof one === 'number') await vi.advanceTimersByTimeAsync(one);
          else online = one === 'mend';
        }
        online = true;
        await vi.advanceTimersByTimeAsync(60_000);
        expect(stored).toEqual(Array.from({ length: said }, (_, at) => String(at)));
      }),
      { numRuns: 100 },
    );
  });

  it('goes on behind a message that was refused for good', async () => {
    const { say, stored } = outbox((text) => (text === 'bad' ? { is: 'refused' } : OK));
    for (const text of ['one', 'bad', 'two']) say(text);
    await vi.advanceTimersByTimeAsync(1000);
    expect(stored).toEqual(['one', 'two']);
  });

  it('tries again by itself, later each time, and not before the server wants it', async () => {
    let answer: Answer<VisitorSendAnswer> = BROKEN;
    const { say, tried, stored } = outbox(() => answer);
    say('a');
    await vi.advanceTimersByTimeAsync(450);
    expect(tried).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4000);
    expect(tried.length).toBeGreaterThanOrEqual(3);
    expect(tried.length).toBeLessThanOrEqual(4);
    answer = { is: 'broken', retryAfter: 60_000 };
    await vi.advanceTimersByTimeAsync(10_000);
    const before = tried.length;
    answer = OK;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(tried).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(stored).toEqual(['a']);
  });

  it('tries at once when the way is free again, also when a try is just failing', async () => {
    let online = false;
    const { say, hurry, stored } = outbox(() => (online ? OK : BROKEN));
    say('a');
    await vi.advanceTimersByTimeAsync(20_000);
    hurry();
    await vi.advanceTimersByTimeAsync(50);
    hurry();
    await vi.advanceTimersByTimeAsync(51);
    online = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(stored).toEqual(['a']);
  });

  it('stops when the session is over, and takes up with the new one', async () => {
    let session = 'over';
    const waiting: Unsent[] = [{ clientMessageId: 'a', text: 'a', file: null }];
    let stopped = false;
    const { go, hurry } = sendingLine({
      next: () => (stopped ? undefined : waiting[0]),
      deliver: async () => (session === 'over' ? { is: 'ended' } : OK),
      answered(_message, { is }) {
        if (is === 'ended') stopped = true;
        else waiting.shift();
      },
    });
    await go();
    expect(waiting).toHaveLength(1);
    session = 'new';
    stopped = false;
    hurry();
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting).toEqual([]);
  });
});
