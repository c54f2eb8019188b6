import type { JobContext, Task } from '../platform/jobs.ts';

const CHUNK = 5000;

/** What is old enough to be taken away, and how old that is. Messages themselves are kept; these are traces of bringing them. */
const OLD: readonly string[] = [
  `room_drafts where content is null and others = '[]' and changed_at < now() - interval '1 day'`,
  `scheduled_messages where settled_at < now() - interval '30 days' and (state = 'SENT' or dismissed)`,
  `client_sends where stored_at < now() - interval '30 days'`,
  `raw_inbound where state = 'DONE' and received_at < now() - interval '7 days'`,
  `raw_inbound where state = 'QUARANTINED' and received_at < now() - interval '90 days'`,
  `provider_reports where reported_at < now() - interval '7 days'`,
  `carrier_service_troubles where arrived_at < now() - interval '90 days'`,
  `inbound_parts where joined_at < now() - interval '1 day'`,
];

/** Nightly, over all accounts, in chunks, so that no lock is held long. May be broken off and run again at any time. */
export const forgetOldWork: Task = async (_payload, job) => {
  for (const what of OLD) await deleteInChunks(job, what);
};

async function deleteInChunks({ query, signal }: JobContext, what: string): Promise<void> {
  const table = what.slice(0, what.indexOf(' '));
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await query(`delete from ${table} where ctid = any (array(select ctid from ${what} limit ${CHUNK}))`);
    if ((rowCount ?? 0) < CHUNK) return;
  }
}
