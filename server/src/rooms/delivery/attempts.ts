import { sql } from 'kysely';
import { announce } from '../../platform/announce.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { messageNotDelivered } from '../announcements.ts';
import type { ProviderStatus } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { type AttemptState, deliveryOf, movesOn } from './attempt-state.ts';
import { type LockedRoom, lockRoom, tellStatuses } from './delivery.ts';
import { keepIdleStep, keepStep, keptAnswer } from './steps.ts';

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

/**
 * Reports about a provider's message and the answer that first names the message wait for each other here: otherwise a
 * report could be kept for later just after the answer has looked for kept ones. Taken before the room's lock.
 */
export async function lockProviderMessage(tx: Tx, channelApplicationId: string, providerMessageId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`provider-message:${channelApplicationId}:${providerMessageId}`}, 0))`.execute(
    tx,
  );
}

/**
 * The provider has taken the message, under this id. Reports that were quicker than this answer are applied with it. An
 * answer counts also when its lease is lost or the outcome was given up as unknown; a second one changes nothing.
 */
export async function recordAccepted(deps: RoomsDeps, place: AttemptPlace, providerMessageId: string, answer?: string): Promise<void> {
  await deps.db.inAccount(place.accountId, async (tx) => {
    await lockProviderMessage(tx, place.channelApplicationId, providerMessageId);
    const room = await lockRoom(tx, place.roomId);
    const named = await tx
      .updateTable('attempts')
      .set({ provider_message_id: providerMessageId })
      .where('id', '=', place.id)
      .where('provider_message_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!named) return;
    const early = await tx
      .deleteFrom('provider_reports')
      .where('channel_application_id', '=', place.channelApplicationId)
      .where('provider_message_id', '=', providerMessageId)
      .returning(['id', 'status', 'reason', 'answer'])
      .execute();
    const reports = early
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ status, reason, answer: said }) => ({ status: status as ProviderStatus, reason, answer: said ?? undefined }));
    await applyReports(deps, tx, room, place, [{ status: 'SENT', reason: null, answer }, ...reports]);
  });
}

/**
 * Moves an attempt on by what was reported of it, forward only, and lets its event show it. The room is locked.
 * @returns whether anything changed
 */
export async function applyReports(
  deps: RoomsDeps,
  tx: Tx,
  room: LockedRoom,
  place: AttemptPlace,
  reports: readonly Report[],
): Promise<boolean> {
  const attempt = await tx.selectFrom('attempts').select(['state', 'reason']).where('id', '=', place.id).executeTakeFirstOrThrow();
  let now = { state: attempt.state as AttemptState, reason: attempt.reason };
  for (const { status, reason, answer } of reports) {
    const counts = movesOn(now.state, status);
    await (counts ? keepStep : keepIdleStep)(tx, place, { step: status, reason, answer: keptAnswer(answer, place.address) });
    if (counts) now = { state: status, reason };
  }
  if (now.state === attempt.state) return false;
  await settle(tx, place.id, now.state, now.reason);
  await showDelivery(deps, tx, room, place);
  return true;
}

async function settle(tx: Tx, attemptId: string, state: AttemptState, reason: string | null): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({ state, reason, lease: null, settled_at: sql<string>`clock_timestamp()` })
    .where('id', '=', attemptId)
    .execute();
}

/** Ends an attempt whose lease is held, without the provider having taken it, or without knowing. Nothing happens when the lease is lost. */
export async function recordEnd(
  deps: RoomsDeps,
  place: AttemptPlace,
  lease: string,
  end: { state: 'REJECTED' | 'ERROR' | 'UNKNOWN'; reason: string | null; answer?: string | undefined },
): Promise<void> {
  await deps.db.inAccount(place.accountId, async (tx) => {
    const room = await lockRoom(tx, place.roomId);
    const held = await tx
      .selectFrom('attempts')
      .select('id')
      .where('id', '=', place.id)
      .where('lease', '=', lease)
      .where('state', 'in', ['PENDING', 'SENDING'])
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    await settle(tx, place.id, end.state, end.reason);
    await keepStep(tx, place, { step: end.state, reason: end.reason, answer: keptAnswer(end.answer, place.address) });
    await showDelivery(deps, tx, room, place);
  });
}

/** A refusal that came after the outcome was given up as unknown. */
export async function recordLateRefusal(deps: RoomsDeps, place: AttemptPlace, reason: string, answer?: string): Promise<void> {
  await deps.db.inAccount(place.accountId, async (tx) => {
    await applyReports(deps, tx, await lockRoom(tx, place.roomId), place, [{ status: 'REJECTED', reason, answer }]);
  });
}

/** Why an attempt is given back, where the provider had a part in it. */
export interface PutOff {
  step: 'PUT_OFF' | 'NO_ANSWER';
  reason: string | null;
  answer?: string | undefined;
}

/**
 * Gives a claimed attempt back for a later try.
 * @param state PENDING: the provider surely does not have it; SENDING: it may
 * @param putOff left out where the provider was not asked
 */
export async function postpone(
  db: Database,
  place: AttemptPlace,
  lease: string,
  { state, afterMs, putOff }: { state: 'PENDING' | 'SENDING'; afterMs: number; putOff?: PutOff },
): Promise<void> {
  await db.inAccount(place.accountId, async (tx) => {
    const given = await tx
      .updateTable('attempts')
      .set({ state, lease: null, due_at: sql<string>`clock_timestamp() + make_interval(secs => ${afterMs / 1000})` })
      .where('id', '=', place.id)
      .where('lease', '=', lease)
      .where('state', 'in', ['PENDING', 'SENDING'])
      .returning('id')
      .executeTakeFirst();
    if (!given || putOff === undefined) return;
    await keepStep(tx, place, { ...putOff, answer: keptAnswer(putOff.answer, place.address) });
  });
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
    .select(['state', 'reason'])
    .where('event_id', '=', place.eventId)
    .orderBy('place')
    .execute();
  const delivery = deliveryOf(attempts.map(({ state, reason }) => ({ state: state as AttemptState, reason })));
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
