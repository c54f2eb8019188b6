import { can, Role } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { mayDo } from '../accounts/index.ts';
import type { Database, Reader, Tx } from '../platform/database.ts';
import { gathering } from '../platform/gather.ts';

/** Subjects of the hub. A room's frames go to the users and queues that `room_access` names, and to those who see all. */
export const subject = {
  user: (userId: string) => `user:${userId}`,
  queue: (queueId: string) => `queue:${queueId}`,
  /** Everybody of the account who may read every external room. */
  readers: (accountId: string) => `readers:${accountId}`,
  /** Everybody of the account who is signed in. */
  account: (accountId: string) => `account:${accountId}`,
  /** One visitor's contact channel. */
  contactChannel: (contactChannelId: string) => `channel:${contactChannelId}`,
};

const LOOKED_UP_TOGETHER = 200;
const ROLES_THAT_READ_ALL = Role.options.filter((role) => can(role, ['rooms', 'readAll'], {}));

/** May this actor see every external room of the account? */
export function readsAll(actor: Actor): boolean {
  return mayDo(actor, ['rooms', 'readAll']);
}

/**
 * The SQL predicate of who may see a room, for a query over `rooms`. The same that lists, frames and files use: what the
 * function `may_see_room` says of one room (access.test.ts compares them), written as a set, since PostgreSQL would call the
 * function row by row, for a list ten thousand times.
 */
export function visibleRooms(actor: Actor) {
  const accessible = sql<boolean>`exists (
    select 1 from room_access a where a.room_id = rooms.id and a.subject_id = any (array(
      select ${actor.userId}::uuid union all select m.queue_id from queue_members m where m.user_id = ${actor.userId}::uuid)))`;
  return readsAll(actor) ? sql<boolean>`(rooms.type = 'EXTERNAL' or ${accessible})` : accessible;
}

/** The same as text for a prepared statement over `rooms`: $2 is the user, $3 whether they read every external room. */
export const SEES_ROOM = `(($3 and rooms.type = 'EXTERNAL') or exists (
  select 1 from room_access a where a.room_id = rooms.id and a.subject_id = any (array(
    select $2::uuid union all select m.queue_id from queue_members m where m.user_id = $2::uuid))))`;

/** Does this actor take part in the room? For a query over `rooms`. */
export function participates(actor: Actor) {
  return sql<boolean>`exists (select 1 from participants p where p.room_id = rooms.id and p.type = 'USER' and p.associated_id = ${actor.userId}::uuid)`;
}

/** Says what a socket of a user receives; of those who are asked for together by one look-up for each account. */
export function userSubjects(db: Database): (actor: Actor) => Promise<string[]> {
  const queuesOf = gathering<string, string[]>(LOOKED_UP_TOGETHER, async (accountId, userIds) => {
    const rows = await db
      .reader(accountId)
      .selectFrom('queue_members')
      .select(['user_id', 'queue_id'])
      .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
      .execute();
    const byUser = Map.groupBy(rows, (row) => row.user_id);
    return userIds.map((id) => (byUser.get(id) ?? []).map((row) => row.queue_id));
  });
  return async (actor) => {
    const queues = await queuesOf(actor.accountId, actor.userId);
    const subjects = [subject.user(actor.userId), subject.account(actor.accountId), ...queues.map(subject.queue)];
    if (readsAll(actor)) subjects.push(subject.readers(actor.accountId));
    return subjects;
  };
}

/** Lets users or queues see a room from now on. */
export async function grantAccess(tx: Tx, accountId: string, roomId: string, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  const added = await tx
    .insertInto('room_access')
    .values(subjectIds.map((subject_id) => ({ account_id: accountId, room_id: roomId, subject_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .execute();
  if (added.length > 0) await raiseAccessNo(tx, roomId);
}

/** Takes the sight of a room from users. To be followed by `sightChanged`. */
export async function revokeAccess(tx: Tx, roomId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('room_access').where('room_id', '=', roomId).where('subject_id', 'in', userIds).execute();
}

/** Those of these users, and of these queues' agents, who do not see the room (any more). */
export async function withoutSight(tx: Tx, room: { id: string; type: string }, subjectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where (u.id = any(${subjectIds}::uuid[]) or u.id in (select m.user_id from queue_members m where m.queue_id = any(${subjectIds}::uuid[])))
      and not may_see_room(${room.id}::uuid, ${room.type}, u.id, u.role = any(${ROLES_THAT_READ_ALL}::text[]))`.execute(tx);
  return rows.map((row) => row.id);
}

export async function raiseAccessNo(tx: Tx, roomId: string): Promise<void> {
  await tx
    .updateTable('rooms')
    .set((eb) => ({ access_no: eb('access_no', '+', 1) }))
    .where('id', '=', roomId)
    .execute();
}

/** Whom the frames of a room may reach. Kept by (room, access number), so that an old audience is never used. */
export interface Audiences {
  of(on: Tx | Reader, accountId: string, room: { id: string; type: string; accessNo: number }): Promise<readonly string[]>;
  /** The same without memory, for a transaction that may have changed it. */
  read(on: Tx | Reader, accountId: string, room: { id: string; type: string }): Promise<string[]>;
}

const KEPT_AUDIENCES = 20_000;

export function createAudiences(): Audiences {
  const kept = new Map<string, { accessNo: number; subjects: readonly string[] }>();
  return {
    read: readAudience,
    async of(on, accountId, room) {
      const known = kept.get(room.id);
      if (known && known.accessNo === room.accessNo) return known.subjects;
      const subjects = await readAudience(on, accountId, room);
      // A reader that ran beside a change may have seen newer rows than its number says, never older: the next change replaces it.
      if (!known || known.accessNo < room.accessNo) {
        if (kept.size >= KEPT_AUDIENCES) kept.clear();
        kept.set(room.id, { accessNo: room.accessNo, subjects });
      }
      return subjects;
    },
  };
}

async function readAudience(on: Tx | Reader, accountId: string, room: { id: string; type: string }): Promise<string[]> {
  const rows = await on
    .selectFrom('room_access')
    .leftJoin('queues', 'queues.id', 'room_access.subject_id')
    .select(['room_access.subject_id', 'queues.id as queue_id'])
    .where('room_access.room_id', '=', room.id)
    .execute();
  const subjects = rows.map((row) => (row.queue_id === null ? subject.user(row.subject_id) : subject.queue(row.subject_id)));
  if (room.type === 'EXTERNAL') subjects.push(subject.readers(accountId));
  return subjects;
}
