import { displayName } from '../files/index.ts';
import { announce } from '../platform/announce.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { conversationStarted } from './announcements.ts';
import type { AnnouncedFile } from './channel-port.ts';
import type { RoomsDeps } from './deps.ts';
import type { Draft, Judged } from './draft.ts';
import type { specialContent } from './inbound/special-content.ts';
import { eventOfKey, requireRepeated } from './repeated-send.ts';
import { settleRoomState } from './room-state.ts';
import { inRooms, type RoomWork, roomWork } from './work.ts';

/** What a customer wrote, on a channel whose contact has a room. */
export interface Incoming {
  accountId: string;
  roomId: string;
  contactChannelId: string;
  contactId: string;
  /** As colleagues read it; null for a visitor who gave no name. */
  contactName: string | null;
  text: string | null;
  /** An upload of the customer's, and what it is shown as. */
  file?: Draft['file'] & { kind: 'IMAGE' | 'FILE' };
  /** Where it is more than words and files: what it says instead. */
  special?: ReturnType<typeof specialContent>;
  /** The client's or the provider's id of the message: the same one is stored once. */
  clientMessageId: string;
}

/**
 * Stores a customer's message as one event. It joins the unresolved conversation that its channel is in; without one a
 * new conversation is started and announced, and whoever routes takes it from there (domain: rooms and conversations).
 * @param mayBegin asked with the room locked before a conversation is started; throws where none may be
 * @returns where it was stored, also when the same message came before; the refusal of its file.
 * Throws FILE_NOT_FOUND and FILE_ALREADY_SENT where a conversation was to be started for it, CLIENT_MESSAGE_ID_USED, and what `mayBegin`
 * throws.
 */
export async function receiveText(
  deps: RoomsDeps,
  incoming: Incoming,
  mayBegin: (tx: Tx) => Promise<void> = async () => {},
): Promise<Judged> {
  const { accountId, roomId } = incoming;
  const draft = { ...messageOf(incoming), roomId };
  const judged = await deps.lanes.store(accountId, { ...draft, id: newId() });
  await requireRepeated(deps.db.reader(accountId), draft, judged);
  if (judged.verdict !== 'NO_CONVERSATION') return judged;
  await inRooms(deps.db, accountId, async (tx) => {
    const work = await roomWork(tx, accountId, roomId);
    await mayBegin(tx);
    await beginWith(work, incoming);
  });
  // Stored now, or joined to the conversation that somebody else started meanwhile: the same key answers either way.
  return deps.lanes.store(accountId, { ...draft, id: newId() });
}

/**
 * The same inside a transaction that makes the customer with their first message, or their conversation: what is refused leaves
 * nothing behind. A message that was stored under this key before changes nothing. The room is locked.
 * Throws FILE_NOT_FOUND, FILE_ALREADY_SENT and CLIENT_MESSAGE_ID_USED.
 */
export async function beginWith(work: RoomWork, incoming: Incoming): Promise<void> {
  const draft = messageOf(incoming);
  const before = await eventOfKey(work.tx, incoming.contactId, incoming.clientMessageId);
  if (before !== null) return requireRepeated(work.tx, { ...draft, roomId: work.roomId }, { verdict: 'DUPLICATE', event_id: before });
  if (!(await openConversationOf(work.tx, incoming.contactChannelId))) await startConversation(work, incoming);
  await work.record([draft]);
}

/**
 * The same inside a transaction that keeps its own record of what was received (`inbound_receipts`), so that the incoming
 * message needs no key of a client. The room is locked.
 * @param files announced with it: an event for each, the words with the first
 * @returns the ids of its events
 */
export async function recordIncoming(
  work: RoomWork,
  incoming: Omit<Incoming, 'clientMessageId' | 'file'>,
  files: readonly AnnouncedFile[] = [],
): Promise<[first: string, ...others: string[]]> {
  if (!(await openConversationOf(work.tx, incoming.contactChannelId))) await startConversation(work, incoming);
  const announced = files.map(({ kind, name }, index) => ({
    ...messageOf({ ...incoming, text: index === 0 ? incoming.text || null : null }),
    type: kind,
    coming: { name: name === null ? null : displayName(name) },
  }));
  const [first, ...others] = await work.record(announced.length === 0 ? [messageOf(incoming)] : announced);
  if (!first) throw new Error('an incoming message without a key was taken for a repeated one');
  return [first.id, ...others.map(({ id }) => id)];
}

/**
 * The same of what must begin nothing, a machine's answer: it joins the conversation that its channel is in, and stands in none where there is none.
 * @returns the id of its event
 */
export async function recordBesides(work: RoomWork, incoming: Omit<Incoming, 'clientMessageId' | 'file'>): Promise<string> {
  const { joinsConversation: _joins, ...draft } = messageOf(incoming);
  const conversationId = await openConversationOf(work.tx, incoming.contactChannelId);
  const [event] = await work.record([{ ...draft, ...(conversationId !== null && { conversationId }) }]);
  if (!event) throw new Error('an incoming message without a key was taken for a repeated one');
  return event.id;
}

/** What a customer wrote as a draft; it joins the conversation that its channel is in. */
export function messageOf({
  clientMessageId,
  file,
  ...incoming
}: Omit<Incoming, 'clientMessageId'> & { clientMessageId?: string }): Omit<Draft, 'id' | 'roomId'> {
  return {
    contactChannelId: incoming.contactChannelId,
    joinsConversation: true,
    kind: 'COMMUNICATION',
    type: file?.kind ?? 'MESSAGE',
    origin: 'CUSTOMER',
    originId: incoming.contactId,
    originName: incoming.contactName,
    ...(clientMessageId === undefined ? {} : { clientMessageId }),
    ...(incoming.text === null ? {} : { text: incoming.text }),
    ...(file ? { file: { facts: file.facts, uploaderId: file.uploaderId } } : {}),
    ...incoming.special,
  };
}

async function openConversationOf(tx: Tx, contactChannelId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('conversation_channels')
    .select('conversation_id')
    .where('contact_channel_id', '=', contactChannelId)
    .where('open', '=', true)
    .executeTakeFirst();
  return row?.conversation_id ?? null;
}

/** A conversation that the customer's message begins: whoever routes takes it from here. */
async function startConversation(
  work: RoomWork,
  incoming: Pick<Incoming, 'contactChannelId' | 'contactId' | 'contactName'>,
): Promise<void> {
  const { tx, accountId, roomId } = work;
  const conversationId = await createConversation(work, incoming.contactChannelId, {
    origin: 'CUSTOMER',
    originId: incoming.contactId,
    originName: incoming.contactName,
  });
  await settleRoomState(work);
  await announce(tx, conversationStarted, [{ accountId, roomId, conversationId }]);
}

/** A conversation in the room on this channel, held by nobody; its start stands in the history. @returns its id */
export async function createConversation(
  work: RoomWork,
  contactChannelId: string,
  by: Pick<Draft, 'origin' | 'originId' | 'originName'>,
): Promise<string> {
  const { tx, accountId, roomId } = work;
  const conversationId = newId();
  await tx
    .insertInto('conversations')
    .values({ id: conversationId, account_id: accountId, room_id: roomId, state: 'UNASSIGNED', change: 0 })
    .execute();
  await tx
    .insertInto('conversation_channels')
    .values({ account_id: accountId, conversation_id: conversationId, contact_channel_id: contactChannelId })
    .execute();
  work.conversationChanged(conversationId, 'STARTED');
  await work.record([{ conversationId, kind: 'SYSTEM', type: 'CREATE', ...by }]);
  return conversationId;
}
