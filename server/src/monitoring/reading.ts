import type { MonitoredStates, MonitoredUsers, Monitoring } from '@parley/contract';
import { sql } from 'kysely';
import type { Reader } from '../platform/database.ts';
import { LEASE_SECONDS } from '../routing/index.ts';

/**
 * The moment of the statement, which is before what it sees: whatever was read later has seen what this one has, and more.
 */
const READ_AT = sql`(extract(epoch from statement_timestamp()) * 1000000)::bigint`;

/** These people of the reader's account, whether active or not; null for everybody who is active. */
const chosen = (userIds: readonly string[] | null) =>
  userIds === null ? sql`select u.* from users u where u.active` : sql`select u.* from users u where u.id = any(${[...userIds]}::uuid[])`;

/** Who they are, and in which queues. One statement, so that all of it is of one moment. */
export async function readUsers(on: Reader, userIds: readonly string[] | null): Promise<MonitoredUsers> {
  const { rows } = await sql<{ read_at: number; users: MonitoredUsers['users'] }>`
    select ${READ_AT} as read_at, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'jobTitle', u.job_title, 'pictureId', p.file_id,
        'role', u.role, 'active', u.active, 'queueIds', coalesce(m.ids, '[]'::jsonb)) order by u.id)
      from (${chosen(userIds)}) u
        left join user_pictures p on p.user_id = u.id
        left join (
          select m.user_id, jsonb_agg(m.queue_id order by m.queue_id) as ids
          from queue_members m join queues q on q.id = m.queue_id and q.removed_at is null group by m.user_id) m on m.user_id = u.id
    ), '[]'::jsonb) as users`.execute(on);
  const [row] = rows;
  return { readAt: row?.read_at ?? 0, users: row?.users ?? [] };
}

/** How they work. */
export async function readStates(on: Reader, userIds: readonly string[] | null): Promise<MonitoredStates> {
  const { rows } = await sql<{ read_at: number; user_id: string | null } & Omit<MonitoredStates['states'][number], 'userId'>>`
    with people as (select id from (${chosen(userIds)}) u),
      held as (
        select c.assigned_user_id as user_id, count(*) filter (where c.snoozed_at is null)::integer as in_hand,
          count(*) filter (where c.snoozed_at is not null)::integer as snoozed
        from conversations c where c.state = 'ASSIGNED' and c.assigned_user_id = any(array(select id from people)) group by c.assigned_user_id)
    select ${READ_AT} as read_at, people.id as user_id, coalesce(p.chat_status, 'offline') as "chatStatus", p.status_since as since,
      exists (select from presence_leases l where l.user_id = people.id
        and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}::integer)) as "isThere",
      case when p.wrap_up_until > clock_timestamp() then p.wrap_up_until end as "wrapUpUntil",
      coalesce(held.in_hand, 0) as "inHand", coalesce(held.snoozed, 0) as snoozed
    from (select 1) one left join people on true
      left join user_presence p on p.user_id = people.id
      left join held on held.user_id = people.id
    order by people.id`.execute(on);
  const states = rows.flatMap(({ read_at: _at, user_id: userId, ...state }) => (userId === null ? [] : [{ userId, ...state }]));
  return { readAt: rows[0]?.read_at ?? 0, states };
}

/** Everybody who is active, and how each of them works. What is read first says when. */
export async function readMonitoring(on: Reader): Promise<Monitoring> {
  const { readAt, users } = await readUsers(on, null);
  const { states } = await readStates(on, null);
  return { readAt, users, states };
}
