import { sql } from 'kysely';
import { type Actor, makeOnce } from '../../accounts/index.ts';
import { announce } from '../../platform/announce.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { grantAccess, revokeAccess, visibleRooms } from '../access.ts';
import { participantsAdded, participantsRemoved } from '../announcements.ts';
import { type RoomWork, roomWork, sightChanged } from '../work.ts';

/** What a chat among colleagues is made of. */
export interface InternalRoomAsked {
  users: readonly string[];
  /** What the number of users says by itself. */
  roomType: 'INTERNAL' | 'GROUP';
  /** Of a group. */
  name?: string | undefined;
  /** By which whoever asks again, since no answer came, is answered the same room. */
  clientRoomId?: string | undefined;
}

/**
 * An internal chat with one colleague (the one that exists, where it exists) or a group of several (communications,
 * section 5: a single user makes an internal room). Throws USER_NOT_FOUND, ROOM_GROUP_NEEDS_MORE_USERS, ROOM_NAME_OF_GROUPS_ONLY,
 * CREATION_ID_USED, and ROOM_NOT_FOUND where the group that was made before is one in which the actor is no more.
 * @returns the room's id
 */
export async function createInternalRoom(tx: Tx, actor: Actor, { users, name, clientRoomId }: InternalRoomAsked): Promise<string> {
  const others = [...new Set(users)].filter((id) => id !== actor.userId).toSorted();
  if (others.length === 0) throw problem('ROOM_GROUP_NEEDS_MORE_USERS');
  const tidy = name?.toWellFormed().trim();
  if (others.length === 1 && tidy !== undefined) throw problem('ROOM_NAME_OF_GROUPS_ONLY');
  const [only] = others;
  const make = async () => {
    const names = await requireColleagues(tx, others);
    return others.length === 1 && only !== undefined ? internalRoomOf(tx, actor, only) : newGroup(tx, actor, { names, name: tidy ?? null });
  };
  if (clientRoomId === undefined) return make();
  const content = { others, name: tidy ?? null };
  const { accountId, userId } = actor;
  const made = await makeOnce(tx, { accountId, kind: 'ROOM', userId, clientId: clientRoomId, content }, make);
  if (!made.isNew) await requireSight(tx, actor, made.id);
  return made.id;
}

async function requireSight(tx: Tx, actor: Actor, roomId: string): Promise<void> {
  const seen = await tx.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!seen) throw problem('ROOM_NOT_FOUND');
}

/** @param names of the others, by their ids */
async function newGroup(
  tx: Tx,
  actor: Actor,
  { names, name }: { names: ReadonlyMap<string, string>; name: string | null },
): Promise<string> {
  const roomId = newId();
  const others = [...names.keys()];
  await tx.insertInto('rooms').values({ id: roomId, account_id: actor.accountId, type: 'GROUP', state: 'ASSIGNED', name }).execute();
  const work = await fillNewRoom(tx, actor, roomId, [actor.userId, ...others]);
  await recordMembers(work, actor, 'JOIN', [actor.userId], new Map([[actor.userId, actor.name]]));
  await recordMembers(work, actor, 'PARTICIPANT_ADDED', others, names);
  await announceAdded(tx, actor, roomId, others);
  return roomId;
}

async function internalRoomOf(tx: Tx, actor: Actor, other: string): Promise<string> {
  const [low, high] = [actor.userId, other].sort() as [string, string];
  const roomId = newId();
  const made = await tx
    .insertInto('rooms')
    .values({ id: roomId, account_id: actor.accountId, type: 'INTERNAL', state: 'ASSIGNED', pair_low: low, pair_high: high })
    .onConflict((conflict) => conflict.columns(['account_id', 'pair_low', 'pair_high']).where('pair_low', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await fillNewRoom(tx, actor, roomId, [actor.userId, other]);
    return roomId;
  }
  const existing = await tx
    .selectFrom('rooms')
    .select('id')
    .where('pair_low', '=', low)
    .where('pair_high', '=', high)
    .executeTakeFirstOrThrow();
  return existing.id;
}

async function fillNewRoom(tx: Tx, actor: Actor, roomId: string, userIds: readonly string[]): Promise<RoomWork> {
  const work = await roomWork(tx, actor.accountId, roomId);
  await admit(work, userIds);
  work.roomChanged('CREATED');
  return work;
}

async function admit(work: RoomWork, userIds: readonly string[]): Promise<string[]> {
  const added = await work.tx
    .insertInto('participants')
    .values(
      userIds.map((userId) => ({ id: newId(), account_id: work.accountId, room_id: work.roomId, type: 'USER', associated_id: userId })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('associated_id')
    .execute();
  await grantAccess(
    work.tx,
    work.accountId,
    userIds.map((subjectId) => ({ roomId: work.roomId, subjectId })),
  );
  const ids = added.map((row) => row.associated_id);
  await missFromNow(work, ids);
  return ids;
}

/** Whoever comes into a room has missed nothing of what was said there before. */
async function missFromNow({ tx, accountId, roomId }: RoomWork, userIds: readonly string[]): Promise<void> {
  await sql`
    insert into memberships as m (account_id, room_id, user_id, seen_public, seen_private)
    select ${accountId}::uuid, r.id, t.user_id, r.public_count, r.private_count
    from rooms r cross join unnest(${[...userIds].sort()}::uuid[]) t(user_id) where r.id = ${roomId}::uuid
    on conflict (room_id, user_id) do update set seen_public = excluded.seen_public, seen_private = excluded.seen_private
    where not m.starred and not m.followed`.execute(tx);
}

async function requireColleagues(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', userIds)
    .where('active', '=', true)
    .execute();
  if (found.length !== userIds.length) throw problem('USER_NOT_FOUND');
  return new Map(found.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
}

/** The actor's group, locked. Throws ROOM_NOT_FOUND, PARTICIPANTS_OF_GROUPS_ONLY, ROOM_NOT_A_PARTICIPANT. */
async function ownGroup(tx: Tx, actor: Actor, roomId: string): Promise<RoomWork> {
  const room = await tx.selectFrom('rooms').select('type').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  if (room.type !== 'GROUP') throw problem('PARTICIPANTS_OF_GROUPS_ONLY');
  const work = await roomWork(tx, actor.accountId, roomId);
  await requireParticipation(tx, actor, roomId);
  return work;
}

/** Throws ROOM_NOT_A_PARTICIPANT. */
export async function requireParticipation(tx: Tx, actor: Actor, roomId: string): Promise<void> {
  const own = await tx
    .selectFrom('participants')
    .select('id')
    .where('room_id', '=', roomId)
    .where('type', '=', 'USER')
    .where('associated_id', '=', actor.userId)
    .executeTakeFirst();
  if (!own) throw problem('ROOM_NOT_A_PARTICIPANT');
}

/** Adds colleagues to a group that the actor is in. Throws as `ownGroup`, and USER_NOT_FOUND. */
export async function addParticipants(tx: Tx, actor: Actor, roomId: string, userIds: readonly string[]): Promise<void> {
  const work = await ownGroup(tx, actor, roomId);
  const names = await requireColleagues(tx, [...new Set(userIds)]);
  const added = await admit(work, [...names.keys()]);
  if (added.length === 0) return;
  work.participantsChanged();
  // For those who are new here, the whole room.
  work.roomChanged('UPDATED');
  await recordMembers(work, actor, 'PARTICIPANT_ADDED', added, names);
  await announceAdded(tx, actor, roomId, added);
}

const announceAdded = (tx: Tx, { accountId, userId, name }: Actor, roomId: string, userIds: readonly string[]): Promise<void> =>
  announce(tx, participantsAdded, [{ accountId, roomId, userIds, by: { id: userId, name } }]);

/** Removes colleagues from a group, or the actor leaves it. Throws as `ownGroup`. */
export async function removeParticipants(tx: Tx, actor: Actor, roomId: string, userIds: readonly string[]): Promise<void> {
  const work = await ownGroup(tx, actor, roomId);
  const removed = await tx
    .deleteFrom('participants')
    .where('room_id', '=', roomId)
    .where('type', '=', 'USER')
    .where('associated_id', 'in', [...new Set(userIds)])
    .returning('associated_id')
    .execute();
  const ids = removed.map((row) => row.associated_id);
  if (ids.length === 0) return;
  const people = await tx.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute();
  const names = new Map(people.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
  const left = ids.filter((id) => id === actor.userId);
  const taken = ids.filter((id) => id !== actor.userId);
  if (left.length > 0) await recordMembers(work, actor, 'LEAVE', left, names);
  if (taken.length > 0) {
    await recordMembers(work, actor, 'PARTICIPANT_REMOVED', taken, names);
    const { accountId, userId, name } = actor;
    await announce(tx, participantsRemoved, [{ accountId, roomId, userIds: taken, by: { id: userId, name } }]);
  }
  await revokeAccess(tx, roomId, ids);
  sightChanged(work, { taken: ids, untold: [] });
  work.participantsChanged();
}

async function recordMembers(
  work: RoomWork,
  actor: Actor,
  type: 'JOIN' | 'PARTICIPANT_ADDED' | 'PARTICIPANT_REMOVED' | 'LEAVE',
  userIds: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await work.record([
    {
      kind: 'SYSTEM',
      type,
      origin: 'USER',
      originId: actor.userId,
      originName: actor.name,
      modifiedParticipants: userIds.map((id) => ({ id, type: 'USER', name: names.get(id) ?? '' })),
    },
  ]);
}

/**
 * Renames a group that the actor is in. Throws ROOM_NOT_FOUND, ROOM_NAME_OF_EXTERNAL, ROOM_NAME_OF_GROUPS_ONLY of a chat of two, which is called by who
 * is in it, and ROOM_NOT_A_PARTICIPANT.
 */
export async function renameRoom(tx: Tx, actor: Actor, roomId: string, name: string): Promise<void> {
  const room = await tx.selectFrom('rooms').select(['type']).where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  if (room.type === 'EXTERNAL') throw problem('ROOM_NAME_OF_EXTERNAL');
  if (room.type === 'INTERNAL') throw problem('ROOM_NAME_OF_GROUPS_ONLY');
  const work = await roomWork(tx, actor.accountId, roomId);
  await requireParticipation(tx, actor, roomId);
  const tidy = name.toWellFormed().trim();
  const changed = await tx
    .updateTable('rooms')
    .set({ name: tidy })
    .where('id', '=', roomId)
    .where((eb) => eb.or([eb('name', 'is', null), eb('name', '<>', tidy)]))
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  work.roomChanged('UPDATED');
  await work.record([
    { kind: 'SYSTEM', type: 'ROOM_NAME_UPDATED', origin: 'USER', originId: actor.userId, originName: actor.name, modifiedValue: tidy },
  ]);
}
