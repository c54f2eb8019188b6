import { sql } from 'kysely';
import { announce } from '../../platform/announce.ts';
import type { Tx } from '../../platform/database.ts';
import { messageNotDelivered } from '../announcements.ts';
import type { ProviderStatus } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { type AttemptState, deliveryOf } from './attempt-state.ts';
import { type LockedRoom, tellStatuses } from './delivery.ts';

/** Which attempt, and where it belongs. */
export interface AttemptPlace {
  id: string;
  accountId: string;
  eventId: string;
  roomId: string;
  channelApplicationId: string;
  /** The customer's, which is not to be kept in what the provider says. */
  address: string;
}

export interface Report {
  status: ProviderStatus;
  reason: string | null;
  /** What the provider said of it. */
  answer?: string | undefined;
}

/** Writes down what an attempt has come to. Its lease ends with it. */
export async function settle(tx: Tx, attemptId: string, state: AttemptState, reason: string | null): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({ state, reason, lease: null, settled_at: sql<string>`clock_timestamp()` })
    .where('id', '=', attemptId)
    .execute();
}

/** The event shows what its attempts have come to; told when that is something else than before. */
export async function showDelivery(
  deps: RoomsDeps,
  tx: Tx,
  room: LockedRoom,
  place: Pick<AttemptPlace, 'accountId' | 'eventId'>,
): Promise<void> {
  const attempts = await tx
    .selectFrom('attempts')
    .select(['state', 'reason', 'partly'])
    .where('event_id', '=', place.eventId)
    .orderBy('place')
    .execute();
  const delivery = deliveryOf(attempts.map(({ state, reason, partly }) => ({ state: state as AttemptState, reason, partly })));
  if (!delivery) return;
  const { status, reason } = delivery;
  const { rows } = await sql<{ status_at: string; created_at: string; origin_type: string; origin_id: string | null }>`
    update events set status = ${status}, status_reason = ${reason}, status_at = clock_timestamp(), change = ${room.change + 1}
    where id = ${place.eventId}::uuid and (status, status_reason) is distinct from (${status}, ${reason})
    returning status_at, created_at, origin_type, origin_id`.execute(tx);
  const [changed] = rows;
  if (!changed) return;
  const { accountId, eventId } = place;
  await tellStatuses(deps, tx, accountId, room, [{ eventId, said: changed.created_at, status, reason, at: changed.status_at }]);
  // Pending with a reason: nobody knows.
  const isUnknown = status === 'PENDING' && reason !== null;
  if (changed.origin_type !== 'USER' || changed.origin_id === null || !(isUnknown || NOT_DELIVERED.has(status))) return;
  await announce(tx, messageNotDelivered, [{ accountId, roomId: room.id, eventId, userId: changed.origin_id, isUnknown }]);
}

const NOT_DELIVERED: ReadonlySet<string> = new Set(['REJECTED', 'DELIVERY_FAILED', 'ERROR']);
