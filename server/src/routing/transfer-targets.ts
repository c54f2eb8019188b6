import type { TransferPerson, TransferQueue, TransferTargets } from '@parley/contract';
import { sql } from 'kysely';
import { hasEverCome } from '../identity/index.ts';
import type { Reader } from '../platform/database.ts';
import { LEASE_SECONDS } from './presence.ts';

const MOST = 50;

/** Colleagues and queues whose name has these letters, in any case: whoever is ready first, then whoever holds least. Nobody who is only invited. */
export async function transferTargets(on: Reader, search: string): Promise<TransferTargets> {
  const isThere = sql`exists (select from presence_leases l where l.user_id = p.user_id
    and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))`;
  // Wrapping up counts as busy.
  const isWrappingUp = sql`(p.chat_status = 'ready' and p.wrap_up_until > clock_timestamp())`;
  const people = sql<TransferPerson>`
    select found.*, (select count(*) from conversations c where c.assigned_user_id = found.id and c.state = 'ASSIGNED' and c.snoozed_at is null) as "inHand"
    from (
      select users.id, users.first_name as "firstName", users.last_name as "lastName", users.role, users.job_title as "jobTitle",
        (select file_id from user_pictures where user_pictures.user_id = users.id) as "pictureId",
        case when ${isWrappingUp} then 'busy' else coalesce(p.chat_status, 'offline') end as "chatStatus", coalesce(${isThere}, false) as "isThere"
      from users left join user_presence p on p.user_id = users.id
      where users.active and ${hasEverCome} and position(lower(${search}) in lower(users.first_name || ' ' || users.last_name)) > 0) found
    order by ("chatStatus" = 'ready' and "isThere") desc, "inHand", "firstName", "lastName", id
    limit ${MOST}`.execute(on);
  const queues = sql<TransferQueue>`
    select q.id, q.name, (select count(*) from waiting w where w.queue_id = q.id) as waiting,
      (select count(*) from queue_members m join user_presence p on p.user_id = m.user_id and p.chat_status = 'ready'
        join users u on u.id = m.user_id and u.active where m.queue_id = q.id and ${isThere} and ${isWrappingUp} is not true) as "readyAgents"
    from queues q
    where q.removed_at is null and position(lower(${search}) in lower(q.name)) > 0
    order by q.name, q.id limit ${MOST}`.execute(on);
  return { people: (await people).rows, queues: (await queues).rows };
}
