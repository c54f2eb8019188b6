import {
  CHANNEL_QUEUE_COUNTED,
  type ChannelHealth,
  type ChannelType,
  type ConnectionProblem,
  type ConnectionTestResult,
  type LineState,
} from '@parley/contract';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { type ConnectionTest, type ProviderAnswer, providersAnswer } from './provider-answer.ts';

interface Row {
  id: string;
  type: ChannelType;
  name: string;
  sender: string;
  active: boolean;
  communication_type: 'TWO_WAY' | 'ONE_WAY';
  carrier: string | null;
  service: string | null;
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  waiting_out: number;
  waiting_since: string | null;
  waiting_in: number;
  quarantined: number;
  put_aside: number;
  failures: number;
  opened_at: string | null;
  retry_at: string | null;
  may_try: boolean;
  last_error_at: string | null;
  last_error_reason: string | null;
  last_error_problem: ConnectionProblem | null;
  last_error_answer: string | null;
  tested_at: string | null;
  test_problem: ConnectionProblem | null;
  test_answer: string | null;
  token_expires_at: string | null;
  refused_calls: number | null;
  last_refused_call_at: string | null;
  fallback_lacks: string | null;
  fetches: boolean;
  fetched_at: string | null;
  fetching_problem: ConnectionProblem | null;
  fetching_answer: string | null;
  fetching_since: string | null;
  fetching_retry_at: string | null;
  fetching_stopped: boolean;
}

/**
 * How it stands with the ends of the account that `on` reads, by type and name.
 * @param only one of them
 * @param hasProvider whether something here speaks with the provider of this type
 */
export async function readHealth(on: Reader, hasProvider: (type: string) => boolean, only?: string): Promise<ChannelHealth[]> {
  const chosen = only === undefined ? sql`true` : sql`e.id = ${only}::uuid`;
  const { rows } = await sql<Row>`
    with open as materialized (
      select contact_channel_id, created_at from attempts where state in ('PENDING', 'SENDING') order by due_at limit ${CHANNEL_QUEUE_COUNTED}),
    out as (
      select of.id, count(*)::int count, min(o.created_at) since
      from open o cross join lateral (select c.channel_application_id id from contact_channels c where c.id = o.contact_channel_id limit 1) of
      group by 1),
    waits as (
      select w.channel_application_id id, count(*)::int count
      from (
        (select channel_application_id from raw_inbound where state = 'WAITING' order by due_at limit ${CHANNEL_QUEUE_COUNTED})
        union all
        (select channel_application_id from mails where state = 'WAITING' order by due_at limit ${CHANNEL_QUEUE_COUNTED})) w group by 1),
    kept as (
      select q.channel_application_id id, count(*)::int count
      from (
        (select channel_application_id from raw_inbound where state = 'QUARANTINED' limit ${CHANNEL_QUEUE_COUNTED})
        union all
        (select channel_application_id from mails where state = 'QUARANTINED' limit ${CHANNEL_QUEUE_COUNTED})) q group by 1),
    aside as (
      select i.channel_application_id id, count(*)::int count
      from (select channel_application_id from mails where state = 'IGNORED' limit ${CHANNEL_QUEUE_COUNTED}) i group by 1)
    select e.id, e.type, e.name, e.sender, e.active, coalesce(s.communication_type, e.communication_type) communication_type,
      r.name carrier, s.title service, h.last_inbound_at, h.last_outbound_at, coalesce(out.count, 0) waiting_out, out.since waiting_since,
      coalesce(waits.count, 0) waiting_in, coalesce(kept.count, 0) quarantined, coalesce(aside.count, 0) put_aside, coalesce(h.failures, 0) failures, h.opened_at, h.retry_at,
      coalesce(h.retry_at <= clock_timestamp(), false) may_try, h.last_error_at, h.last_error_reason, h.last_error_problem, h.last_error_answer, h.tested_at,
      h.test_problem, h.test_answer, h.token_expires_at, h.refused_calls, h.last_refused_call_at,
      e.type = 'EMAIL' and e.settings->>'direction' is distinct from 'OUTGOING' fetches, h.fetched_at, h.fetching_problem, h.fetching_answer,
      h.fetching_since, h.fetching_retry_at, coalesce(h.fetching_stopped, false) fetching_stopped,
      case when e.type = 'VIBER' and r.settings->>'fallbackBy' = 'PARLEY' and not exists
        (select from channel_applications i where i.type = 'SMS' and i.active and i.sender = e.settings->>'fallbackSender')
        then nullif(e.settings->>'fallbackSender', '') end fallback_lacks
    from channel_applications e
      left join carrier_services s on s.id = e.service_id
      left join carriers r on r.id = s.carrier_id
      left join channel_health h on h.channel_application_id = e.id
      left join out on out.id = e.id
      left join waits on waits.id = e.id
      left join kept on kept.id = e.id
      left join aside on aside.id = e.id
    where ${chosen} order by e.type, e.name, e.id`.execute(on);
  return rows.map((row) => asHealth(row, hasProvider(row.type)));
}

function asHealth(row: Row, hasProvider: boolean): ChannelHealth {
  const { id, type, name, sender, active } = row;
  return {
    id,
    type,
    name,
    sender,
    active,
    communicationType: row.communication_type,
    service: row.carrier === null || row.service === null ? null : { carrier: row.carrier, title: row.service },
    hasProvider,
    lastInboundAt: row.last_inbound_at,
    lastOutboundAt: row.last_outbound_at,
    waitingOut: row.waiting_out,
    waitingSince: row.waiting_since,
    waitingIn: row.waiting_in,
    quarantined: row.quarantined,
    putAside: row.put_aside,
    line: { state: lineOf(row), failures: row.failures, openedAt: row.opened_at, retryAt: row.retry_at },
    lastError:
      row.last_error_at === null
        ? null
        : { at: row.last_error_at, reason: row.last_error_reason, problem: row.last_error_problem, answer: row.last_error_answer },
    test: row.tested_at === null ? null : { at: row.tested_at, problem: row.test_problem, answer: row.test_answer },
    fallbackLacks: row.fallback_lacks,
    fetching: row.fetches ? fetchingOf(row) : null,
    tokenExpiresAt: row.token_expires_at,
    refusedCalls: row.last_refused_call_at === null ? null : { count: row.refused_calls ?? 0, lastAt: row.last_refused_call_at },
  };
}

const fetchingOf = (row: Row): ChannelHealth['fetching'] => ({
  fetchedAt: row.fetched_at,
  problem: row.fetching_problem,
  answer: row.fetching_answer,
  since: row.fetching_since,
  retryAt: row.fetching_retry_at,
  stopped: row.fetching_stopped,
});

function lineOf({ opened_at, may_try }: Row): LineState {
  if (opened_at === null) return 'GOES';
  return may_try ? 'TRYING' : 'OPEN';
}

/** Throws CHANNEL_NOT_FOUND. */
export async function oneHealth(on: Reader, hasProvider: (type: string) => boolean, id: string): Promise<ChannelHealth> {
  const [found] = await readHealth(on, hasProvider, id);
  if (!found) throw problem('CHANNEL_NOT_FOUND');
  return found;
}

/**
 * Keeps what came of asking the provider whether it knows us. Where it does, nothing that waits for it to come back waits any longer: the next
 * message is tried at once.
 */
export async function keepTest(on: Reader, accountId: string, id: string, outcome: ConnectionTest): Promise<ConnectionTestResult> {
  const test: ProviderAnswer = providersAnswer(outcome);
  const { rows } = await sql<{ tested_at: string }>`
    insert into channel_health as h (account_id, channel_application_id, tested_at, test_problem, test_answer, token_expires_at)
    values (${accountId}::uuid, ${id}::uuid, clock_timestamp(), ${test.problem}, ${test.answer}, ${test.tokenExpiresAt ?? null}::timestamptz)
    on conflict (channel_application_id) do update set tested_at = excluded.tested_at, test_problem = excluded.test_problem,
      test_answer = excluded.test_answer,
      token_expires_at = case when ${test.tokenExpiresAt === undefined} then h.token_expires_at else excluded.token_expires_at end,
      retry_at = case when excluded.test_problem is null and h.opened_at is not null then clock_timestamp() else h.retry_at end
    returning tested_at`.execute(on);
  return { at: rows[0]?.tested_at ?? '', problem: test.problem, answer: test.answer };
}

/** Something came in at this end, written down once in a while. */
export function noteInbound(on: Reader, accountId: string, id: string): Promise<unknown> {
  return sql`
    insert into channel_health (account_id, channel_application_id, last_inbound_at) values (${accountId}::uuid, ${id}::uuid, clock_timestamp())
    on conflict (channel_application_id) do update set last_inbound_at = clock_timestamp()`.execute(on);
}

/** So many calls at this end's address were refused since this was written down last. */
export function noteRefusedCalls(on: Reader, accountId: string, id: string, count: number): Promise<unknown> {
  return sql`
    insert into channel_health as h (account_id, channel_application_id, refused_calls, last_refused_call_at)
    values (${accountId}::uuid, ${id}::uuid, ${count}, clock_timestamp())
    on conflict (channel_application_id) do update set refused_calls = least(h.refused_calls::bigint + ${count}, 2147483647)::int,
      last_refused_call_at = clock_timestamp()`.execute(on);
}

/** How many ends of all accounts are not asked for now, by type of channel. */
export async function openCircuits(on: Reader): Promise<Record<string, number>> {
  const { rows } = await sql<{ type: string; count: number }>`select type, count::int from open_circuits()`.execute(on);
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}
