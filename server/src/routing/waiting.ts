import { CAPACITY, QueueStrategy } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { AccountSettings } from '../accounts/index.ts';
import type { Tx } from '../platform/database.ts';
import { LEASE_SECONDS } from './presence.ts';
import type { AvailableAgent, WaitingConversation } from './rounds.ts';

type Weights = AccountSettings['capacityWeights'];

/** What a conversation takes of an agent: the weight of the heaviest of these types of channels. Of one alone without a look at a set. */
const weightOf = (types: RawBuilder<unknown>, weights: Weights) => {
  const known = sql`${JSON.stringify(weights)}::jsonb`;
  return sql`coalesce(
    case when cardinality(${types}) = 1 then (${known} ->> (${types})[1])::integer
    else (select max((${known} ->> type)::integer) from unnest(${types}) type) end, ${weights.LIVECHAT}::integer)`;
};

/** The same of types that are here. */
function heaviest(types: readonly string[], weights: Weights): number {
  const known = types.flatMap((type) => (type in weights ? [weights[type as keyof Weights]] : []));
  return known.length === 0 ? weights.LIVECHAT : Math.max(...known);
}

/**
 * Who is ready, with a lease that is fresh at this moment, in a queue, below capacity, and done with what they resolved last. What sleeps takes
 * nothing of anybody.
 *
 * Asked in three steps: as one, PostgreSQL expects a single person who is ready and walks users and queue members anew for each of hundreds.
 */
export async function availableAgents(tx: Tx, weights: Weights): Promise<AvailableAgent[]> {
  const ready = await readyPeople(tx);
  if (ready.length === 0) return [];
  const ids = ready.map((row) => row.user_id);
  const { rows: members } = await sql<{ user_id: string; queue_id: string; skill: number }>`
    select user_id, queue_id, skill from queue_members where user_id = any(${ids}::uuid[])`.execute(tx);
  const queues = Map.groupBy(members, (row) => row.user_id);
  const hands = await inHand(tx, [...queues.keys()], weights);
  return ready.flatMap(({ user_id: userId, last_assigned: lastAssignedAt }): AvailableAgent[] => {
    const { count = 0, load = 0 } = hands.get(userId) ?? {};
    const own = queues.get(userId);
    if (own === undefined || load >= CAPACITY) return [];
    return [{ userId, skills: new Map(own.map((row) => [row.queue_id, row.skill])), load, inHand: count, lastAssignedAt }];
  });
}

/** In a queue or not, however much they hold. */
async function readyPeople(tx: Tx): Promise<{ user_id: string; last_assigned: number | null }[]> {
  const { rows } = await sql<{ user_id: string; last_assigned: number | null }>`
    select p.user_id, (extract(epoch from p.last_assigned_at) * 1000000)::bigint as last_assigned from user_presence p
    where p.chat_status = 'ready' and (p.wrap_up_until is null or p.wrap_up_until <= clock_timestamp())
      and (select u.active from users u where u.id = p.user_id)
      and exists (select from presence_leases l where l.user_id = p.user_id and l.renewed_at > clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))`.execute(
    tx,
  );
  return rows;
}

/**
 * How many each of these holds, and what that takes of them; nobody who holds nothing. What is weighed is counted first: hundreds of people
 * hold thousands, of a few types.
 */
async function inHand(tx: Tx, userIds: readonly string[], weights: Weights): Promise<ReadonlyMap<string, { count: number; load: number }>> {
  const { rows } = await sql<{ user_id: string; channel_types: string[]; count: number }>`
    select c.assigned_user_id as user_id, c.channel_types, count(*)::integer as count
    from conversations c where c.assigned_user_id = any(${userIds}::uuid[]) and c.state = 'ASSIGNED' and c.snoozed_at is null
    group by c.assigned_user_id, c.channel_types`.execute(tx);
  const hands = new Map<string, { count: number; load: number }>();
  for (const { user_id: userId, channel_types: types, count } of rows) {
    const held = hands.get(userId) ?? { count: 0, load: 0 };
    hands.set(userId, { count: held.count + count, load: held.load + count * heaviest(types, weights) });
  }
  return hands;
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
        from waiting w join conversations c on c.id = w.conversation_id
          cross join lateral (select ${weightOf(sql`c.channel_types`, weights)} as weight) heavy
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
