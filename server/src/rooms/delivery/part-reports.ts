import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { ProviderStatus } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { type AttemptState, movesOn, type PartState, wholeMovesOn, wholeOf } from './attempt-state.ts';
import type { LockedRoom } from './delivery.ts';
import { type AttemptPlace, type Report, settle, showDelivery } from './settled.ts';
import { keepIdleStep, keepStep, keptAnswer } from './steps.ts';

/** A report of one part of a message, counted from 1. */
export interface PartReport extends Report {
  part: number;
}

/**
 * The provider carries the message in parts, under these ids; nothing to keep where it does not. What was taken by a try before this one is what it has
 * come to by then.
 */
export async function keepParts(tx: Tx, { accountId, id, eventId }: AttemptPlace, partIds: readonly string[]): Promise<void> {
  if (partIds.length === 0) return;
  await sql`
    insert into attempt_parts (account_id, attempt_id, part, provider_message_id, state, reason)
    select ${accountId}::uuid, ${id}::uuid, given.part, given.part_id, coalesce(known.state, 'SENT'), known.reason
    from unnest(${[...partIds]}::text[]) with ordinality given (part_id, part)
      left join lateral (
        select p.state, p.reason from attempt_parts p join attempts a on a.id = p.attempt_id
        where p.provider_message_id = given.part_id and a.event_id = ${eventId}::uuid order by a.place desc limit 1) known on true
    on conflict (account_id, attempt_id, part) do nothing`.execute(tx);
}

/**
 * Moves the parts of a message on by what was reported of each, forward only, and the message by what they have come to together. The room is
 * locked.
 * @returns whether anything changed
 */
export async function applyPartReports(
  deps: RoomsDeps,
  tx: Tx,
  room: LockedRoom,
  place: AttemptPlace,
  reports: readonly PartReport[],
): Promise<boolean> {
  const rows = await tx.selectFrom('attempt_parts').select(['part', 'state', 'reason']).where('attempt_id', '=', place.id).execute();
  const parts = new Map(rows.map(({ part, state, reason }) => [part, { state: state as ProviderStatus, reason }]));
  let changed = false;
  for (const report of reports) changed = (await applyToPart(tx, place, parts, report)) || changed;
  if (!changed) return false;
  const attempt = await tx
    .selectFrom('attempts')
    .select(['state', 'reason', 'provider_message_id'])
    .where('id', '=', place.id)
    .executeTakeFirstOrThrow();
  // The provider has some of its parts alone: what becomes of them is not what becomes of it.
  if (attempt.provider_message_id === null) return true;
  const whole = wholeOf([...parts.values()]);
  if (!wholeMovesOn({ state: attempt.state as AttemptState, reason: attempt.reason }, whole)) return true;
  await settle(tx, place.id, whole.state, whole.reason);
  await showDelivery(deps, tx, room, place);
  return true;
}

async function applyToPart(tx: Tx, place: AttemptPlace, parts: Map<number, PartState>, report: PartReport): Promise<boolean> {
  const { part, status, reason, answer } = report;
  const now = parts.get(part);
  if (!now) throw new Error(`the message has no part ${part}`);
  const counts = movesOn(now.state, status);
  await (counts ? keepStep : keepIdleStep)(tx, place, { step: status, reason, answer: keptAnswer(answer, place.address), part });
  if (!counts) return false;
  parts.set(part, { state: status, reason });
  await tx
    .updateTable('attempt_parts')
    .set({ state: status, reason })
    .where('attempt_id', '=', place.id)
    .where('part', '=', part)
    .execute();
  return true;
}
