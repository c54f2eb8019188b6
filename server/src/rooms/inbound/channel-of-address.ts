import type { ChannelType } from '@parley/contract';
import { contactName, createContact } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';

/** Where a provider brings things to. */
export interface InboundPlace {
  accountId: string;
  channelApplicationId: string;
  channelType: ChannelType;
}

/** An address of a customer's at our end of a channel. */
export interface AddressOfPlace extends InboundPlace {
  /** Normalised by the channel's own rule. */
  address: string;
  /** As the provider tells it, for a contact that is made now. */
  name: string | null;
}

export interface KnownChannel {
  contactChannelId: string;
  contactId: string;
  contactName: string | null;
}

/** The contact channel with this address; made with a new contact when there is none. Of several at once one wins. */
export async function channelOfAddress(tx: Tx, message: AddressOfPlace): Promise<KnownChannel> {
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

export async function findChannel(tx: Tx, { channelApplicationId, address }: AddressOfPlace): Promise<KnownChannel | null> {
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
