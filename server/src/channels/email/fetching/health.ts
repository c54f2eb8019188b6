import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { keptAnswer } from '../../../rooms/index.ts';
import type { ServerTrouble } from '../server-trouble.ts';
import type { Mailbox } from './mailbox.ts';

/** After so many failures in a row nobody should count on mail from there. What an admin has to mend is told at once. */
const FAILURES_TO_STOP = 4;

/** The mailbox was looked through to its end. */
export async function noteFetched(db: Database, { accountId, channelApplicationId }: Mailbox): Promise<void> {
  await sql`
    insert into channel_health (account_id, channel_application_id, fetched_at) values (${accountId}::uuid, ${channelApplicationId}::uuid, clock_timestamp())
    on conflict (channel_application_id) do update set fetched_at = clock_timestamp(), fetching_problem = null, fetching_answer = null,
      fetching_since = null, fetching_retry_at = null, fetching_failures = 0, fetching_stopped = false`.execute(db.reader(accountId));
}

/**
 * It could not be fetched, or what is to be done with its mails could not be done.
 * @param pauseMs when it is tried again
 * @param isFetched mails come all the same
 */
export async function noteTrouble(
  db: Database,
  { accountId, channelApplicationId }: Mailbox,
  { problem, message }: ServerTrouble,
  { pauseMs, isFetched }: { pauseMs: number; isFetched: boolean },
): Promise<void> {
  const answer = keptAnswer(message, '');
  const stops = isFetched ? sql`false` : sql`${problem} <> 'UNREACHABLE' or h.fetching_failures + 1 >= ${FAILURES_TO_STOP}`;
  await sql`
    insert into channel_health as h (account_id, channel_application_id, fetching_problem, fetching_answer, fetching_since, fetching_retry_at,
      fetching_failures, fetching_stopped)
    values (${accountId}::uuid, ${channelApplicationId}::uuid, ${problem}, ${answer}, clock_timestamp(),
      clock_timestamp() + make_interval(secs => ${pauseMs / 1000}), 1, ${!isFetched && problem !== 'UNREACHABLE'})
    on conflict (channel_application_id) do update set fetching_problem = excluded.fetching_problem, fetching_answer = excluded.fetching_answer,
      fetching_since = coalesce(h.fetching_since, excluded.fetching_since), fetching_retry_at = excluded.fetching_retry_at,
      fetching_failures = h.fetching_failures + 1, fetching_stopped = ${stops}`.execute(db.reader(accountId));
}
