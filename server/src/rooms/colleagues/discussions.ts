import type { LinkedRoom, RoomType } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { afterCommit, type Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { visibleRooms } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireVisible } from '../reading/history.ts';
import { tellRoom } from '../tell-room.ts';
import { inRooms } from '../work.ts';
import { createInternalRoom, type InternalRoomAsked } from './internal-rooms.ts';

interface Row {
  id: string;
  type: RoomType;
  name: string | null;
  contact_id: string | null;
  people: string[];
  begun_at: string;
  seen: boolean;
}

/**
 * Of a customer's room the chats about it that the actor is in; of a chat all customers' rooms that it is about, those that the actor does not
 * see as nothing but that there is one. The newest first. Throws ROOM_NOT_FOUND.
 */
export async function linkedRooms(on: Reader, actor: Actor, roomId: string): Promise<LinkedRoom[]> {
  await requireVisible(on, actor, roomId);
  const { rows } = await sql<Row>`
    select rooms.id, rooms.type, rooms.contact_id, d.begun_at, ${visibleRooms(actor)} as seen,
      coalesce(rooms.name, (select nullif(btrim(c.first_name || ' ' || c.last_name), '') from contacts c where c.id = rooms.contact_id)) as name,
      array(select btrim(u.first_name || ' ' || u.last_name) from participants p join users u on u.id = p.associated_id
        where p.room_id = rooms.id and p.type = 'USER' and u.id <> ${actor.userId}::uuid and rooms.type <> 'EXTERNAL' order by u.first_name, u.id) as people
    from discussions d join rooms on rooms.id = case when d.room_id = ${roomId}::uuid then d.chat_id else d.room_id end
    where d.room_id = ${roomId}::uuid or d.chat_id = ${roomId}::uuid
    order by d.begun_at desc, rooms.id`.execute(on);
  return rows.flatMap(({ id, type, name, contact_id: contactId, people, begun_at: begunAt, seen }): LinkedRoom[] => {
    if (seen) return [{ room: { id, type, name, contactId, people }, begunAt }];
    // Who talks about a customer with whom is for those who do.
    return type === 'EXTERNAL' ? [{ room: null, begunAt }] : [];
  });
}

/**
 * Begins a chat of colleagues about a customer's room, or links the chat of the two that there is. Whoever is asked need not see the
 * customer's room: that it is about one is all that they then learn of it.
 * Throws ROOM_NOT_FOUND, DISCUSSION_OF_CUSTOMERS_ROOMS, and as `createInternalRoom`.
 * @returns the chat's id
 */
export async function beginDiscussion(
  deps: RoomsDeps,
  actor: Actor,
  roomId: string,
  asked: Omit<InternalRoomAsked, 'roomType'>,
): Promise<string> {
  const { accountId } = actor;
  return inRooms(deps.db, accountId, async (tx) => {
    const room = await tx.selectFrom('rooms').select('type').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
    if (!room) throw problem('ROOM_NOT_FOUND');
    if (room.type !== 'EXTERNAL') throw problem('DISCUSSION_OF_CUSTOMERS_ROOMS');
    const chatId = await createInternalRoom(tx, actor, { ...asked, roomType: asked.users.length > 1 ? 'GROUP' : 'INTERNAL' });
    const linked = await tx
      .insertInto('discussions')
      .values({ account_id: accountId, room_id: roomId, chat_id: chatId, begun_by: actor.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('chat_id')
      .execute();
    if (linked.length > 0)
      afterCommit(tx, () => {
        for (const id of [roomId, chatId]) void tellRoom(deps, accountId, id, 'DiscussionsChanged', { roomId: id }).catch(() => undefined);
      });
    return chatId;
  });
}
