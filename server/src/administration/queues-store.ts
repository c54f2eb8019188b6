import { type QueueDetails, type QueueMember, QueueStrategy, type QueueSummary, type QueuesQuery } from '@parley/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import { pageOf, sortOf } from '../accounts/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { DB } from '../platform/schema.ts';

const AGENTS = sql<number>`(select count(*) from queue_members m join users u on u.id = m.user_id and u.active where m.queue_id = queues.id)`;
const WAITING = sql<number>`(select count(*) from waiting w where w.queue_id = queues.id)`;

const SORTED_BY = {
  name: sql`lower(queues.name)`,
  strategy: sql`queues.strategy`,
  agents: AGENTS,
  waiting: WAITING,
  createdAt: sql`queues.created_at`,
} as const;

type Chosen = SelectQueryBuilder<DB, 'queues', object>;

/** Those that were not put away. */
const standing = (on: Reader | Tx): Chosen => on.selectFrom('queues').where('queues.removed_at', 'is', null);

const TIMESLOT = sql<{ id: string; name: string } | null>`(
  select json_build_object('id', t.id, 'name', t.name) from timeslots t where t.account_id = queues.account_id and t.id = queues.timeslot_id)`;

const OVERFLOW = sql<{ id: string; name: string } | null>`(
  select json_build_object('id', o.id, 'name', o.name) from queues o where o.account_id = queues.account_id and o.id = queues.overflow_queue_id)`;

const summaries = (of: Chosen) =>
  of
    .select([
      'id',
      'account_id',
      'name',
      'description',
      'strategy',
      'is_default',
      'overflow_minutes',
      'silent_minutes',
      'wrap_up_seconds',
      'created_at',
    ])
    .select([AGENTS.as('agents'), WAITING.as('waiting'), TIMESLOT.as('timeslot'), OVERFLOW.as('overflow')]);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof summaries>['executeTakeFirst']>>>;

const summaryOf = (row: Row): QueueSummary => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  description: row.description,
  strategy: QueueStrategy.parse(row.strategy),
  timeslot: row.timeslot,
  wrapUpSeconds: row.wrap_up_seconds,
  overflow: row.overflow,
  overflowMinutes: row.overflow_minutes,
  silentMinutes: row.silent_minutes,
  isDefault: row.is_default,
  agents: row.agents,
  waiting: row.waiting,
  createdAt: row.created_at,
});

function narrowed(of: Chosen, { search, strategy }: QueuesQuery): Chosen {
  let chosen = of;
  if (strategy !== undefined) chosen = chosen.where('queues.strategy', '=', strategy);
  if (search !== undefined && search !== '') {
    chosen = chosen.where(sql<boolean>`strpos(lower(queues.name || ' ' || queues.description), lower(${search})) > 0`);
  }
  return chosen;
}

/** A page of the queues of the account that is set on `on`. */
export async function listQueues(on: Reader, query: QueuesQuery) {
  const { page, size, sort } = query;
  const { field, direction } = sortOf(sort);
  const chosen = narrowed(standing(on), query);
  const { count } = await chosen.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await summaries(chosen)
    .orderBy(SORTED_BY[field], direction)
    .orderBy('queues.id')
    .limit(size)
    .offset(page * size)
    .execute();
  return pageOf(rows.map(summaryOf), query, count);
}

async function readMembers(on: Reader | Tx, queueId: string): Promise<QueueMember[]> {
  const rows = await on
    .selectFrom('queue_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('user_pictures as i', 'i.user_id', 'm.user_id')
    .select(['m.user_id', 'm.skill', 'm.job_title', 'u.first_name', 'u.last_name', 'u.active', 'i.file_id as picture_id'])
    .where('m.queue_id', '=', queueId)
    .orderBy(sql`lower(u.first_name || ' ' || u.last_name)`)
    .orderBy('m.user_id')
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    pictureId: row.picture_id,
    active: row.active,
    skill: row.skill,
    jobTitle: row.job_title,
  }));
}

/** One queue of the account that is set on `on`, with its agents by name. Throws QUEUE_NOT_FOUND. */
export async function readQueue(on: Reader | Tx, queueId: string): Promise<QueueDetails> {
  const row = await summaries(standing(on).where('queues.id', '=', queueId)).executeTakeFirst();
  if (row === undefined) throw problem('QUEUE_NOT_FOUND');
  return { ...summaryOf(row), members: await readMembers(on, queueId) };
}
