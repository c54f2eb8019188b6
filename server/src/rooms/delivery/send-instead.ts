import { BY_SMS, type Message } from '@parley/contract';
import type * as z from 'zod/mini';
import { newId } from '../../platform/clock.ts';
import { afterCommit, type Reader, type Tx } from '../../platform/database.ts';
import type { RoomsDeps } from '../deps.ts';
import { eventOfKey } from '../repeated-send.ts';
import { inRooms, roomWork } from '../work.ts';
import { keepStep } from './steps.ts';

const FAILED = ['REJECTED', 'ERROR', 'DELIVERY_FAILED'];

/** A message that was not delivered, as whoever may bring it otherwise judges it. */
export interface Undelivered {
  channelApplicationId: string;
  channelType: string;
  reason: string | null;
  message: z.infer<typeof Message>;
}

/** Null when there is no such message, or it was delivered all the same. */
export async function undelivered(on: Reader | Tx, eventId: string): Promise<Undelivered | null> {
  const row = await on
    .selectFrom('events as e')
    .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
    .select(['e.status_reason', 'e.message', 'c.type', 'c.channel_application_id'])
    .where('e.id', '=', eventId)
    .where('e.status', 'in', FAILED)
    .executeTakeFirst();
  if (!row) return null;
  const message = row.message as z.infer<typeof Message>;
  return { channelApplicationId: row.channel_application_id, channelType: row.type, reason: row.status_reason, message };
}

/** Writes with the way of a message that no short one could go out in its place, and why: once. */
export async function noteNotInstead(deps: RoomsDeps, accountId: string, eventId: string, reason: 'NO_END' | 'OTHERS'): Promise<void> {
  await deps.db.inAccount(accountId, async (tx) => {
    const attempt = await tx
      .selectFrom('attempts as a')
      .select('a.id')
      .where('a.event_id', '=', eventId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('attempt_steps as s').select('s.id').whereRef('s.attempt_id', '=', 'a.id').where('s.step', '=', 'NOT_INSTEAD')),
        ),
      )
      .orderBy('a.place', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (attempt) await keepStep(tx, { accountId, id: attempt.id }, { step: 'NOT_INSTEAD', reason });
  });
}

/**
 * Sends words by SMS to the same number and in the name of who wrote the message that another channel could not bring: once, however often it is
 * asked, and not where that was delivered meanwhile. The history holds both. @param smsApplicationId our end of it
 * @returns OTHERS where the number is another customer's on that end: nothing is sent
 */
export async function sendSmsInstead(
  deps: RoomsDeps,
  accountId: string,
  { eventId, smsApplicationId, text }: { eventId: string; smsApplicationId: string; text: string },
): Promise<'SENT' | 'NOTHING' | 'OTHERS'> {
  return inRooms(deps.db, accountId, async (tx) => {
    const place = await tx
      .selectFrom('events as e')
      .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
      .select(['e.room_id', 'e.origin_type', 'e.origin_id', 'e.origin_name', 'c.contact_id', 'c.address'])
      .where('e.id', '=', eventId)
      .executeTakeFirst();
    if (place?.origin_type !== 'USER' || place.origin_id === null) return 'NOTHING';
    const contactChannelId = await smsChannelOf(tx, { ...place, accountId, smsApplicationId });
    if (contactChannelId === null) return 'OTHERS';
    const work = await roomWork(tx, accountId, place.room_id);
    const clientMessageId = `instead-${eventId}`;
    if ((await eventOfKey(tx, place.origin_id, clientMessageId)) !== null) return 'NOTHING';
    // Judged under the room's lock: a late report may have said that it arrived.
    if ((await undelivered(tx, eventId)) === null) return 'NOTHING';
    const conversation = await tx
      .selectFrom('events as e')
      .innerJoin('conversations as v', 'v.id', 'e.conversation_id')
      .select('v.id')
      .where('e.id', '=', eventId)
      .where('v.state', '<>', 'RESOLVED')
      .executeTakeFirst();
    work.channelChanged(contactChannelId);
    await work.record([
      {
        ...(conversation && { conversationId: conversation.id }),
        contactChannelId,
        kind: 'COMMUNICATION',
        type: 'SMS',
        origin: 'USER',
        originId: place.origin_id,
        originName: place.origin_name,
        text,
        clientMessageId,
        status: 'PENDING',
        attempt: true,
      },
    ]);
    const failed = await tx.selectFrom('attempts').select('id').where('event_id', '=', eventId).orderBy('place', 'desc').executeTakeFirst();
    if (failed) await keepStep(tx, { accountId, id: failed.id }, { step: 'SENT', reason: BY_SMS });
    afterCommit(tx, () => deps.outbox.raise());
    return 'SENT';
  });
}

/** The customer's channel for short messages at this end, made where there is none; null where somebody else has the number there. */
async function smsChannelOf(
  tx: Tx,
  place: { accountId: string; smsApplicationId: string; room_id: string; contact_id: string; address: string },
): Promise<string | null> {
  const made = await tx
    .insertInto('contact_channels')
    .values({
      id: newId(),
      account_id: place.accountId,
      contact_id: place.contact_id,
      room_id: place.room_id,
      channel_application_id: place.smsApplicationId,
      type: 'SMS',
      address: place.address,
    })
    .onConflict((conflict) => conflict.columns(['channel_application_id', 'address']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
  const known = await tx
    .selectFrom('contact_channels')
    .select(['id', 'contact_id'])
    .where('channel_application_id', '=', place.smsApplicationId)
    .where('address', '=', place.address)
    .executeTakeFirstOrThrow();
  return known.contact_id === place.contact_id ? known.id : null;
}
