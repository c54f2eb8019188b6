import type { VisitorHistory } from '@parley/contract/entities/visitor';
import type { VisitorEvent } from '@parley/contract/frames/visitor';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from './api.ts';
import { reading } from './reading.ts';
import { type ChatState, chatReducer, newChat, noConversation } from './state/chat-state.ts';

const said = (channelSeq: number): VisitorEvent => ({
  id: `0192b7a0-0000-7000-8000-${String(channelSeq).padStart(12, '0')}`,
  channelSeq,
  createdAt: '2026-11-28T10:00:00.000Z',
  from: 'AGENT',
  name: 'Elena',
  text: `Answer ${channelSeq}`,
  file: null,
  clientMessageId: null,
  status: 'SENT',
});

/** A chat beside a server on which `events` were said; `times` is when it was asked, in whole seconds. */
function chat(fails: Answer<never> | null = null) {
  const events: VisitorEvent[] = [];
  const times: number[] = [];
  const is = { online: false, ended: 0, secret: 'secret' as string | null, fails };
  let state: ChatState = newChat;
  const began = Date.now();
  const history = async (): Promise<Answer<VisitorHistory>> => {
    times.push(Math.round((Date.now() - began) / 1000));
    const page = {
      content: [...events],
      last: true,
      lastChannelSeq: events.length,
      conversation: noConversation,
      now: '2026-11-28T10:00:00.000Z',
    };
    return is.fails ?? { is: 'ok', value: page };
  };
  const read = reading(
    { history },
    {
      secret: () => is.secret,
      online: () => is.online,
      state: () => state,
      dispatch: (action) => {
        state = chatReducer(state, action);
      },
      ended: () => {
        is.ended += 1;
      },
    },
  );
  return { read, is, events, times, state: () => state };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('reads ever later while no socket stands, and closer again once something is said', async () => {
  const { read, events, times, state } = chat();
  void read.newest();
  await vi.advanceTimersByTimeAsync(110_000);
  expect(times).toEqual([0, 3, 9, 21, 45, 75, 105]);
  events.push(said(1));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(state().events.map(({ text }) => text)).toEqual(['Answer 1']);
  expect(times.slice(7)).toEqual([135, 138]);
  read.soon();
  await vi.advanceTimersByTimeAsync(3000);
  expect(times.at(-1)).toBe(143);
});

it('reads once where a socket brings what comes next, and again only when that could not be read', async () => {
  const { read, is, times } = chat({ is: 'broken', retryAfter: 7000 });
  is.online = true;
  void read.newest();
  await vi.advanceTimersByTimeAsync(8000);
  is.fails = null;
  await vi.advanceTimersByTimeAsync(60_000);
  read.soon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times).toEqual([0, 7, 14]);
});

it('obeys a server that asks for patience, and ends with the session', async () => {
  const { read, is, times } = chat({ is: 'broken', retryAfter: 20_000 });
  void read.newest();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(times).toEqual([0, 20, 40]);
  is.fails = { is: 'ended' };
  await vi.advanceTimersByTimeAsync(300_000);
  expect([times.length, is.ended]).toEqual([4, 1]);
});

it('stops when the session is left', async () => {
  const { read, is, times } = chat();
  void read.newest();
  await vi.advanceTimersByTimeAsync(1000);
  is.secret = null;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(times).toEqual([0]);
});
