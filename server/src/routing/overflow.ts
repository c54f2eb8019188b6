import type { AssignmentReason } from '@parley/contract';
import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database.ts';
import { roomWork } from '../rooms/index.ts';
import { recordEntry } from './default-queue.ts';
import { holdingGivingOut } from './give-out-lock.ts';
import { settleQueueSight } from './queue-sight.ts';
import { openedQueues } from './timeslots/queue-hours.ts';
import { queuesOf } from './waiting.ts';
import { type Overflow, type WayOn, waysOn } from './ways-on.ts';

const MINUTE = 60_000;
/** Conversations moved in one transaction at most: their rooms stay locked until its end. */
const MOST_MOVED = 50;

/** What came of one look at what may go on. */
export interface MovedOn {
  moved: number;
  /** More may go on at once. */
  hasMore: boolean;
  /** When the next has waited long enough: milliseconds since 1970. */
  dueAt: number | null;
}

interface Due {
  conversation_id: string;
  room_id: string;
  from_id: string;
  into_id: string;
  is_closed: boolean;
}

const columnsOf = (ways: readonly WayOn[]) => sql`unnest(
    ${ways.map(({ from }) => from)}::uuid[], ${ways.map(({ into }) => into)}::uuid[], ${ways.map(({ rank }) => rank)}::integer[],
    ${ways.map(({ minutes }) => minutes)}::integer[], ${ways.map(({ isClosed }) => isClosed)}::boolean[],
    ${ways.map(({ openedAt }) => (openedAt === null ? null : new Date(openedAt).toISOString()))}::timestamptz[])
    way(from_id, into_id, rank, minutes, is_closed, opened_at)
  join waiting w on w.queue_id = way.from_id and not way.into_id = any (w.passed)`;

/** When one has waited there long enough: since it came or, where that is later, since the queue opened. */
const DUE = sql`greatest(w.entered_at, way.opened_at) + make_interval(mins => way.minutes)`;

/** Moves on what has waited too long, or waits where nobody is there, oldest first (docs/queues.md, "Overflow"). */
export async function moveOn(db: Database, accountId: string, now = Date.now()): Promise<MovedOn> {
  const overflows = await overflowsOf(db, accountId);
  if (overflows.length === 0) return { moved: 0, hasMore: false, dueAt: null };
  return holdingGivingOut(db, accountId, async (tx) => {
    const longest = Math.max(...overflows.map(({ minutes }) => minutes));
    const ways = waysOn(overflows, await openedQueues(tx, now, now - longest * MINUTE));
    const at = new Date(now).toISOString();
    const { rows: due } = await sql<Due>`
      select conversation_id, room_id, from_id, into_id, is_closed from (
        select distinct on (w.conversation_id) w.conversation_id, w.room_id, way.from_id, way.into_id, way.is_closed, w.place
        from ${columnsOf(ways)}
        where way.is_closed or ${DUE} <= ${at}::timestamptz
        order by w.conversation_id, way.rank) due
      order by place limit ${MOST_MOVED}`.execute(tx);
    let moved = 0;
    // Rooms are locked in this order by everybody.
    for (const one of due.toSorted((a, b) => (a.room_id < b.room_id ? -1 : 1))) if (await move(tx, accountId, one, at)) moved++;
    return { moved, hasMore: due.length === MOST_MOVED && moved > 0, dueAt: await nextDue(tx, ways, at) };
  });
}

async function overflowsOf(db: Database, accountId: string): Promise<Overflow[]> {
  const rows = await db
    .reader(accountId)
    .selectFrom('queues')
    .select(['id', 'overflow_queue_id', 'overflow_minutes'])
    .where('overflow_queue_id', 'is not', null)
    .where('removed_at', 'is', null)
    .execute();
  return rows.flatMap(({ id, overflow_queue_id: into, overflow_minutes: minutes }) => (into === null ? [] : [{ from: id, into, minutes }]));
}

/** False when it waits there no longer, or its goal was put away meanwhile. */
async function move(tx: Tx, accountId: string, one: Due, at: string): Promise<boolean> {
  const work = await roomWork(tx, accountId, one.room_id);
  const goal = await tx
    .selectFrom('queues')
    .select('id')
    .where('id', '=', one.into_id)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (goal === undefined) return false;
  const { rows } = await sql`
    update waiting set queue_id = ${one.into_id}::uuid, entered_at = ${at}::timestamptz, passed = array_append(passed, queue_id)
    where conversation_id = ${one.conversation_id}::uuid and queue_id = ${one.from_id}::uuid returning conversation_id`.execute(tx);
  if (rows.length === 0) return false;
  const queues = await queuesOf(tx, [one.from_id, one.into_id]);
  const [from, into] = [queues.get(one.from_id), queues.get(one.into_id)];
  if (from === undefined || into === undefined) throw new Error('a queue is gone that the foreign keys hold');
  await tx.updateTable('conversations').set({ queue_id: into.id }).where('id', '=', one.conversation_id).execute();
  await settleQueueSight(work);
  const cameFrom: AssignmentReason['cameFrom'] = { id: from.id, name: from.name, because: one.is_closed ? 'CLOSED' : 'WAITED' };
  await recordEntry(work, one.conversation_id, into, one.is_closed ? 'QUEUE_REASON_OVERFLOW_CLOSED' : 'QUEUE_REASON_OVERFLOW', {
    cameFrom,
  });
  work.conversationChanged(one.conversation_id);
  return true;
}

async function nextDue(tx: Tx, ways: readonly WayOn[], at: string): Promise<number | null> {
  const { rows } = await sql<{ due: number | null }>`
    select (extract(epoch from min(${DUE})) * 1000)::double precision as due
    from ${columnsOf(ways)} where ${DUE} > ${at}::timestamptz`.execute(tx);
  const due = rows[0]?.due ?? null;
  return due === null ? null : Math.ceil(due);
}
