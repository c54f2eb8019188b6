import type { SendAnswer } from '@parley/contract';
import { messagingState } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import { afterCommit, type Tx } from '../../platform/database.ts';
import { type Problem, problem } from '../../platform/problem.ts';
import { readsAll, visibleRooms } from '../access.ts';
import { assign } from '../assign.ts';
import type { RoomsDeps } from '../deps.ts';
import type { Draft } from '../draft.ts';
import { readRooms } from '../reading/room-view.ts';
import { createConversation } from '../receive.ts';
import { eventOfKey } from '../repeated-send.ts';
import { inRooms, type RoomWork, roomWork } from '../work.ts';

/** What an agent sends by a channel. */
export type Outward = Pick<Draft, 'type' | 'text' | 'file' | 'rich' | 'unsupported' | 'roomId'> & {
  clientMessageId: string;
  channelId: string;
};

/** On these, writing without a conversation starts one that the sender holds (domain: rooms and conversations). */
export const STARTED_BY_SENDING: ReadonlySet<string> = new Set(['SMS', 'EMAIL']);

/**
 * Stores a message that a provider is to bring to the customer, as pending, with the attempt that will. Whether this
 * person may write is decided under the room's lock by the rules that the web shows (communications, section 4). A
 * repeated send stores nothing.
 * @returns null when it was stored before
 * Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, CHANNEL_NOT_CONNECTED, CHANNEL_WITHOUT_FILES and what `refusalOf` says.
 */
export async function storeForProvider(deps: RoomsDeps, actor: Actor, message: Outward): Promise<SendAnswer | null> {
  return inRooms(deps.db, actor.accountId, async (tx) => {
    if ((await eventOfKey(tx, actor.userId, message.clientMessageId)) !== null) return null;
    await requireVisibleRoom(tx, actor, message.roomId);
    const work = await roomWork(tx, actor.accountId, message.roomId);
    // The same send, at the same moment, over the other way: only under the lock is it certain.
    if ((await eventOfKey(tx, actor.userId, message.clientMessageId)) !== null) return null;
    const conversationId = await conversationToWriteIn(deps, work, actor, message);
    const [event] = await work.record([providerDraft(actor, message, conversationId)]);
    if (!event) return null;
    afterCommit(tx, () => deps.outbox.raise());
    const { id: eventId, seq, change, publicNo, privateNo } = event;
    return { roomId: message.roomId, eventId, seq, change, publicNo, privateNo };
  });
}

export async function requireVisibleRoom(tx: Tx, actor: Actor, roomId: string): Promise<void> {
  const visible = await tx.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!visible) throw problem('ROOM_NOT_FOUND');
}

/** The unresolved conversation of the channel; on SMS and e-mail one is started for the sender where there is none. */
export async function conversationToWriteIn(deps: RoomsDeps, work: RoomWork, actor: Actor, { channelId, file }: Outward): Promise<string> {
  const { state, channelType } = await requireMayWrite(work, actor, channelId);
  const channel = deps.channels.of(channelType);
  if (!channel) throw problem('CHANNEL_NOT_CONNECTED');
  if (file && !channel.takesFiles) throw problem('CHANNEL_WITHOUT_FILES');
  if (state.conversationId !== null) return state.conversationId;
  if (!STARTED_BY_SENDING.has(channelType)) throw problem('CONVERSATION_RESOLVED');
  const by = { origin: 'USER', originId: actor.userId, originName: actor.name } as const;
  const conversationId = await createConversation(work, channelId, by);
  const assignment = { roomId: work.roomId, conversationId, userId: actor.userId, expectedUserId: null };
  await assign(work, assignment, { ...by, reason: 'ASSIGN_REASON_TAKEN' });
  return conversationId;
}

/** The messaging state of a channel for this person, under the room's lock. Throws when they may not write there. */
export async function requireMayWrite(work: RoomWork, actor: Actor, channelId: string) {
  const [room] = await readRooms(work.tx, [work.roomId]);
  const channel = room?.channels.find((one) => one.channelId === channelId);
  if (!room || !channel) throw problem('CHANNEL_NOT_FOUND');
  const state = messagingState(channel, room, actor.userId);
  if (!state.enabled) throw refusalOf(state);
  return { state, channelType: channel.channelType };
}

/** The words for a channel on which this person may not write now. */
function refusalOf(state: ReturnType<typeof messagingState>): Problem {
  // It may be started or added, but was not: the conversation was resolved while the words were written.
  return problem(state.cannotMessageKey ?? 'CONVERSATION_RESOLVED');
}

function providerDraft(
  actor: Actor,
  { channelId, roomId: _room, ...message }: Outward,
  conversationId: string,
): Omit<Draft, 'id' | 'roomId'> {
  return {
    ...message,
    conversationId,
    contactChannelId: channelId,
    kind: 'COMMUNICATION',
    origin: 'USER',
    originId: actor.userId,
    originName: actor.name,
    readsAll: readsAll(actor),
    status: 'PENDING',
    attempt: true,
  };
}
