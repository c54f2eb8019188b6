import { sql } from 'kysely';
import { newId } from '../../platform/clock.ts';
import { faultsIn } from '../../platform/problem.ts';
import type { RoomsDeps } from '../deps.ts';
import type { InboundPlace } from './channel-of-address.ts';
import type { RawDelivery } from './inbound-rows.ts';

const LONGEST_ERROR = 500;

/**
 * Stores in quarantine, as it came, what could not even be cut into deliveries: nobody else waits for it. The same again is there already.
 * Rejects when the database stays away.
 */
export async function keepInQuarantine(
  deps: RoomsDeps,
  { accountId, channelApplicationId }: InboundPlace,
  { address, deliveryKey, body }: RawDelivery,
  error: unknown,
): Promise<void> {
  await deps.db
    .reader(accountId)
    .insertInto('raw_inbound')
    .values({
      id: newId(),
      account_id: accountId,
      channel_application_id: channelApplicationId,
      address,
      delivery_key: deliveryKey,
      body,
      state: 'QUARANTINED',
      error: wordsOf(error),
      settled_at: sql<string>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a delivery out of quarantine: it is processed as if it had just come. @returns false when it is not there */
export async function releaseFromQuarantine(deps: RoomsDeps, accountId: string, id: string): Promise<boolean> {
  const row = await deps.db
    .reader(accountId)
    .updateTable('raw_inbound')
    .set({ state: 'WAITING', error: null, tries: 0, settled_at: null, due_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'QUARANTINED')
    .returning('id')
    .executeTakeFirst();
  if (row) deps.inbox.raise();
  return row !== undefined;
}

/** One that is in quarantine was worked on (null), or failed again. @returns what went wrong, as it is kept */
export async function settleQuarantined(deps: RoomsDeps, accountId: string, id: string, error: unknown): Promise<string | null> {
  const said = error === null ? null : wordsOf(error);
  await deps.db
    .reader(accountId)
    .updateTable('raw_inbound')
    .set({ ...(said === null && { state: 'DONE' }), error: said, settled_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'QUARANTINED')
    .execute();
  return said;
}

/** What an error says, as it is kept with a delivery: of what a checker found, the first field and what is wrong there (`field "results.0.to": …`). */
export function wordsOf(error: unknown): string {
  return saidBy(error).replaceAll('\u0000', '').slice(0, LONGEST_ERROR);
}

function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { issues } = error as { issues?: unknown };
  const fault = Array.isArray(issues) ? faultsIn(issues)[0] : undefined;
  return fault === undefined ? error.message : `field "${fault.path.map(String).join('.')}": ${fault.message}`;
}
