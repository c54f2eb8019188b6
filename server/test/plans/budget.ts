import { buffersOf, type LoggedPlan, nodesOf, rowsHeld, rowsRead } from './plan-log.ts';

/** Tables that grow with the years: reading one from end to end is never right. */
const GROWING = new Set(
  `attempts audit_entries client_sends contact_channels contacts conversation_channels conversations events files inbound_receipts memberships
   notifications oidc_payloads participants provider_reports raw_inbound room_access room_drafts rooms scheduled_messages sign_in_attempts used_tickets visitor_sessions`.split(
    /\s+/,
  ),
);
/** How much one statement of it may read and hold. What nearly every statement keeps: a page with its surroundings. */
export interface Budget {
  rows?: number;
  buffers?: number;
  held?: number;
}
const PAGE: Required<Budget> = { rows: 1000, buffers: 3000, held: 600 };
/** A list is counted up to 10,000 rooms (domain: conventions of the wire), and each of them is looked at for whether it may be seen. */
export const LIST: Budget = { rows: 35_000, buffers: 40_000, held: 12_000 };
/** The same where each room is also looked at for what it is called, or in which queue it last was. */
export const NARROWED: Budget = { ...LIST, rows: 60_000, buffers: 100_000 };
/** A page behind a cursor reads what it tells. */
export const BEHIND: Budget = { rows: 1000, buffers: 3000, held: 600 };
/** For a few hundred that wait, the planner may rather hash the rooms of one queue than look each up. */
export const WAITING: Budget = { rows: 12_000, buffers: 5000, held: 1000 };
/** Seven lists at once, each counted to a hundred; what fits seldom is looked for among all that may be seen. */
export const VIEWS: Budget = { rows: 60_000, buffers: 60_000, held: 25_000 };
/** What one has put off in hundreds of rooms is one's own, and read to tell in which. */
export const OWN_SCHEDULED: Budget = { rows: 3000 };
/** What waits is counted up to a thousand each way. */
export const QUEUES_OF_CHANNELS: Budget = { rows: 5000, buffers: 10_000, held: 2500 };
export const CATCH_UP: Budget = { rows: 12_000, buffers: 10_000, held: 3000 };
export const CLAIM: Budget = { rows: 3000, buffers: 10_000, held: 600 };
export const GIVE_OUT: Budget = { rows: 600, buffers: 3000 };

/** The look for who is away, every five seconds, reads what is held in all accounts, whatever else is under way. */
const AWAY: Budget = { rows: 10_000, held: 3000 };

/** What is wrong with the plan of a statement of a step that may read and hold so much. */
export function complaintsOf(plan: LoggedPlan, asked: Budget): string[] {
  const { rows, buffers, held } = { ...PAGE, ...(plan.query.includes('with holders as') ? AWAY : asked) };
  const scans = nodesOf(plan.root).filter((node) => node['Node Type'] === 'Seq Scan' && GROWING.has(node['Relation Name'] ?? ''));
  return [
    ...scans.map((node) => `reads all of ${node['Relation Name']}`),
    ...(rowsRead(plan) > rows ? [`reads ${rowsRead(plan)} rows`] : []),
    ...(buffersOf(plan) > buffers ? [`touches ${buffersOf(plan)} buffers`] : []),
    ...(rowsHeld(plan) > held ? [`sorts or hashes ${rowsHeld(plan)} rows`] : []),
  ];
}
