import { LINKED_ROOMS_SIZE, type LinkedRoom, type RoomType } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { afterCommit, type Reader, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { participates, visibleRooms } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireVisible } from '../reading/history.ts';
import { addressOfCustomer, namesOfOthers } from '../room-names.ts';
import { tellRoom } from '../tell-room.ts';
import { inRooms } from '../work.ts';
import { createInternalRoom, type InternalRoomAsked } from './internal-rooms.ts';

interface Row {
  id: string;
  type: RoomType;
  name: string | null;
  contact_id: string | null;
  is_visitor: boolean;
  address: string | null;
  people: string[];
  begun_at: string;
  seen: boolean;
}

/**
 * Of a customer's room the chats about it that the actor is in; of a chat all customers' rooms that it is about, those that the actor does not
 * see as nothing but that there is one. A page of them, the newest first. Throws ROOM_NOT_FOUND.
 */
export async function linkedRooms(on: Reader, actor: Actor, roomId: string, page = 0): Promise<{ content: LinkedRoom[]; last: boolean }> {
  await requireVisible(on, actor, roomId);
  const { rows } = await sql<Row>`
    select rooms.id, rooms.type, rooms.contact_id, d.begun_at, ${visibleRooms(actor)} as seen,
      coalesce(rooms.name, (select nullif(btrim(c.first_name || ' ' || c.last_name), '') from contacts c where c.id = rooms.contact_id)) as name,
      rooms.type = 'EXTERNAL' and exists (select from contact_channels cc where cc.room_id = rooms.id and cc.type = 'LIVECHAT') as is_visitor,
      case when rooms.type = 'EXTERNAL' then ${addressOfCustomer(sql`rooms.id`)} end as address,
      case when rooms.type = 'EXTERNAL' then array[]::text[] else ${namesOfOthers(sql`rooms.id`, sql`rooms.type`, sql`${actor.userId}::uuid`)} end as people
    from discussions d join rooms on rooms.id = case when d.room_id = ${roomId}::uuid then d.chat_id else d.room_id end
    where (d.room_id = ${roomId}::uuid or d.chat_id = ${roomId}::uuid) and d.ended_at is null
      -- Who talks about a customer with whom is for those who do.
      and (rooms.type = 'EXTERNAL' or ${visibleRooms(actor)})
    order by d.begun_at desc, rooms.id limit ${LINKED_ROOMS_SIZE + 1} offset ${page * LINKED_ROOMS_SIZE}`.execute(on);
  const content = rows
    .slice(0, LINKED_ROOMS_SIZE)
    .map(({ id, type, name, contact_id: contactId, is_visitor: isVisitor, address, people, begun_at: begunAt, seen }): LinkedRoom => {
      return { room: seen ? { id, type, name, contactId, isVisitor, address, people } : null, begunAt };
    });
  return { content, last: rows.length <= LINKED_ROOMS_SIZE };
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
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'room_id', 'chat_id'])
          .doUpdateSet({ begun_by: actor.userId, begun_at: sql<string>`clock_timestamp()`, ended_by: null, ended_at: null })
          .where('discussions.ended_at', 'is not', null),
      )
      .returning('chat_id')
      .execute();
    if (linked.length > 0) tellBoth(deps, tx, accountId, [roomId, chatId]);
    return chatId;
  });
}

function tellBoth(deps: RoomsDeps, tx: Tx, accountId: string, roomIds: readonly string[]): void {
  afterCommit(tx, () => {
    for (const id of roomIds) void tellRoom(deps, accountId, id, 'DiscussionsChanged', { roomId: id }).catch(() => undefined);
  });
}

/**
 * Has a chat stand beside a customer's room no longer, for whoever could have linked the two: who sees the room and is in the chat. The chat stays as
 * it is, and so does who ended it and when; begun with the same people anew, the two are linked again. Nothing where they are not linked.
 * Throws ROOM_NOT_FOUND of either.
 */
export async function endDiscussion(deps: RoomsDeps, actor: Actor, { roomId, chatId }: { roomId: string; chatId: string }): Promise<void> {
  const { accountId, userId } = actor;
  await inRooms(deps.db, accountId, async (tx) => {
    const seen = await tx
      .selectFrom('rooms')
      .select('id')
      .where('id', 'in', [roomId, chatId])
      .where(sql<boolean>`(rooms.id = ${roomId}::uuid or ${participates(actor)})`)
      .where(visibleRooms(actor))
      .execute();
    if (![roomId, chatId].every((asked) => seen.some(({ id }) => id === asked))) throw problem('ROOM_NOT_FOUND');
    const ended = await tx
      .updateTable('discussions')
      .set({ ended_by: userId, ended_at: sql<string>`clock_timestamp()` })
      .where('room_id', '=', roomId)
      .where('chat_id', '=', chatId)
      .where('ended_at', 'is', null)
      .returning('chat_id')
      .execute();
    if (ended.length > 0) tellBoth(deps, tx, accountId, [roomId, chatId]);
  });
}
