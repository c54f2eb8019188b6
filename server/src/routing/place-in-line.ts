import type { VisitorWaiting } from '@parley/contract';
import { sql } from 'kysely';
import type { Reader } from '../platform/database.ts';
import { LEASE_SECONDS } from './presence.ts';
import { isQueueOpenNow } from './timeslots/queue-hours.ts';

/** Of so many of the last that were taken the wait is looked at; of fewer than the second nothing is said. */
const LAST_WAITS = 20;
const FEWEST_WAITS = 3;

/**
 * Anybody of the queue with the application open who is ready, if perhaps full or wrapping up, or busy with conversations that they
 * hold. Whoever is on a break, or busy with something else, takes nothing until they say so.
 */
const SOMEBODY_IS_AT_WORK = sql<boolean>`exists (
  select from queue_members m join users u on u.id = m.user_id and u.active join user_presence p on p.user_id = m.user_id
  where m.queue_id = mine.queue_id
    and (p.chat_status = 'ready' or p.chat_status = 'busy' and exists (
      select from conversations c where c.assigned_user_id = m.user_id and c.state = 'ASSIGNED'))
    and exists (
    select from presence_leases l where l.user_id = m.user_id and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS})))`;

/**
 * How it stands with the conversation of a contact channel that waits: how many there are up to it in its queue, how long the last twenty waited
 * there (the median; nothing while nobody is at work), and, while the queue is closed, when it opens.
 */
export async function placeInLine(on: Reader, contactChannelId: string, now = Date.now()): Promise<VisitorWaiting> {
  const { rows } = await sql<{ queue_id: string; is_at_work: boolean; place: number; usual: number | null }>`
    select mine.queue_id, ${SOMEBODY_IS_AT_WORK} as is_at_work,
      (select count(*) from waiting w where w.queue_id = mine.queue_id and w.place <= mine.place)::integer as place,
      (select percentile_cont(0.5) within group (order by last.waited_ms) from (
        select c.waited_ms from conversations c
        where c.queue_id = mine.queue_id and c.waited_ms is not null and c.assigned_at is not null
        order by c.assigned_at desc limit ${LAST_WAITS}) last
        having count(*) >= ${FEWEST_WAITS}) as usual
    from conversation_channels cc join waiting mine on mine.conversation_id = cc.conversation_id
    where cc.contact_channel_id = ${contactChannelId}::uuid and cc.open limit 1`.execute(on);
  const [mine] = rows;
  if (mine === undefined) return { place: null, isAnybodyThere: false, usualSeconds: null, opensAt: null };
  const { isOpen, opensAt } = await isQueueOpenNow(on, mine.queue_id, now);
  const isAnybodyThere = mine.is_at_work && isOpen;
  return {
    place: mine.place,
    isAnybodyThere,
    usualSeconds: mine.usual === null || !isAnybodyThere ? null : Math.round(mine.usual / 1000),
    opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
  };
}
