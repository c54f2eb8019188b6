import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { afterCommit, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { participates, subject, visibleRooms } from '../access.ts';
import type { LockedRoom } from '../delivery/delivery.ts';
import type { RoomsDeps } from '../deps.ts';
import { membershipsOf } from '../reading/room-view.ts';
import { roomWork } from '../work.ts';

/** How much of a room is there, of each kind: whoever has seen so much has missed nothing. */
export interface Counted {
  publicNo: number;
  privateNo: number;
}

/** Stars a room for the actor alone; who stars a room follows it and has a missed counter there, from now. Throws ROOM_NOT_FOUND. */
export async function starRoom(tx: Tx, actor: Actor, roomId: string, starred: boolean): Promise<void> {
  const room = await tx
    .selectFrom('rooms')
    .select(['public_count', 'private_count'])
    .select(participates(actor).as('participates'))
    .where('id', '=', roomId)
    .where(visibleRooms(actor))
    .executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  const work = await roomWork(tx, actor.accountId, roomId);
  const { public_count, private_count } = room;
  // Whoever begins to follow has missed nothing yet; whoever takes part, or was named, is counted already.
  const counts = sql<boolean>`(${room.participates} or memberships.followed)`;
  const fromNow = {
    seen_public: sql<number>`case when ${counts} then memberships.seen_public else ${public_count} end`,
    seen_private: sql<number>`case when ${counts} then memberships.seen_private else ${private_count} end`,
  };
  await tx
    .insertInto('memberships')
    .values({
      account_id: actor.accountId,
      room_id: roomId,
      user_id: actor.userId,
      starred,
      seen_public: room.participates ? 0 : public_count,
      seen_private: room.participates ? 0 : private_count,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'user_id'])
        .doUpdateSet({ starred, ...(starred ? fromNow : {}) })
        .where('memberships.starred', '<>', starred),
    )
    .execute();
  work.membershipChanged(actor.userId);
}

/**
 * Ends that the actor follows a room since they were named there; a star stays, and whoever takes part is counted all the same. Nothing where
 * they do not follow it. Throws ROOM_NOT_FOUND.
 */
export async function unfollowRoom(tx: Tx, actor: Actor, roomId: string): Promise<void> {
  const room = await tx.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  const work = await roomWork(tx, actor.accountId, roomId);
  await tx
    .updateTable('memberships')
    .set({ followed: false, unfollowed_at: sql<string>`clock_timestamp()` })
    .where('room_id', '=', roomId)
    .where('user_id', '=', actor.userId)
    .where('followed', '=', true)
    .execute();
  work.membershipChanged(actor.userId);
}

/**
 * Has these users follow a room, under its lock (domain: missed counter). What was there before does not count as missed, but for who is counted
 * already. Their own sockets are told.
 * @param before what of the room they are taken to have seen
 */
export async function followAsNamed(
  deps: RoomsDeps,
  tx: Tx,
  accountId: string,
  { roomId, userIds, before }: { roomId: string; userIds: readonly string[]; before: Counted },
): Promise<void> {
  if (userIds.length === 0) return;
  const { rows } = await sql<{ user_id: string }>`
    insert into memberships as m (account_id, room_id, user_id, followed, seen_public, seen_private)
    select ${accountId}::uuid, ${roomId}::uuid, t.user_id, true,
      case when p.id is null then ${before.publicNo}::bigint else 0 end, case when p.id is null then ${before.privateNo}::bigint else 0 end
    from unnest(${[...userIds].sort()}::uuid[]) t(user_id)
      left join participants p on p.room_id = ${roomId}::uuid and p.type = 'USER' and p.associated_id = t.user_id
    on conflict (room_id, user_id) do update set followed = true,
      seen_public = case when m.starred then m.seen_public else greatest(m.seen_public, excluded.seen_public) end,
      seen_private = case when m.starred then m.seen_private else greatest(m.seen_private, excluded.seen_private) end
    where not m.followed
    returning user_id`.execute(tx);
  await tellFollowers(deps, tx, roomId, rows);
}

/**
 * Ends that these users follow a room, under its lock, where no message names them any more of those by which they follow it (domain: missed counter): what was
 * named before they said that they do not begins nothing anew. To be asked once the message that named them is changed. Their own sockets are told.
 */
export async function unfollowAsUnnamed(
  deps: RoomsDeps,
  tx: Tx,
  { id: roomId, type }: Pick<LockedRoom, 'id' | 'type'>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  // With a customer notes alone name colleagues.
  const among = type === 'EXTERNAL' ? sql`e.private` : sql`true`;
  const { rows } = await sql<{ user_id: string }>`
    update memberships m set followed = false
    where m.room_id = ${roomId}::uuid and m.user_id = any(${[...new Set(userIds)]}::uuid[]) and m.followed and not exists (
      select from events e where e.room_id = m.room_id and ${among} and e.origin_id is distinct from m.user_id
        and e.message @> jsonb_build_object('mentions', jsonb_build_array(jsonb_build_object('userId', m.user_id)))
        and (m.unfollowed_at is null or e.created_at > m.unfollowed_at))
    returning user_id`.execute(tx);
  await tellFollowers(deps, tx, roomId, rows);
}

async function tellFollowers(deps: RoomsDeps, tx: Tx, roomId: string, rows: readonly { user_id: string }[]): Promise<void> {
  const followers = rows.map(({ user_id: userId }) => ({ roomId, userId }));
  for (const { userId, membership } of await membershipsOf(tx, followers))
    afterCommit(tx, () => deps.hub.publish([subject.user(userId)], 'RoomMembership', membership));
}
