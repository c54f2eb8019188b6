import { CAPACITY, QueueStrategy } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { AccountSettings } from '../accounts/index.ts';
import type { Tx } from '../platform/database.ts';
import { LEASE_SECONDS } from './presence.ts';
import type { AvailableAgent, WaitingConversation } from './rounds.ts';

type Weights = AccountSettings['capacityWeights'];

/** What a conversation takes of an agent: the weight of its heaviest channel. `id` is the column that names it. */
const weightOf = (id: RawBuilder<unknown>, weights: Weights) => sql`(
  select coalesce(max((${JSON.stringify(weights)}::jsonb ->> ch.type)::integer), ${weights.LIVECHAT}::integer)
  from conversation_channels cc join contact_channels ch on ch.id = cc.contact_channel_id where cc.conversation_id = ${id} and cc.open)`;

/**
 * Who is ready, with a lease that is fresh at this moment, in a queue, below capacity, and done with what they resolved last. What sleeps takes
 * nothing of anybody.
 */
export async function availableAgents(tx: Tx, weights: Weights): Promise<AvailableAgent[]> {
  const { rows } = await sql<{
    user_id: string;
    skills: Record<string, number>;
    load: number;
    in_hand: number;
    last_assigned: number | null;
  }>`
    select p.user_id, jsonb_object_agg(m.queue_id, m.skill) as skills, held.load, held.in_hand,
      (extract(epoch from p.last_assigned_at) * 1000000)::bigint as last_assigned
    from user_presence p
      join users u on u.id = p.user_id and u.active
      join queue_members m on m.user_id = p.user_id
      cross join lateral (
        select count(*) as in_hand, coalesce(sum(${weightOf(sql`c.id`, weights)}), 0)::integer as load
        from conversations c where c.assigned_user_id = p.user_id and c.state = 'ASSIGNED' and c.snoozed_at is null) held
    where p.chat_status = 'ready' and (p.wrap_up_until is null or p.wrap_up_until <= clock_timestamp()) and held.load < ${CAPACITY}
      and exists (select from presence_leases l where l.user_id = p.user_id and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))
    group by p.user_id, held.load, held.in_hand`.execute(tx);
  return rows.map((row) => ({
    userId: row.user_id,
    skills: new Map(Object.entries(row.skills)),
    load: row.load,
    inHand: row.in_hand,
    lastAssignedAt: row.last_assigned,
  }));
}

export interface QueueFacts {
  id: string;
  name: string;
  strategy: QueueStrategy;
}

/** What these agents could be given: of each of their queues the oldest that fit the one with most room. */
export async function waitingFor(
  tx: Tx,
  agents: readonly AvailableAgent[],
  weights: Weights,
  mostOfQueue: number,
): Promise<{ waiting: WaitingConversation[]; isAll: boolean }> {
  const room = new Map<string, number>();
  for (const { skills, load } of agents) {
    for (const queueId of skills.keys()) room.set(queueId, Math.max(room.get(queueId) ?? 0, CAPACITY - load));
  }
  const { rows } = await sql<{ conversation_id: string; room_id: string; queue_id: string; weight: number; former: string | null }>`
    select w.conversation_id, w.room_id, q.id as queue_id, w.weight, former.assigned_user_id as former
    from unnest(${[...room.keys()]}::uuid[], ${[...room.values()]}::integer[]) q(id, room)
      cross join lateral (
        select w.conversation_id, w.room_id, w.place, heavy.weight
        from waiting w cross join lateral (select ${weightOf(sql`w.conversation_id`, weights)} as weight) heavy
        where w.queue_id = q.id and heavy.weight <= q.room order by w.place limit ${mostOfQueue}) w
      left join lateral (
        select c.assigned_user_id from conversations c
        where c.room_id = w.room_id and c.queue_id = q.id and c.state = 'RESOLVED' and c.assigned_user_id is not null
          -- Whoever had this one itself gave it away: it is for somebody else then.
          and (select mine.waited_ms from conversations mine where mine.id = w.conversation_id) is null
        order by c.resolved_at desc limit 1) former on true
    order by w.place`.execute(tx);
  const counts = Map.groupBy(rows, (row) => row.queue_id);
  return {
    waiting: rows.map((row) => ({
      conversationId: row.conversation_id,
      roomId: row.room_id,
      queueId: row.queue_id,
      weight: row.weight,
      formerUserId: row.former,
    })),
    isAll: [...counts.values()].every((those) => those.length < mostOfQueue),
  };
}

/** These queues, by id. */
export async function queuesOf(tx: Tx, queueIds: readonly string[]): Promise<ReadonlyMap<string, QueueFacts>> {
  const ids = [...new Set(queueIds)];
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('queues').select(['id', 'name', 'strategy']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name, strategy }) => [id, { id, name, strategy: QueueStrategy.parse(strategy) }]));
}

/** When the next of those who are ready is done with what they resolved: milliseconds since 1970, null where nobody is at it. */
export async function nextWrapUpEnd(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ until: string | null }>`
    select min(wrap_up_until) as until from user_presence where chat_status = 'ready' and wrap_up_until > clock_timestamp()`.execute(tx);
  const until = rows[0]?.until ?? null;
  return until === null ? null : Date.parse(until);
}
