import { type NewViberChannel, numberChannels } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { numberAsKept } from '../number-as-kept.ts';
import { roomWork } from '../work.ts';
import { isConnected } from './as-seen.ts';

/**
 * Makes the Viber channel of one of a customer's telephone numbers, which a client has shown under a temporary id (communications, section 4,
 * "Viber"), and has all told who see the room. One that is there already, also by somebody else at the same moment, is the answer.
 * Throws ROOM_NOT_FOUND, PHONE_NUMBER_NOT_OF_CUSTOMER, CHANNEL_NOT_FOUND for what is no Viber sender, CHANNEL_TYPE_UNAVAILABLE and CHANNEL_OF_OTHER_CUSTOMER.
 */
export async function makeViberChannel(deps: RoomsDeps, tx: Tx, actor: Actor, asked: NewViberChannel): Promise<{ id: string }> {
  const { roomId, customerId, channelApplicationId, type } = asked;
  await requireVisibleRoom(tx, actor, roomId);
  const room = await tx.selectFrom('rooms').select('contact_id').where('id', '=', roomId).executeTakeFirst();
  if (room?.contact_id !== customerId) throw problem('ROOM_NOT_FOUND');
  const phoneNumber = await numberAsKept(tx, actor.accountId, asked.phoneNumber);
  await requireOwnNumber(tx, customerId, phoneNumber);
  const sender = await tx
    .selectFrom('channel_applications')
    .select('type')
    .where('id', '=', channelApplicationId)
    .where('type', '=', type)
    .executeTakeFirst();
  if (!sender) throw problem('CHANNEL_NOT_FOUND');
  if (!(await isConnected(deps, tx, { channelType: type, channelApplicationId }))) throw problem('CHANNEL_TYPE_UNAVAILABLE');
  // The channel before the room (domain, invariant 11). Of several at once the others wait here, and find what the first has made.
  const made = await tx
    .insertInto('contact_channels')
    .values({
      id: newId(),
      account_id: actor.accountId,
      contact_id: customerId,
      room_id: roomId,
      channel_application_id: channelApplicationId,
      type,
      address: phoneNumber,
    })
    .onConflict((conflict) => conflict.columns(['channel_application_id', 'address']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    (await roomWork(tx, actor.accountId, roomId)).channelChanged(made.id);
    return made;
  }
  const known = await tx
    .selectFrom('contact_channels')
    .select(['id', 'contact_id'])
    .where('channel_application_id', '=', channelApplicationId)
    .where('address', '=', phoneNumber)
    .executeTakeFirstOrThrow();
  if (known.contact_id !== customerId) throw problem('CHANNEL_OF_OTHER_CUSTOMER');
  return { id: known.id };
}

/** A number by which the customer is known on some channel. */
async function requireOwnNumber(tx: Tx, contactId: string, phoneNumber: string): Promise<void> {
  const own = await tx
    .selectFrom('contact_channels')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('address', '=', phoneNumber)
    .where(sql<boolean>`type = any(${[...numberChannels]}::text[])`)
    .executeTakeFirst();
  if (!own) throw problem('PHONE_NUMBER_NOT_OF_CUSTOMER');
}
