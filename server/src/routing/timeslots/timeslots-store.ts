import { OpeningHours, type Timeslot, type TimeslotQuery, Use } from '@parley/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { pageOf, sortOf } from '../../accounts/index.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';

const SORTED_BY = {
  priority: 'timeslots.priority',
  name: 'timeslots.name_normalized',
  createdAt: 'timeslots.created_at',
} as const;

const usedBy = sql<unknown>`(
  select coalesce(json_agg(json_build_object('kind', 'QUEUE', 'id', q.id, 'name', q.name) order by q.name, q.id), '[]')
  from queues q where q.account_id = timeslots.account_id and q.timeslot_id = timeslots.id)`;

const details = (on: Reader | Tx) => on.selectFrom('timeslots').selectAll('timeslots').select(usedBy.as('used_by'));
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof details>['executeTakeFirst']>>>;

/** Judged also on its way out: what could not be stored today must not be reckoned with either. */
export const hoursOf = (row: { timezone: string; working_time: unknown; exceptions: unknown }): OpeningHours =>
  OpeningHours.parse({ timezone: row.timezone, workingTime: row.working_time, exceptions: row.exceptions });

const detailsOf = (row: Row): Timeslot => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  description: row.description,
  priority: row.priority,
  ...hoursOf(row),
  usedBy: z.array(Use).parse(row.used_by),
  createdAt: row.created_at,
});

/** A timeslot of the account that is set on `on`. Throws TIMESLOT_NOT_FOUND. */
export async function readTimeslot(on: Reader | Tx, timeslotId: string): Promise<Timeslot> {
  const row = await details(on).where('timeslots.id', '=', timeslotId).executeTakeFirst();
  if (row === undefined) throw problem('TIMESLOT_NOT_FOUND');
  return detailsOf(row);
}

/** A page of the timeslots of the account that is set on `on`, with the account's own time zone. */
export async function listTimeslots(on: Reader, query: TimeslotQuery) {
  const { page, size, sort, search } = query;
  const { field, direction } = sortOf(sort);
  const found = sql<boolean>`strpos(lower(timeslots.name || ' ' || timeslots.description), lower(${search ?? ''})) > 0`;
  const { count } = await on
    .selectFrom('timeslots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(found)
    .executeTakeFirstOrThrow();
  const rows = await details(on)
    .where(found)
    .orderBy(SORTED_BY[field], direction)
    // Those of one priority are looked at by name.
    .orderBy('timeslots.name_normalized')
    .orderBy('timeslots.id')
    .limit(size)
    .offset(page * size)
    .execute();
  const { timezone } = await on.selectFrom('accounts').select('timezone').executeTakeFirstOrThrow();
  return { ...pageOf(rows.map(detailsOf), query, count), timezone };
}
