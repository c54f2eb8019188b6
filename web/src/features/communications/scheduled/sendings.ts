import type { ScheduledMessage } from '@parley/contract';
import type { useText } from '../../../text.ts';
import { draftWords } from '../room/room-words.ts';
import { partOf } from '../state/part-ids.ts';

/** What was sent at once and can be taken back: words and files, each a message of its own. At least one, in their order. */
export type Sending = readonly [ScheduledMessage, ...ScheduledMessage[]];

const nameOf = ({ roomId, channelId, author, clientMessageId }: ScheduledMessage): string =>
  [roomId, channelId, author.id, partOf(clientMessageId).first].join(' ');
const placeOf = ({ clientMessageId }: ScheduledMessage): number => partOf(clientMessageId).place;

const together = (messages: readonly ScheduledMessage[]): readonly Sending[] =>
  [...Map.groupBy(messages, nameOf).values()].map(
    (parts) => parts.toSorted((a, b) => placeOf(a) - placeOf(b)) as [ScheduledMessage, ...ScheduledMessage[]],
  );

/** What can be taken back among these, together where it was sent together, in the order in which it goes. */
export const sendingsOf = (messages: readonly ScheduledMessage[]): readonly Sending[] =>
  together(messages.filter(({ isUndo, state }) => isUndo && state === 'WAITING'));

/** A colleague has answered since it was sent: its writer is asked whether it is to go all the same. */
export const isAskedAbout = ({ answer }: ScheduledMessage): boolean => answer !== undefined;

/** What its writer is asked about among these, together where it was sent together. */
export const askedAbout = (messages: readonly ScheduledMessage[]): readonly Sending[] => together(messages.filter(isAskedAbout));

/** The newest answer of which its writer is asked. */
export const answerTo = (sending: Sending): ScheduledMessage['answer'] =>
  sending.flatMap(({ answer }) => answer ?? []).toSorted((a, b) => b.seq - a.seq)[0];

/** Whether its writer is asked about another of theirs before it on its channel: that goes first, or not at all. */
export const isBehind = (sending: Sending, all: readonly Sending[]): boolean =>
  all.slice(0, all.indexOf(sending)).some(([before]) => before.channelId === sending[0].channelId);

/** What it says in one line. */
export const sendingWords = (sending: Sending, say: ReturnType<typeof useText>): string =>
  sending.map((part) => draftWords(part, say)).join(', ');

/** Until when all of it can be taken back. */
export const untilOf = (sending: Sending): string => sending.map(({ sendAt }) => sendAt).toSorted()[0] ?? sending[0].sendAt;
