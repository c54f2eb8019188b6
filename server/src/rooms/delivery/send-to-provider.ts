import type { RoomChannel, SendAnswer } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import { keepUpload } from '../../files/index.ts';
import { afterCommit, type Tx } from '../../platform/database.ts';
import { Problem, problem } from '../../platform/problem.ts';
import { readsAll, requireVisibleRoom } from '../access.ts';
import { unreadAnswer } from '../answered-since.ts';
import type { RoomsDeps } from '../deps.ts';
import type { Draft } from '../draft.ts';
import { type KeptWriting, keepWriting } from '../emails/email-writings.ts';
import { joinByWriting } from '../joining.ts';
import { eventOfKey } from '../repeated-send.ts';
import { channelAsSeen, isConnected } from '../starting/as-seen.ts';
import { beginHeldBy } from '../starting/begin.ts';
import { requireWithinLimits } from '../within-limits.ts';
import { inRooms, type RoomWork, roomWork } from '../work.ts';
import { linkAnew, requireMayReplace } from './sent-anew.ts';

/** What an agent sends by a channel. */
export type Outward = Pick<
  Draft,
  'type' | 'text' | 'file' | 'rich' | 'unsupported' | 'details' | 'html' | 'fileIds' | 'heldFileIds' | 'roomId' | 'seenSeq'
> & {
  clientMessageId: string;
  channelId: string;
  /** Of an e-mail. */
  written?: KeptWriting;
};

/** On these, writing without a conversation starts one that the sender holds (domain: rooms and conversations). */
export const STARTED_BY_SENDING: ReadonlySet<string> = new Set(['SMS', 'EMAIL']);

/**
 * Stores a message that a provider is to bring to the customer, as pending, with the attempt that will. Whether this
 * person may write is decided under the room's lock by the rules that the web shows (communications, section 4). A
 * repeated send stores nothing.
 * @param before sends what goes first, in the same transaction; false where something of that cannot go yet, so that nothing goes behind it
 * @returns null when it was stored before
 * Throws ROOM_NOT_FOUND, COLLEAGUE_ANSWERED, BEHIND_ASKED and what `conversationToWriteIn` throws; of what takes another's place, what `requireMayReplace` does.
 */
export async function storeForProvider(
  deps: RoomsDeps,
  actor: Actor,
  message: Outward,
  before: (work: RoomWork) => Promise<boolean>,
): Promise<SendAnswer | null> {
  const stored = await inRooms(deps.db, actor.accountId, async (tx) => {
    if ((await eventOfKey(tx, actor.userId, message.clientMessageId)) !== null) return null;
    await requireVisibleRoom(tx, actor, message.roomId);
    const work = await roomWork(tx, actor.accountId, message.roomId);
    // The same send, at the same moment, over the other way: only under the lock is it certain.
    if ((await eventOfKey(tx, actor.userId, message.clientMessageId)) !== null) return null;
    if (!(await before(work))) {
      await requireMayWrite(work, actor, message.channelId);
      // What was asked of its writer meanwhile stays asked.
      return 'BEHIND_ASKED';
    }
    const asked = await unreadAnswer(tx, actor, message);
    if (asked !== null) {
      // Who may not write there at all is told that.
      await requireMayWrite(work, actor, message.channelId);
      throw asked;
    }
    const failedId = await requireMayReplace(tx, message.roomId, message.clientMessageId);
    const conversationId = await conversationToWriteIn(deps, work, actor, message);
    await joinByWriting(work, actor);
    await keepAttachments(tx, actor, message.fileIds ?? []);
    const [event] = await work.record([providerDraft(actor, message, conversationId)]);
    if (!event) return null;
    if (message.written !== undefined) await keepWriting(tx, actor.accountId, event.id, message.written);
    if (failedId !== null) await linkAnew(work, failedId, event.id);
    afterCommit(tx, () => deps.outbox.raise());
    const { id: eventId, seq, change, publicNo, privateNo } = event;
    return { roomId: message.roomId, eventId, seq, change, publicNo, privateNo };
  });
  if (stored === 'BEHIND_ASKED') throw problem('BEHIND_ASKED');
  return stored;
}

/**
 * The unresolved conversation of the channel; on SMS and e-mail one is started for the sender where there is none. The room is locked.
 * Throws CHANNEL_NOT_FOUND, CHANNEL_NOT_CONNECTED, CHANNEL_WITHOUT_FILES and what `requireMayWrite` and `requireWithinLimits` throw.
 */
export async function conversationToWriteIn(deps: RoomsDeps, work: RoomWork, actor: Actor, message: Outward): Promise<string> {
  const { channelId, file, fileIds = [], heldFileIds = [] } = message;
  const { state, channel } = await requireMayWrite(work, actor, channelId);
  await requireConnected(deps, work, channel, file !== undefined || fileIds.length + heldFileIds.length > 0);
  await requireWithinLimits(deps, actor.accountId, channel.channelType, message);
  if (state.conversationId !== null) return state.conversationId;
  if (!STARTED_BY_SENDING.has(channel.channelType)) throw problem('CONVERSATION_RESOLVED');
  return beginHeldBy(work, actor, channelId);
}

/** Throws CHANNEL_NOT_CONNECTED where nothing can go out on it now, and CHANNEL_WITHOUT_FILES. */
export async function requireConnected(deps: RoomsDeps, work: RoomWork, channel: RoomChannel, hasFiles: boolean): Promise<void> {
  if (!(await isConnected(deps, work.tx, channel))) throw problem('CHANNEL_NOT_CONNECTED');
  if (hasFiles && !deps.channels.of(channel.channelType)?.takesFiles) throw problem('CHANNEL_WITHOUT_FILES');
}

/**
 * The messaging state of a channel for this person, under the room's lock, where they may write there. Throws CHANNEL_NOT_FOUND, and why they
 * may not: the key of the messaging state, CHANNEL_NOT_CONNECTED for what is not written to at all, or CONVERSATION_RESOLVED.
 */
export async function requireMayWrite(work: RoomWork, actor: Actor, channelId: string) {
  const { channel, state } = await channelAsSeen(work, actor, channelId);
  if (state.enabled) return { state, channel };
  if (channel.channelType === 'PHONE') throw problem('CHANNEL_NOT_CONNECTED');
  // It may be started or added, but was not: the conversation was resolved while the words were written.
  throw problem(state.cannotMessageKey ?? 'CONVERSATION_RESOLVED');
}

/** Each upload is sent once: whoever is second finds it taken. Throws FILE_ALREADY_SENT. */
export async function keepAttachments(tx: Tx, { accountId, userId }: Actor, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds.toSorted())
    await keepUpload(tx, { by: 'USER', accountId, id: userId }, fileId).catch((error: unknown) => {
      throw error instanceof Problem && error.key === 'FILE_NOT_FOUND' ? problem('FILE_ALREADY_SENT') : error;
    });
}

function providerDraft(
  actor: Actor,
  { channelId, roomId: _room, seenSeq: _seen, written: _written, ...message }: Outward,
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
    behindOwn: true,
  };
}
