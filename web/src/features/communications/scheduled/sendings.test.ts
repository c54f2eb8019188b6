import type { ScheduledMessage } from '@parley/contract';
import { expect, test } from 'vitest';
import { idOfPart } from '../state/part-ids.ts';
import { answerTo, askedAbout, isBehind, type Sending, sendingsOf, untilOf } from './sendings.ts';

const FIRST = '0193a1de-0000-7000-8000-000000000001';
const OTHER = '0193a1de-0000-7000-8000-000000000002';
const message = (clientMessageId: string, more: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
  id: `row of ${clientMessageId}`,
  roomId: 'room',
  channelId: 'channel',
  author: { id: 'me', name: 'Dora' },
  isAuthorGone: false,
  clientMessageId,
  text: '',
  files: [],
  sendAt: '2026-11-02T08:00:10.000Z',
  timezone: 'UTC',
  isUndo: true,
  unlessCustomerWrites: false,
  startsConversation: false,
  state: 'WAITING',
  reason: null,
  version: 1,
  ...more,
});
const idsOf = (messages: readonly ScheduledMessage[]) =>
  sendingsOf(messages).map((parts) => parts.map(({ clientMessageId }) => clientMessageId));

test('words and files that were sent at once are one sending, in their order, in whichever they are told', () => {
  const parts = [0, 1, 2, 10].map((place) => idOfPart(FIRST, place));
  const [first, second, third, last] = parts.map((id) => message(id)) as [
    ScheduledMessage,
    ScheduledMessage,
    ScheduledMessage,
    ScheduledMessage,
  ];
  expect(idsOf([last, third, message(OTHER), first, second])).toEqual([parts, [OTHER]]);
});

test('what waits for a time that was chosen, or waits no more, is none; nor are others’ words one’s own', () => {
  const [words, file] = [idOfPart(FIRST, 0), idOfPart(FIRST, 1)];
  expect(idsOf([message(words, { isUndo: false }), message(file, { state: 'SENT' })])).toEqual([]);
  expect(idsOf([message(words), message(file, { author: { id: 'other', name: 'Emil' } })])).toEqual([[words], [file]]);
});

test('what a colleague has answered above is asked about together where it was sent together, and can be taken back no more', () => {
  const asked = { state: 'FAILED', reason: 'COLLEAGUE_ANSWERED', answer: { name: 'Emil', seq: 7 } } as const;
  const [words, file] = [idOfPart(FIRST, 0), idOfPart(FIRST, 1)];
  const all = [message(file, asked), message(OTHER), message(words, asked), message('third', { state: 'FAILED', reason: 'OTHER' })];
  expect(askedAbout(all).map((parts) => parts.map(({ clientMessageId }) => clientMessageId))).toEqual([[words, file]]);
  expect(idsOf(all)).toEqual([[OTHER]]);
});

test('of several on a channel the first is decided first, whatever is asked on another; told is the newest answer of which any part is asked', () => {
  const asked = (seq: number) => ({ state: 'FAILED', reason: 'COLLEAGUE_ANSWERED', answer: { name: 'Emil', seq } }) as const;
  const [words, file] = [idOfPart(FIRST, 0), idOfPart(FIRST, 1)];
  const elsewhere = message('third', { ...asked(7), channelId: 'other channel' });
  const all = askedAbout([message(words, asked(9)), message(file, asked(7)), elsewhere, message(OTHER, asked(7))]);
  expect(all.map((sending) => isBehind(sending, all))).toEqual([false, false, true]);
  expect(answerTo(all[0] as Sending)).toEqual({ name: 'Emil', seq: 9 });
});

test('it can be taken back until the first of it goes; an id that is too long for a part makes none', () => {
  const parts = [message(idOfPart(FIRST, 0)), message(idOfPart(FIRST, 1), { sendAt: '2026-11-02T08:00:09.000Z' })];
  expect(sendingsOf(parts).map(untilOf)).toEqual(['2026-11-02T08:00:09.000Z']);
  expect(idOfPart('a'.repeat(64), 1)).toHaveLength(36);
});
