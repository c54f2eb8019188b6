import type { ChannelType } from '@parley/contract';
import { contactName, createContact } from '../contacts/index.ts';
import { newId } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { roomOfContact } from './customer-side.ts';
import type { RoomsDeps } from './deps.ts';
import { recordIncoming } from './receive.ts';
import { inRooms, roomWork } from './work.ts';

export interface ProviderMessage {
  accountId: string;
  channelApplicationId: string;
  channelType: ChannelType;
  providerMessageId: string;
  /** Normalised by the channel's own rule. */
  address: string;
  /** As the provider tells it, for a contact that is made now. */
  name: string | null;
  text: string;
}

/**
 * Stores a customer's message once, with the contact, channel and room that its address has or now gets, in one
 * transaction (domain, invariants 1 and 4). Locks in the order channel, room.
 * @returns the event's id, also when the same message came before
 */
export async function receiveFromProvider(deps: RoomsDeps, message: ProviderMessage): Promise<string> {
  const { accountId, channelApplicationId, providerMessageId, text } = message;
  return inRooms(deps.db, accountId, async (tx) => {
    const known = await receiptOf(tx, message);
    if (known) return known;
    const { contactChannelId, contactId, contactName } = await channelOfAddress(tx, message);
    const roomId = await roomOfContact(tx, accountId, contactId);
    const work = await roomWork(tx, accountId, roomId);
    // The same message again waits for the room; only here it is certain whether it is stored.
    const meanwhile = await receiptOf(tx, message);
    if (meanwhile) return meanwhile;
    const eventId = await recordIncoming(work, { accountId, roomId, contactChannelId, contactId, contactName, text });
    await tx
      .insertInto('inbound_receipts')
      .values({
        account_id: accountId,
        channel_application_id: channelApplicationId,
        provider_message_id: providerMessageId,
        event_id: eventId,
      })
      .execute();
    return eventId;
  });
}

async function receiptOf(tx: Tx, { channelApplicationId, providerMessageId }: ProviderMessage): Promise<string | null> {
  const row = await tx
    .selectFrom('inbound_receipts')
    .select('event_id')
    .where('channel_application_id', '=', channelApplicationId)
    .where('provider_message_id', '=', providerMessageId)
    .executeTakeFirst();
  return row?.event_id ?? null;
}

interface KnownChannel {
  contactChannelId: string;
  contactId: string;
  contactName: string | null;
}

/** The contact channel with this address; made with a new contact when there is none. Of several at once one wins. */
async function channelOfAddress(tx: Tx, message: ProviderMessage): Promise<KnownChannel> {
  const known = await findChannel(tx, message);
  if (known) return known;
  const contactId = await createContact(tx, message.accountId, { firstName: message.name ?? '' });
  const made = await tx
    .insertInto('contact_channels')
    .values({
      id: newId(),
      account_id: message.accountId,
      contact_id: contactId,
      channel_application_id: message.channelApplicationId,
      type: message.channelType,
      address: message.address,
    })
    .onConflict((conflict) => conflict.columns(['channel_application_id', 'address']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { contactChannelId: made.id, contactId, contactName: message.name };
  await tx.deleteFrom('contacts').where('id', '=', contactId).execute();
  const winner = await findChannel(tx, message);
  if (!winner) throw new Error('a contact channel is taken and cannot be seen');
  return winner;
}

async function findChannel(tx: Tx, { channelApplicationId, address }: ProviderMessage): Promise<KnownChannel | null> {
  const row = await tx
    .selectFrom('contact_channels as ch')
    .innerJoin('contacts as c', 'c.id', 'ch.contact_id')
    .select(['ch.id', 'c.id as contact_id', 'c.first_name', 'c.last_name'])
    .where('ch.channel_application_id', '=', channelApplicationId)
    .where('ch.address', '=', address)
    .executeTakeFirst();
  if (!row) return null;
  return { contactChannelId: row.id, contactId: row.contact_id, contactName: contactName(row) };
}
