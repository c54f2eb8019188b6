import type { OpeningHours } from '@parley/contract';
import { isOpen, nextOpening, openSince } from '@parley/contract/timeslots/calendar';
import type { Reader, Tx } from '../../platform/database.ts';
import { hoursOf } from './timeslots-store.ts';

/** When a queue of the account that is set on `on` is open, by its timeslot; null: always, or there is no such queue. */
async function hoursOfQueue(on: Reader | Tx, queueId: string): Promise<OpeningHours | null> {
  const row = await on
    .selectFrom('queues')
    .innerJoin('timeslots', 'timeslots.id', 'queues.timeslot_id')
    .select(['timeslots.timezone', 'timeslots.working_time', 'timeslots.exceptions'])
    .where('queues.id', '=', queueId)
    .executeTakeFirst();
  return row === undefined ? null : hoursOf(row);
}

interface QueueHours {
  isOpen: boolean;
  /** When somebody is back: milliseconds since 1970. Null while it is open, and when it does not open within two years. */
  opensAt: number | null;
}

/** Whether a queue is open now, and since it is closed, when it opens (administration, section 3: timeslots). */
export async function isQueueOpenNow(on: Reader | Tx, queueId: string, now = Date.now()): Promise<QueueHours> {
  const hours = await hoursOfQueue(on, queueId);
  if (hours === null || isOpen(hours, now)) return { isOpen: true, opensAt: null };
  return { isOpen: false, opensAt: nextOpening(hours, now) };
}

/** While the queue into which everything new goes is closed, when it opens; null while it is open, and where there is none. */
export async function newConversationsFrom(on: Reader, now = Date.now()): Promise<string | null> {
  const queue = await on
    .selectFrom('queues')
    .select('id')
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  const opensAt = queue === undefined ? null : (await isQueueOpenNow(on, queue.id, now)).opensAt;
  return opensAt === null ? null : new Date(opensAt).toISOString();
}

/** Those queues of the account that is set on `on` that keep to a timeslot, each with its hours. */
async function hoursOfQueues(on: Reader | Tx): Promise<[queueId: string, hours: OpeningHours][]> {
  const rows = await on
    .selectFrom('queues')
    .innerJoin('timeslots', 'timeslots.id', 'queues.timeslot_id')
    .select(['queues.id', 'timeslots.timezone', 'timeslots.working_time', 'timeslots.exceptions'])
    .execute();
  return rows.map((row) => [row.id, hoursOf(row)]);
}

/** Queues of the account that is set on `on` from which nothing is given out at this moment, each with its hours. */
export async function closedQueues(on: Reader | Tx, now = Date.now()): Promise<ReadonlyMap<string, OpeningHours>> {
  return new Map((await hoursOfQueues(on)).filter(([, hours]) => !isOpen(hours, now)));
}

/**
 * Since when the queues of the account that is set on `on` have been open that keep to a timeslot, milliseconds since 1970 and at the
 * earliest since `earliest`; null while one is closed.
 */
export async function openedQueues(on: Reader | Tx, now: number, earliest: number): Promise<ReadonlyMap<string, number | null>> {
  return new Map((await hoursOfQueues(on)).map(([queueId, hours]) => [queueId, openSince(hours, now, earliest)]));
}

/** When the first of these closed queues opens in which something waits; null: none of them within two years, or nothing waits. */
export async function nextToOpen(on: Reader | Tx, closed: ReadonlyMap<string, OpeningHours>, now = Date.now()): Promise<number | null> {
  if (closed.size === 0) return null;
  const rows = await on
    .selectFrom('queues')
    .select('id')
    .where('id', 'in', [...closed.keys()])
    .where((eb) => eb.exists(eb.selectFrom('waiting').select('conversation_id').whereRef('waiting.queue_id', '=', 'queues.id')))
    .execute();
  const openings = rows.map(({ id }) => closed.get(id)).map((hours) => (hours === undefined ? null : nextOpening(hours, now)));
  return openings.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);
}
