import type { Email } from '@parley/contract';
import { sql } from 'kysely';
import { announce } from '../../platform/announce.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { messageNotDelivered } from '../announcements.ts';
import type { RecipientOutcome } from '../channel-port.ts';
import { tellChangedEvents } from '../colleagues/changed-events.ts';
import type { RoomsDeps } from '../deps.ts';
import type { LockedRoom } from './delivery.ts';
import type { AttemptPlace } from './settled.ts';
import { keptAnswer } from './steps.ts';

/** Of whom it is known what became of a message, for an attempt at it: who has it, by whichever attempt, and who was refused in this one. */
export async function settledRecipients(on: Reader, eventId: string, attemptId: string): Promise<ReadonlyMap<string, 'TAKEN' | 'REFUSED'>> {
  const rows = await on
    .selectFrom('message_recipients')
    .select(['address', 'state', 'attempt_id'])
    .where('event_id', '=', eventId)
    .where('state', '<>', 'WAITING')
    .execute();
  return new Map(
    rows.flatMap(({ address, state, attempt_id }) =>
      state === 'TAKEN' || attempt_id === attemptId ? [[address, state as 'TAKEN' | 'REFUSED'] as const] : [],
    ),
  );
}

/**
 * Writes down what was said of recipients of a message: who has it has it for good. The room is locked, and what became of the message as a whole is
 * written already. The event says who has it not, and its author is told where others have it.
 */
export async function keepRecipients(
  deps: RoomsDeps,
  tx: Tx,
  room: LockedRoom,
  place: AttemptPlace,
  said: readonly RecipientOutcome[],
): Promise<void> {
  const { accountId, eventId, id } = place;
  for (const { address, state, reason, answer } of said)
    await sql`
      insert into message_recipients as r (account_id, event_id, address, attempt_id, state, reason, answer)
      values (${accountId}::uuid, ${eventId}::uuid, ${address}, ${id}::uuid, ${state}, ${reason}, ${keptAnswer(answer, address)})
      on conflict (account_id, event_id, address) do update
        set attempt_id = excluded.attempt_id, state = excluded.state, reason = excluded.reason, answer = excluded.answer
        where r.state <> 'TAKEN'`.execute(tx);
  await showRecipients(deps, tx, room, place);
}

/** Nobody waits any more: what was to be tried again has come to this. */
export async function endWaiting(deps: RoomsDeps, tx: Tx, room: LockedRoom, place: AttemptPlace, reason: string): Promise<void> {
  await tx
    .updateTable('message_recipients')
    .set({ state: 'REFUSED', reason, attempt_id: place.id })
    .where('event_id', '=', place.eventId)
    .where('state', '=', 'WAITING')
    .execute();
  await showRecipients(deps, tx, room, place);
}

/** The event tells who has it not. */
async function showRecipients(deps: RoomsDeps, tx: Tx, room: LockedRoom, { accountId, eventId }: AttemptPlace): Promise<void> {
  const rows = await tx
    .selectFrom('message_recipients')
    .select(['address', 'state', 'reason'])
    .where('event_id', '=', eventId)
    .orderBy('address')
    .execute();
  const lacking = rows.filter(({ state }) => state !== 'TAKEN');
  const notDelivered: Email['notDelivered'] = lacking.map(({ address, reason, state }) => ({
    address,
    reason: reason ?? 'DEFAULT',
    ...(state === 'WAITING' && { waits: true as const }),
  }));
  const shown = JSON.stringify(notDelivered);
  const { rows: changed } = await sql<{ origin_type: string; origin_id: string | null }>`
    update events set details = case when ${lacking.length} = 0 then details #- '{email,notDelivered}'
      else jsonb_set(details, '{email,notDelivered}', ${shown}::jsonb) end
    where id = ${eventId}::uuid and coalesce(details #> '{email,notDelivered}', '[]') is distinct from ${shown}::jsonb
    returning origin_type, origin_id`.execute(tx);
  const [event] = changed;
  if (event === undefined) return;
  await tellChangedEvents(deps, tx, accountId, room, [eventId]);
  room.change += 1;
  const someHaveIt = rows.some(({ state }) => state === 'TAKEN');
  if (!someHaveIt || !lacking.some(({ state }) => state === 'REFUSED') || event.origin_type !== 'USER' || event.origin_id === null) return;
  await announce(tx, messageNotDelivered, [{ accountId, roomId: room.id, eventId, userId: event.origin_id, isUnknown: false }]);
}
