import { can, Role } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { mayDo } from '../accounts/index.ts';
import { beforeCommit, type Database, type Reader, type Tx } from '../platform/database.ts';
import { gathering } from '../platform/gather.ts';
import { problem } from '../platform/problem.ts';

/** Subjects of the hub. A room's frames go to the users and queues that `room_access` names, and to those who see all. */
export const subject = {
  user: (userId: string) => `user:${userId}`,
  queue: (queueId: string) => `queue:${queueId}`,
  /** Everybody of the account who may read every external room. */
  readers: (accountId: string) => `readers:${accountId}`,
  /** Everybody of the account who may watch how its people work. */
  monitors: (accountId: string) => `monitors:${accountId}`,
  /** Everybody of the account who is signed in. */
  account: (accountId: string) => `account:${accountId}`,
  /** Where those windows are that look at a room. */
  lookers: (roomId: string) => `lookers:${roomId}`,
  /** One visitor's contact channel. */
  contactChannel: (contactChannelId: string) => `channel:${contactChannelId}`,
};

const LOOKED_UP_TOGETHER = 200;
/** Of these roles everybody sees every external room of their account. */
export const ROLES_THAT_READ_ALL = Role.options.filter((role) => can(role, ['rooms', 'readAll'], {}));

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

/** Throws ROOM_NOT_FOUND where this actor does not see it. */
export async function requireVisibleRoom(tx: Tx, actor: Actor, roomId: string): Promise<void> {
  const visible = await tx.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!visible) throw problem('ROOM_NOT_FOUND');
}

const HAS_ACCESS = `exists (
  select 1 from room_access a where a.room_id = rooms.id and a.subject_id = any (array(
    select $2::uuid union all select m.queue_id from queue_members m where m.user_id = $2::uuid)))`;

/** The same as text for a prepared statement over `rooms`: $2 is the user, $3 whether they read every external room. */
export const SEES_ROOM = `(($3 and rooms.type = 'EXTERNAL') or ${HAS_ACCESS})`;

/** The same of a user $2 of whom that is known beforehand: what is not asked costs nothing. */
export const sightOf = ({ readsAll }: { readsAll: boolean }): string =>
  readsAll ? `(rooms.type = 'EXTERNAL' or ${HAS_ACCESS})` : HAS_ACCESS;

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
    if (mayDo(actor, ['monitoring', 'watch'])) subjects.push(subject.monitors(actor.accountId));
    return subjects;
  };
}

/** Lets users or queues see rooms from now on. */
export async function grantAccess(tx: Tx, accountId: string, all: ReadonlyArray<{ roomId: string; subjectId: string }>): Promise<void> {
  if (all.length === 0) return;
  const added = await tx
    .insertInto('room_access')
    .values(all.map(({ roomId, subjectId }) => ({ account_id: accountId, room_id: roomId, subject_id: subjectId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('room_id')
    .execute();
  raiseAccessNo(
    tx,
    added.map((row) => row.room_id),
  );
}

/** Takes the sight of a room from users. To be followed by `sightChanged`. */
export async function revokeAccess(tx: Tx, roomId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('room_access').where('room_id', '=', roomId).where('subject_id', 'in', userIds).execute();
}

/**
 * Of each room those of these users, and of these queues' agents, who do not see it (any more), by the rows and not by asking
 * `may_see_room` of each: a queue may have hundreds of agents, and those that give out change many rooms.
 */
export async function withoutSight(
  tx: Tx,
  rooms: ReadonlyArray<{ id: string; type: string; subjectIds: readonly string[] }>,
): Promise<ReadonlyMap<string, string[]>> {
  if (rooms.length === 0) return new Map();
  const { rows: access } = await sql<{ room_id: string; subject_id: string }>`
    select room_id, subject_id from room_access where room_id = any(${rooms.map(({ id }) => id)}::uuid[])`.execute(tx);
  const seenBy = Map.groupBy(access, (row) => row.room_id);
  const subjects = [...new Set([...rooms.flatMap(({ subjectIds }) => subjectIds), ...access.map((row) => row.subject_id)])];
  // A user is a subject too: their own group of one.
  const { rows: people } = await sql<{ subject_id: string; user_id: string; reads_all: boolean }>`
    select m.queue_id as subject_id, m.user_id, u.role = any(${ROLES_THAT_READ_ALL}::text[]) as reads_all
    from queue_members m join users u on u.id = m.user_id where m.queue_id = any(${subjects}::uuid[])
    union all
    select u.id, u.id, u.role = any(${ROLES_THAT_READ_ALL}::text[]) from users u where u.id = any(${subjects}::uuid[])`.execute(tx);
  const peopleOf = Map.groupBy(people, (row) => row.subject_id);
  return new Map(
    rooms.map(({ id, type, subjectIds }) => {
      const seeing = new Set((seenBy.get(id) ?? []).flatMap((row) => (peopleOf.get(row.subject_id) ?? []).map(({ user_id }) => user_id)));
      const lost = subjectIds.flatMap((subjectId) => peopleOf.get(subjectId) ?? []);
      const left = lost.filter(({ user_id, reads_all }) => !seeing.has(user_id) && !(reads_all && type === 'EXTERNAL'));
      return [id, [...new Set(left.map(({ user_id }) => user_id))]];
    }),
  );
}

/** Rooms whose audience this transaction has changed and whose number is still to be raised. */
const toRaise = new WeakMap<Tx, Set<string>>();

/** Ends what is kept of the audiences of these rooms: their numbers are raised at the end of the transaction, once each. */
export function raiseAccessNo(tx: Tx, roomIds: readonly string[]): void {
  if (roomIds.length === 0) return;
  let those = toRaise.get(tx);
  if (those === undefined) {
    const fresh = new Set<string>();
    those = fresh;
    toRaise.set(tx, fresh);
    beforeCommit(tx, async () => {
      if (fresh.size > 0) await sql`update rooms set access_no = access_no + 1 where id = any(${[...fresh]}::uuid[])`.execute(tx);
    });
  }
  for (const id of roomIds) those.add(id);
}

/** Of these rooms those whose numbers are to be raised: by whoever asks, in an update of the row that is due in any case. */
export function takeToRaise(tx: Tx, roomIds: readonly string[]): ReadonlySet<string> {
  const those = toRaise.get(tx);
  return new Set(roomIds.filter((id) => those?.delete(id)));
}

/** Whom the frames of a room may reach. Kept by (room, access number), so that an old audience is never used. */
export interface Audiences {
  of(on: Tx | Reader, accountId: string, room: { id: string; type: string; accessNo: number }): Promise<readonly string[]>;
  /** The same of several without memory, for a transaction that may have changed them; by room. */
  read(on: Tx | Reader, accountId: string, rooms: ReadonlyArray<{ id: string; type: string }>): Promise<ReadonlyMap<string, string[]>>;
}

const KEPT_AUDIENCES = 20_000;

export function createAudiences(): Audiences {
  const kept = new Map<string, { accessNo: number; subjects: readonly string[] }>();
  return {
    read: readAudiences,
    async of(on, accountId, room) {
      const known = kept.get(room.id);
      if (known && known.accessNo === room.accessNo) return known.subjects;
      const subjects = (await readAudiences(on, accountId, [room])).get(room.id) ?? [];
      // A reader that ran beside a change may have seen newer rows than its number says, never older: the next change replaces it.
      if (!known || known.accessNo < room.accessNo) {
        if (kept.size >= KEPT_AUDIENCES) kept.clear();
        kept.set(room.id, { accessNo: room.accessNo, subjects });
      }
      return subjects;
    },
  };
}

async function readAudiences(
  on: Tx | Reader,
  accountId: string,
  rooms: ReadonlyArray<{ id: string; type: string }>,
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ room_id: string; subject_id: string; is_queue: boolean }>`
    select a.room_id, a.subject_id, q.id is not null as is_queue from room_access a left join queues q on q.id = a.subject_id
    where a.room_id = any(${rooms.map(({ id }) => id)}::uuid[])`.execute(on);
  const ofRoom = Map.groupBy(rows, (row) => row.room_id);
  return new Map(
    rooms.map(({ id, type }) => {
      const named = (ofRoom.get(id) ?? []).map((row) => (row.is_queue ? subject.queue(row.subject_id) : subject.user(row.subject_id)));
      return [id, type === 'EXTERNAL' ? [...named, subject.readers(accountId)] : named];
    }),
  );
}
