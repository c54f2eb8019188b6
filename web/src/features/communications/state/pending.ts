import {
  BY_CLOCK,
  type ChannelType,
  type EmailWriting,
  type Mention,
  type Quote,
  type RoomEvent,
  type SendAnswer,
  type UploadedFile,
} from '@parley/contract';
import { expectChange } from './order.ts';
import type { Context } from './room-record.ts';
import { type CommunicationsState, withEntry, withRecord } from './state.ts';

/** Something I sent, from the key press until the stored event takes its place in the list. */
export interface PendingSend {
  readonly clientMessageId: string;
  readonly roomId: string;
  readonly kind: 'Text' | 'Note';
  /** Of a Text: the channel it goes out on. */
  readonly channelId: string | null;
  /** Of what kind that channel is, which says how the message goes: after a reload it goes before its room is read. */
  readonly channelType?: ChannelType;
  /** Empty where a file goes without words. */
  readonly text: string;
  readonly file: UploadedFile | null;
  /** Of an e-mail: further files, which go with it; and whom it goes to, its subject and its looks. */
  readonly more?: readonly UploadedFile[];
  readonly email?: EmailWriting;
  /** To a customer, where the account lets messages be taken back. */
  readonly canBeUndone?: boolean;
  /** Among colleagues: what it answers to, and who is named in it. */
  readonly quote?: Quote;
  readonly mentions?: readonly Mention[];
  /** To a customer: the place of the highest event that its writer had seen, where they had seen any (contract: `seenByWriter`). */
  readonly seenSeq?: number | undefined;
  readonly createdAt: string;
  /** stored: the server has it, and its event is on the way. held: the server has it, and sends it when it can be taken back no more. failed: it was refused; `reason` is a key of the catalogue. */
  readonly status: 'sending' | 'held' | 'stored' | 'failed';
  readonly reason: string | null;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Whether the stored event takes the place of this send: it bears its id, that of what was held says that the clock sent it. */
export const isConfirmedBy = ({ clientMessageId: id }: PendingSend, event: RoomEvent, me: string): boolean =>
  (event.clientMessageId === id || event.clientMessageId === `${BY_CLOCK}${id}`) && event.origin.type === 'USER' && event.origin.id === me;

/** It was not sent, since a colleague had answered what its writer has not seen: they are asked. */
export const isAsked = ({ status, reason }: PendingSend): boolean => status === 'failed' && reason === 'COLLEAGUE_ANSWERED';

const withSends = (state: CommunicationsState, roomId: string, sends: readonly PendingSend[]): CommunicationsState => ({
  ...state,
  pending: withEntry(state.pending, roomId, sends.length === 0 ? undefined : sends),
});

const changeSend = (state: CommunicationsState, roomId: string, id: string, change: (send: PendingSend) => PendingSend) => {
  const sends = state.pending.get(roomId) ?? [];
  return withSends(
    state,
    roomId,
    sends.map((send) => (send.clientMessageId === id ? change(send) : send)),
  );
};

/** A send leaves the composer. The same client message id again (a retry) keeps its place. */
export function startSend(state: CommunicationsState, send: PendingSend): CommunicationsState {
  const sends = state.pending.get(send.roomId) ?? [];
  const known = sends.some((other) => other.clientMessageId === send.clientMessageId);
  return known ? changeSend(state, send.roomId, send.clientMessageId, () => send) : withSends(state, send.roomId, [...sends, send]);
}

/**
 * The server has it. When the room is held beyond that change, so is its event (a repeated send may be answered long
 * after). Otherwise the event is on its way; if it does not come in time, the room is read.
 */
export function answerSend(
  state: CommunicationsState,
  roomId: string,
  clientMessageId: string,
  answer: SendAnswer,
  dueAt: number,
): CommunicationsState {
  const record = state.rooms.get(roomId);
  if (record !== undefined && answer.change <= record.room.change) return dropSend(state, roomId, clientMessageId);
  const next = changeSend(state, roomId, clientMessageId, (send) => ({ ...send, status: 'stored', reason: null, params: {} }));
  return record === undefined ? next : withRecord(next, roomId, expectChange(record, answer.change, dueAt));
}

/** The server keeps it until it can be taken back no more; then its event takes its place. */
export const holdSend = (state: CommunicationsState, roomId: string, clientMessageId: string): CommunicationsState =>
  changeSend(state, roomId, clientMessageId, (send) => ({ ...send, status: 'held', reason: null, params: {} }));

/** It was refused: it stays in the list with the reason and its text, until it is sent again or taken away. */
export function failSend(
  state: CommunicationsState,
  roomId: string,
  clientMessageId: string,
  reason: string,
  params: PendingSend['params'],
): CommunicationsState {
  return changeSend(state, roomId, clientMessageId, (send) => ({ ...send, status: 'failed', reason, params }));
}

/**
 * What goes to a customer behind something of which its writer is asked, on the same channel, is asked about with it: else the customer would read
 * first what was written last.
 * @param goes whether a send is still to go
 */
export function holdBehindAsked(state: CommunicationsState, roomId: string, goes: (send: PendingSend) => boolean): CommunicationsState {
  const sends = state.pending.get(roomId) ?? [];
  return sends.reduce((next, send, at) => {
    const asked = goes(send) && sends.slice(0, at).find((one) => isAsked(one) && one.channelId === send.channelId);
    return asked ? failSend(next, roomId, send.clientMessageId, 'COLLEAGUE_ANSWERED', asked.params) : next;
  }, state);
}

export function dropSend(state: CommunicationsState, roomId: string, clientMessageId: string): CommunicationsState {
  const sends = state.pending.get(roomId) ?? [];
  return withSends(
    state,
    roomId,
    sends.filter((send) => send.clientMessageId !== clientMessageId),
  );
}

/** Takes away what these stored events have taken the place of. */
export function confirmSends(
  state: CommunicationsState,
  roomId: string,
  events: readonly RoomEvent[],
  { me }: Context,
): CommunicationsState {
  const sends = state.pending.get(roomId);
  if (sends === undefined) return state;
  const open = sends.filter((send) => !events.some((event) => isConfirmedBy(send, event, me)));
  return open.length === sends.length ? state : withSends(state, roomId, open);
}
