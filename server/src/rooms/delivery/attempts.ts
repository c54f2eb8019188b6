import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { ProviderStatus, RecipientOutcome } from '../channel-port.ts';
import type { RoomsDeps } from '../deps.ts';
import { type AttemptState, movesOn } from './attempt-state.ts';
import { type LockedRoom, lockRoom } from './delivery.ts';
import { applyPartReports, keepParts, type PartReport } from './part-reports.ts';
import { endWaiting, keepRecipients } from './recipients.ts';
import { type AttemptPlace, type Report, settle, showDelivery } from './settled.ts';
import { keepIdleStep, keepStep, keptAnswer } from './steps.ts';

/**
 * Reports about a provider's message and the answer that first names the message wait for each other here: otherwise a
 * report could be kept for later just after the answer has looked for kept ones. Taken before the room's lock, always in one order.
 */
export async function lockProviderMessages(tx: Tx, channelApplicationId: string, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`provider-message:${channelApplicationId}:${id}`}, 0))`.execute(tx);
}

/** What the provider named the message, and its parts where it has several. */
export interface Acceptance {
  providerMessageId: string;
  partIds?: readonly string[];
  answer?: string | undefined;
  /** Of a message to several people of whom not all were taken at once. */
  recipients?: readonly RecipientOutcome[] | undefined;
  /** Of one that has gone to some: why it goes to the others no more. */
  isOver?: string;
}

/**
 * The provider has taken the message, under this id. Reports that were quicker than this answer are applied with it. An
 * answer counts also when its lease is lost or the outcome was given up as unknown; a second one changes nothing.
 */
export async function recordAccepted(deps: RoomsDeps, place: AttemptPlace, acceptance: Acceptance): Promise<void> {
  const { providerMessageId, partIds = [], answer, recipients = [], isOver } = acceptance;
  const ids = partIds.length > 0 ? partIds : [providerMessageId];
  await deps.db.inAccount(place.accountId, async (tx) => {
    await lockProviderMessages(tx, place.channelApplicationId, ids);
    const room = await lockRoom(tx, place.roomId);
    const named = await tx
      .updateTable('attempts')
      .set({ provider_message_id: providerMessageId })
      .where('id', '=', place.id)
      .where('provider_message_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!named) return;
    await keepParts(tx, place, partIds);
    const early = await takeEarlyReports(tx, place.channelApplicationId, ids);
    await applyReports(deps, tx, room, place, [{ status: 'SENT', reason: null, answer }, ...(partIds.length > 0 ? [] : early)]);
    if (partIds.length > 0) await applyPartReports(deps, tx, room, place, early);
    if (recipients.length > 0) await keepRecipients(deps, tx, room, place, recipients);
    if (isOver !== undefined) await endWaiting(deps, tx, room, place, isOver);
  });
}

interface EarlyReport {
  id: string;
  provider_message_id: string;
  also_known_as: string[];
  status: ProviderStatus;
  reason: string | null;
  answer: string | null;
}

/** What was reported of these messages before their ids were known, in its order; `part` by the place of the id. */
async function takeEarlyReports(tx: Tx, channelApplicationId: string, ids: readonly string[]): Promise<PartReport[]> {
  const { rows } = await sql<EarlyReport>`
    delete from provider_reports where channel_application_id = ${channelApplicationId}::uuid
      and (provider_message_id = any(${ids}::text[]) or (also_known_as <> '{}' and also_known_as && ${ids}::text[]))
    returning id, provider_message_id, also_known_as, status, reason, answer`.execute(tx);
  return rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => {
      const known = [row.provider_message_id, ...row.also_known_as].find((id) => ids.includes(id)) ?? '';
      return { part: ids.indexOf(known) + 1, status: row.status, reason: row.reason, answer: row.answer ?? undefined };
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

/** Ends an attempt whose lease is held, without the provider having taken it, or without knowing. Nothing happens when the lease is lost. */
export async function recordEnd(
  deps: RoomsDeps,
  place: AttemptPlace,
  lease: string,
  end: {
    state: 'REJECTED' | 'ERROR' | 'UNKNOWN';
    reason: string | null;
    answer?: string | undefined;
    taken?: readonly string[] | undefined;
    recipients?: readonly RecipientOutcome[] | undefined;
  },
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
    await keepParts(tx, place, end.taken ?? []);
    await keepStep(tx, place, { step: end.state, reason: end.reason, answer: keptAnswer(end.answer, place.address) });
    await showDelivery(deps, tx, room, place);
    if (end.recipients) await keepRecipients(deps, tx, room, place, end.recipients);
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
  taken?: readonly string[] | undefined;
  recipients?: readonly RecipientOutcome[] | undefined;
}

/**
 * Gives a claimed attempt back for a later try.
 * @param state PENDING: the provider surely does not have it; SENDING: it may
 * @param tries how many there were, where it had its chance at the provider; its time runs from the first. Left out: it waited for a turn of our own
 * @param putOff left out where nothing is to be told of it
 */
export async function postpone(
  deps: RoomsDeps,
  place: AttemptPlace,
  lease: string,
  { state, afterMs, tries, putOff }: { state: 'PENDING' | 'SENDING'; afterMs: number; tries?: number; putOff?: PutOff },
): Promise<void> {
  await deps.db.inAccount(place.accountId, async (tx) => {
    const recipients = putOff?.recipients ?? [];
    const room = recipients.length > 0 ? await lockRoom(tx, place.roomId) : null;
    const given = await tx
      .updateTable('attempts')
      .set({ state, lease: null, due_at: sql<string>`clock_timestamp() + make_interval(secs => ${afterMs / 1000})` })
      .$if(tries !== undefined, (set) => set.set({ tries: tries ?? 0, waits_since: sql<string>`coalesce(waits_since, clock_timestamp())` }))
      .where('id', '=', place.id)
      .where('lease', '=', lease)
      .where('state', 'in', ['PENDING', 'SENDING'])
      .returning('id')
      .executeTakeFirst();
    if (!given || putOff === undefined) return;
    await keepParts(tx, place, putOff.taken ?? []);
    await keepStep(tx, place, { step: putOff.step, reason: putOff.reason, answer: keptAnswer(putOff.answer, place.address) });
    if (room === null) return;
    // Who has it has it: for them it is sent, while the others are waited for.
    if (recipients.some(({ state: one }) => one === 'TAKEN')) {
      await tx.updateTable('attempts').set({ partly: true }).where('id', '=', place.id).execute();
      await showDelivery(deps, tx, room, place);
    }
    await keepRecipients(deps, tx, room, place, recipients);
  });
}
