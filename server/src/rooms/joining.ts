import { JOINED } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { grantAccess, readsAll } from './access.ts';
import { eventOfKey } from './repeated-send.ts';
import type { RoomWork } from './work.ts';

/** Under which the entry in the history is found again. */
const keyOf = (conversationId: string) => `${JOINED}${conversationId}`;

/**
 * Whoever writes in a customer's room goes on seeing it (domain: rooms and conversations). Whoever looks on in rooms that others hold is seen by
 * nobody until then: now it stands in the history that they joined, once for each conversation, so that its holder knows who is with
 * them. They take no part by it: nothing counts as missed, and the customer is told nothing, since the entry is on no channel.
 * In the transaction that stores what they write, before it; the room is locked.
 */
export async function joinByWriting({ tx, accountId, roomId, record }: RoomWork, actor: Actor): Promise<void> {
  const { userId, name } = actor;
  await grantAccess(tx, accountId, [{ roomId, subjectId: userId }]);
  const conversationId = await watchedBy(tx, actor, roomId);
  if (conversationId === null) return;
  const by = { origin: 'USER', originId: userId, originName: name } as const;
  const modifiedParticipants = [{ id: userId, type: 'USER' as const, name }];
  await record([{ conversationId, kind: 'SYSTEM', type: 'JOIN', ...by, clientMessageId: keyOf(conversationId), modifiedParticipants }]);
}

/** Whether this person's writing in a room brings them nothing that they have not got there already. */
export async function hasJoined(on: Reader, actor: Actor, roomId: string): Promise<boolean> {
  const own = await on
    .selectFrom('room_access')
    .select('room_id')
    .where('room_id', '=', roomId)
    .where('subject_id', '=', actor.userId)
    .executeTakeFirst();
  return own !== undefined && (await watchedBy(on, actor, roomId)) === null;
}

/** The newest conversation of a room that somebody else holds while this person looks on, and has not joined yet; else null. */
async function watchedBy(on: Reader | Tx, actor: Actor, roomId: string): Promise<string | null> {
  if (!readsAll(actor)) return null;
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.room_id = ${roomId}::uuid and c.state = 'ASSIGNED' and not exists (
      select from conversations mine
      where mine.room_id = c.room_id and mine.state = 'ASSIGNED' and mine.assigned_user_id = ${actor.userId}::uuid)
    order by c.id desc limit 1`.execute(on);
  const id = rows[0]?.id;
  return id === undefined || (await eventOfKey(on, actor.userId, keyOf(id))) !== null ? null : id;
}
