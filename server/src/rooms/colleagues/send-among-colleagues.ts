import type { Mention, SendAnswer } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import type { Draft } from '../draft.ts';
import { joinByWriting } from '../joining.ts';
import { eventOfKey, requireRepeated } from '../repeated-send.ts';
import { inRooms, roomWork } from '../work.ts';
import { requireParticipation } from './internal-rooms.ts';
import { nameColleagues, requireMentionable } from './mentions.ts';
import { quoteOf } from './quotes.ts';

/** Whom a message names and what it quotes. */
export interface Reference {
  quotedEventId?: string | undefined;
  mentions?: readonly Mention[] | undefined;
}

export const refersTo = ({ quotedEventId, mentions = [] }: Reference): boolean => quotedEventId !== undefined || mentions.length > 0;

/**
 * Stores a note, or a message among colleagues, that names some of them or quotes an event of the room, or by which its writer joins a customer's
 * room. What it quotes is read under the room's lock, and those who are named are told with it. A repeated send stores nothing.
 * Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, ROOM_NOT_A_PARTICIPANT, COLLEAGUE_GONE, EVENT_NOT_FOUND and MESSAGE_DELETED of the quote, USER_NOT_FOUND,
 * MENTION_OUT_OF_SIGHT, FILE_NOT_FOUND, FILE_ALREADY_SENT, CLIENT_MESSAGE_ID_USED.
 */
export function storeReferring(
  deps: RoomsDeps,
  actor: Actor,
  draft: Omit<Draft, 'id'> & { clientMessageId: string },
  { quotedEventId, mentions = [] }: Reference,
): Promise<SendAnswer> {
  const { roomId } = draft;
  return inRooms(deps.db, actor.accountId, async (tx) => {
    await requireVisibleRoom(tx, actor, roomId);
    const work = await roomWork(tx, actor.accountId, roomId);
    const known = await eventOfKey(tx, actor.userId, draft.clientMessageId);
    if (known !== null) return repeated(tx, draft, known);
    const room = await tx.selectFrom('rooms').select(['id', 'type']).where('id', '=', roomId).executeTakeFirstOrThrow();
    if (room.type === 'EXTERNAL' && draft.privateMessage !== true) throw problem('CHANNEL_NOT_FOUND');
    if (room.type !== 'EXTERNAL') await requireParticipation(tx, actor, roomId);
    const userIds = [...new Set(mentions.map(({ userId }) => userId))];
    await requireMentionable(tx, room, userIds);
    if (room.type === 'EXTERNAL') await joinByWriting(work, actor);
    const quote = quotedEventId === undefined ? undefined : await quoteOf(tx, roomId, quotedEventId);
    const { roomId: _room, needs: _needs, ...rest } = draft;
    const [event] = await work.record([{ ...rest, ...(quote ? { quote } : {}), ...(mentions.length > 0 ? { mentions } : {}) }]);
    // What this call itself stores before it bears that id.
    if (event === undefined) throw problem('CLIENT_MESSAGE_ID_USED');
    const { id: eventId, seq, change, publicNo, privateNo } = event;
    // The message itself is the first that they miss.
    const before = event.eventData.privateMessage ? { publicNo, privateNo: privateNo - 1 } : { publicNo: publicNo - 1, privateNo };
    await nameColleagues(deps, tx, actor, { roomId, eventId, userIds, before });
    return { roomId, eventId, seq, change, publicNo, privateNo };
  });
}

async function repeated(tx: Tx, draft: Omit<Draft, 'id'>, eventId: string): Promise<SendAnswer> {
  await requireRepeated(tx, draft, { verdict: 'DUPLICATE', event_id: eventId });
  const { seq, change, public_no, private_no } = await tx
    .selectFrom('events')
    .select(['seq', 'change', 'public_no', 'private_no'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return { roomId: draft.roomId, eventId, seq, change, publicNo: public_no, privateNo: private_no };
}
