import type { AssignmentReason } from '@parley/contract';
import { sql } from 'kysely';
import { type Actor, mayDo } from '../accounts/index.ts';
import { hasEverCome } from '../identity/index.ts';
import { announce } from '../platform/announce.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { type Problem, problem } from '../platform/problem.ts';
import { grantAccess, visibleRooms } from './access.ts';
import { conversationAssigned, handsChanged } from './announcements.ts';
import { settleRoomStates } from './room-state.ts';
import { AWAKE } from './snooze.ts';
import { type RoomWork, recordInRooms, roomWork, roomWorks } from './work.ts';

export interface Assignment {
  roomId: string;
  conversationId: string;
  userId: string;
  /** Who must hold it for this to happen: compare-and-set (domain, invariant 8). */
  expectedUserId: string | null;
  /** In which queue it must wait where nobody is to hold it; not given: in whichever. */
  expectedQueueId?: string | null;
}

/**
 * A person takes a conversation or hands it over. One that nobody holds may be taken by whoever sees it; one that is
 * held may be given away by its holder and by those who may reassign. What one has taken already is taken.
 * Throws ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_TAKEN, CONVERSATION_MOVED, CONVERSATION_OUT_OF_SIGHT,
 * CONVERSATION_NOT_YOURS, USER_NOT_FOUND, USER_NEVER_CAME.
 * @param clientMessageId under which the entry in the history is found again
 */
export async function assignByPerson(tx: Tx, actor: Actor, assignment: Assignment, clientMessageId?: string): Promise<void> {
  const visible = await tx
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', assignment.roomId)
    .where(visibleRooms(actor))
    .executeTakeFirst();
  if (!visible) throw (await goneMeanwhile(tx, actor, assignment)) ?? problem('ROOM_NOT_FOUND');
  const heldByOther = assignment.expectedUserId !== null && assignment.expectedUserId !== actor.userId;
  const forOther = assignment.userId !== actor.userId && assignment.expectedUserId !== actor.userId;
  if ((heldByOther || forOther) && !mayDo(actor, ['rooms', 'reassign'])) throw problem('CONVERSATION_NOT_YOURS');
  const work = await roomWork(tx, actor.accountId, assignment.roomId);
  const took = assignment.userId === actor.userId;
  await assign(work, assignment, {
    origin: 'USER',
    originId: actor.userId,
    originName: actor.name,
    reason: took ? 'ASSIGN_REASON_TAKEN' : 'ASSIGN_REASON_HANDED_OVER',
    ...(clientMessageId === undefined ? {} : { clientMessageId }),
  });
}

/**
 * A person gives up a conversation for a queue: its holder, or whoever may reassign, also while it waits. It belongs to nobody then;
 * `from` is who held it. Whoever calls this puts it into a line in the same transaction.
 * Throws ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_TAKEN, CONVERSATION_MOVED, CONVERSATION_NOT_YOURS.
 */
export async function releaseByPerson(
  tx: Tx,
  actor: Actor,
  { roomId, conversationId, ...expected }: Omit<Assignment, 'userId'>,
): Promise<{ work: RoomWork; from: string | null }> {
  const visible = await tx.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst();
  if (!visible) throw problem('ROOM_NOT_FOUND');
  const work = await roomWork(tx, actor.accountId, roomId);
  const conversation = await unresolved(work, conversationId);
  const from = conversation.assigned_user_id;
  requireWhereExpected(conversation, expected);
  if (from !== actor.userId && !mayDo(actor, ['rooms', 'reassign'])) throw problem('CONVERSATION_NOT_YOURS');
  if (from !== null) await takeBack(tx, actor.accountId, [{ roomId, conversationId, heldBy: from }]);
  return { work, from };
}

interface Standing {
  state: string;
  assigned_user_id: string | null;
  queue_id: string | null;
  first_name: string | null;
  last_name: string | null;
}

/** Where it stands until the transaction ends. Throws CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED. */
async function unresolved({ tx, roomId }: RoomWork, conversationId: string): Promise<Standing> {
  const conversation = await tx
    .selectFrom('conversations')
    .leftJoin('users', 'users.id', 'conversations.assigned_user_id')
    .select(['conversations.state', 'conversations.assigned_user_id', 'conversations.queue_id', 'users.first_name', 'users.last_name'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.room_id', '=', roomId)
    .forUpdate('conversations')
    .executeTakeFirst();
  if (!conversation) throw problem('CONVERSATION_NOT_FOUND');
  if (conversation.state === 'RESOLVED') throw problem('CONVERSATION_RESOLVED');
  return conversation;
}

/** Throws CONVERSATION_TAKEN where somebody else holds it, CONVERSATION_MOVED where it waits and was held, or waits in another queue. */
function requireWhereExpected(
  { assigned_user_id: holder, queue_id: queueId, ...name }: Standing,
  { expectedUserId, expectedQueueId }: Pick<Assignment, 'expectedUserId' | 'expectedQueueId'>,
): void {
  if (holder === null) {
    const isThere = expectedUserId === null && (expectedQueueId === undefined || expectedQueueId === queueId);
    if (!isThere) throw problem('CONVERSATION_MOVED');
  } else if (holder !== expectedUserId) {
    throw problem('CONVERSATION_TAKEN', { name: `${name.first_name ?? ''} ${name.last_name ?? ''}`.trim() });
  }
}

/** Why a conversation that waited in the actor's sight, and its room, are out of it: somebody was quicker to take it, or it was moved. */
async function goneMeanwhile(tx: Tx, actor: Actor, { roomId, conversationId, expectedUserId }: Assignment): Promise<Problem | null> {
  if (expectedUserId !== null) return null;
  // Where it waited is told by its own history: of a conversation that was in none of the actor's queues nothing is said.
  const { rows } = await sql<{ state: string; is_in_own_queue: boolean; was_in_own_queue: boolean; name: string }>`
    with own as (select m.queue_id from queue_members m where m.user_id = ${actor.userId}::uuid)
    select c.state, coalesce(c.queue_id in (select queue_id from own), false) as is_in_own_queue,
      exists (
        select from events e where e.room_id = c.room_id and e.conversation_id = c.id and e.type = 'ENTER_QUEUE'
          and (e.assignment -> 'queue' ->> 'id')::uuid in (select queue_id from own)) as was_in_own_queue,
      trim(concat_ws(' ', u.first_name, u.last_name)) as name
    from conversations c left join users u on u.id = c.assigned_user_id
    where c.id = ${conversationId}::uuid and c.room_id = ${roomId}::uuid and c.state <> 'RESOLVED'`.execute(tx);
  const [found] = rows;
  if (found === undefined) return null;
  if (found.is_in_own_queue && found.state === 'ASSIGNED') return problem('CONVERSATION_TAKEN', { name: found.name });
  return found.was_in_own_queue ? problem('CONVERSATION_OUT_OF_SIGHT') : null;
}

/** A conversation that waits, to whom it goes, and why. */
export interface FromQueue extends Omit<Assignment, 'expectedUserId' | 'expectedQueueId'> {
  why: AssignmentReason;
}

/**
 * The queue gives waiting conversations to agents, all at once. Those are left out that wait there no longer (somebody else was quicker, or
 * they went to another queue) and those whose agent has just become inactive.
 * @returns the ids of those that were given
 */
export async function assignFromQueue(tx: Tx, accountId: string, all: readonly FromQueue[]): Promise<ReadonlySet<string>> {
  await roomWorks(
    tx,
    accountId,
    all.map(({ roomId }) => roomId),
  );
  const { rows: standing } = await sql<{ id: string; queue_id: string | null }>`
    select id, queue_id from conversations where id = any(${all.map(({ conversationId }) => conversationId)}::uuid[]) and state = 'UNASSIGNED'
    order by id for update`.execute(tx);
  const waitsIn = new Map(standing.map((row) => [row.id, row.queue_id]));
  // Whoever is just being deactivated is waited for, and a deactivation waits for us.
  const { rows: active } = await sql<{ id: string }>`
    select id from users where id = any(${all.map(({ userId }) => userId)}::uuid[]) and active order by id for key share`.execute(tx);
  const isActive = new Set(active.map(({ id }) => id));
  const given = all.filter(({ conversationId, userId, why }) => waitsIn.get(conversationId) === why.queue.id && isActive.has(userId));
  await give(
    tx,
    accountId,
    given.map(({ why, ...what }) => ({
      ...what,
      heldBy: null,
      by: { origin: 'SYSTEM', originId: null, originName: null, reason: 'ASSIGN_REASON_QUEUE', assignment: why },
    })),
  );
  return new Set(given.map(({ conversationId }) => conversationId));
}

/** Who gives it, and why. */
interface By {
  origin: 'USER' | 'SYSTEM';
  originId: string | null;
  originName: string | null;
  reason: string;
  assignment?: AssignmentReason;
  clientMessageId?: string;
}

/** A person gives a conversation to somebody, if it is where it is thought to be. */
export async function assign(work: RoomWork, assignment: Assignment, by: By): Promise<void> {
  const { tx, accountId, roomId } = work;
  const { conversationId, userId, expectedUserId: heldBy } = assignment;
  const conversation = await unresolved(work, conversationId);
  const isTheirs = conversation.assigned_user_id === userId;
  // Pressed twice, or sent again because the answer was lost.
  if (isTheirs && by.originId === userId) return;
  requireWhereExpected(conversation, assignment);
  if (isTheirs) return;
  const person = await tx.selectFrom('users').select(hasEverCome.as('has_come')).where('id', '=', userId).executeTakeFirst();
  if (!person) throw problem('USER_NOT_FOUND');
  if (!person.has_come) throw problem('USER_NEVER_CAME');
  await give(tx, accountId, [{ roomId, conversationId, userId, heldBy, by }]);
}

interface Giving {
  roomId: string;
  conversationId: string;
  userId: string;
  heldBy: string | null;
  by: By;
}

/**
 * Conversations of rooms that are locked go to somebody each: they take part, see the room, count from its beginning, and it stands in the
 * history. Throws USER_NOT_FOUND for whoever is not active.
 */
async function give(tx: Tx, accountId: string, all: readonly Giving[]): Promise<void> {
  if (all.length === 0) return;
  const rooms = all.map(({ roomId }) => roomId);
  const conversations = all.map(({ conversationId }) => conversationId);
  const users = all.map(({ userId }) => userId);
  const works = await roomWorks(tx, accountId, rooms);
  const now = new Date().toISOString();
  await sql`
    update conversations c set state = 'ASSIGNED', assigned_user_id = t.user_id, assigned_at = ${now}, modified_at = ${now},
      snoozed_at = null, snoozed_until = null, wakes_at = null
    from unnest(${conversations}::uuid[], ${users}::uuid[]) t(id, user_id) where c.id = t.id`.execute(tx);
  // Asked only now: whoever is just being deactivated is waited for by the foreign key, and a deactivation waits for us.
  const people = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where(sql<boolean>`id = any(${users}::uuid[])`)
    .where('active', '=', true)
    .execute();
  const names = new Map(people.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
  if (users.some((id) => !names.has(id))) throw problem('USER_NOT_FOUND');
  for (const { roomId, conversationId } of all) {
    works.get(roomId)?.conversationChanged(conversationId);
    works.get(roomId)?.roomChanged('UPDATED');
  }
  const told = all.map(({ roomId, conversationId, userId, heldBy, by: { originId, originName } }) => {
    const by = originId === null ? null : { id: originId, name: originName ?? '' };
    return { accountId, roomId, conversationId, userId, userName: names.get(userId) ?? '', by, heldBy };
  });
  await announce(tx, conversationAssigned, told);
  await announce(
    tx,
    handsChanged,
    told.flatMap(({ userId, heldBy }) => [userId, ...(heldBy === null ? [] : [heldBy])].map((one) => ({ accountId, userId: one }))),
  );
  await leaveUnlessHolding(tx, works, all);
  const { rows: joined } = await sql<{ room_id: string }>`
    insert into participants (id, account_id, room_id, type, associated_id)
    select t.id, ${accountId}::uuid, t.room_id, 'USER', t.user_id
    from unnest(${all.map(() => newId())}::uuid[], ${rooms}::uuid[], ${users}::uuid[]) t(id, room_id, user_id)
    on conflict do nothing returning room_id`.execute(tx);
  for (const { room_id: roomId } of joined) works.get(roomId)?.participantsChanged();
  await grantAccess(
    tx,
    accountId,
    all.map(({ roomId, userId }) => ({ roomId, subjectId: userId })),
  );
  await startCounting(tx, accountId, all);
  for (const { roomId, userId } of all) works.get(roomId)?.membershipChanged(userId);
  await recordInRooms(
    tx,
    all.map(({ roomId, conversationId, userId, by }) => ({
      roomId,
      conversationId,
      kind: 'SYSTEM',
      type: 'USER_ASSIGNED',
      ...by,
      modifiedParticipants: [{ id: userId, type: 'USER', name: names.get(userId) ?? '' }],
    })),
  );
  await settleRoomStates([...works.values()], new Map(all.map(({ roomId, userId }) => [roomId, userId])));
}

/** A conversation and who holds it. */
export interface Held {
  roomId: string;
  conversationId: string;
  heldBy: string;
}

/** Takes conversations of rooms that are locked from those who hold them, all at once; they belong to nobody until they are given out again. */
export async function takeBack(tx: Tx, accountId: string, all: readonly Held[]): Promise<void> {
  if (all.length === 0) return;
  const works = await roomWorks(
    tx,
    accountId,
    all.map(({ roomId }) => roomId),
  );
  await tx
    .updateTable('conversations')
    .set({ state: 'UNASSIGNED', assigned_user_id: null, assigned_at: null, modified_at: new Date().toISOString(), ...AWAKE })
    .where(sql<boolean>`id = any(${all.map(({ conversationId }) => conversationId)}::uuid[])`)
    .execute();
  for (const { roomId, conversationId } of all) {
    works.get(roomId)?.conversationChanged(conversationId);
    works.get(roomId)?.roomChanged('UPDATED');
  }
  await announce(
    tx,
    handsChanged,
    all.map(({ heldBy }) => ({ accountId, userId: heldBy })),
  );
  await leaveUnlessHolding(tx, works, all);
  await settleRoomStates([...works.values()]);
}

/** Who held conversations of rooms that are locked, and holds none there any more, takes part no more. */
export async function leaveUnlessHolding(
  tx: Tx,
  works: ReadonlyMap<string, RoomWork>,
  all: ReadonlyArray<{ roomId: string; heldBy: string | null }>,
): Promise<void> {
  const held = all.filter(({ heldBy }) => heldBy !== null);
  if (held.length === 0) return;
  const { rows } = await sql<{ room_id: string }>`
    delete from participants p using unnest(${held.map(({ roomId }) => roomId)}::uuid[], ${held.map(({ heldBy }) => heldBy)}::uuid[]) t(room_id, user_id)
    where p.room_id = t.room_id and p.type = 'USER' and p.associated_id = t.user_id and not exists (
      select from conversations c where c.room_id = t.room_id and c.assigned_user_id = t.user_id and c.state = 'ASSIGNED')
    returning p.room_id`.execute(tx);
  for (const { room_id: roomId } of rows) works.get(roomId)?.participantsChanged();
}

/** Missed is counted from the beginning of the conversation that one was given, not from the beginning of the room. */
async function startCounting(tx: Tx, accountId: string, all: readonly Giving[]): Promise<void> {
  await sql`
    insert into memberships as m (account_id, room_id, user_id, seen_public, seen_private)
    select ${accountId}::uuid, t.room_id, t.user_id,
      max(case when f.seq is null then r.public_count else f.public_no - (f.counts and not f.private)::integer end),
      max(case when f.seq is null then r.private_count else f.private_no - (f.counts and f.private)::integer end)
    from unnest(${all.map(({ roomId }) => roomId)}::uuid[], ${all.map(({ conversationId }) => conversationId)}::uuid[],
        ${all.map(({ userId }) => userId)}::uuid[]) t(room_id, conversation_id, user_id)
      join rooms r on r.id = t.room_id
      left join lateral (
        select e.seq, e.public_no, e.private_no, e.private, e.kind = 'COMMUNICATION' as counts from events e
        where e.room_id = t.room_id and e.conversation_id = t.conversation_id order by e.seq limit 1) f on true
    group by t.room_id, t.user_id
    on conflict (room_id, user_id) do update set seen_public = greatest(m.seen_public, excluded.seen_public),
      seen_private = greatest(m.seen_private, excluded.seen_private)`.execute(tx);
}
