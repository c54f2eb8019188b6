import { type ChannelType, numberChannels } from '@parley/contract';
import { sql } from 'kysely';
import { contactName, createContact, nameAsKept } from '../../contacts/index.ts';
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

/** `joined`: the channel was made just now, of a contact who was there already. */
type ChannelOfAddress = KnownChannel & { joined: boolean };

/**
 * The contact channel with this address. Where there is none it is made: of the contact who has this telephone number or e-mail address on another
 * channel, since it is one person's whichever way and to whichever mailbox they write by it; else with a new contact. Of several at once one wins.
 */
export async function channelOfAddress(tx: Tx, message: AddressOfPlace): Promise<ChannelOfAddress> {
  const known = await findChannel(tx, message);
  if (known) return { ...known, joined: false };
  const owner = await contactWithAddress(tx, message);
  const name = nameAsKept(message.name);
  const contactId = owner?.contactId ?? (await createContact(tx, message.accountId, { firstName: name ?? '', nameGivenBy: 'PROVIDER' }));
  const made = await tx
    .insertInto('contact_channels')
    .values({
      id: newId(),
      account_id: message.accountId,
      contact_id: contactId,
      channel_application_id: message.channelApplicationId,
      type: message.channelType,
      address: message.address,
      // Of a contact who was there already it is news: they may have no name yet.
      told_name: owner ? null : name,
    })
    .onConflict((conflict) => conflict.columns(['channel_application_id', 'address']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { contactChannelId: made.id, contactId, contactName: owner ? owner.contactName : name, joined: owner !== null };
  if (!owner) await tx.deleteFrom('contacts').where('id', '=', contactId).execute();
  const winner = await findChannel(tx, message);
  if (!winner) throw new Error('a contact channel is taken and cannot be seen');
  return { ...winner, joined: false };
}

/** Channels on which this address is of the same person; none for one that says nothing of who that is. */
function kindredChannels({ channelType, address }: AddressOfPlace): readonly ChannelType[] {
  if (channelType === 'EMAIL') return ['EMAIL'];
  return numberChannels.has(channelType) && /^\+\d+$/.test(address) ? [...numberChannels] : [];
}

/**
 * Who is reached by this address on another channel of its kind; null for somebody new. Two channels that bring the first words from one address at
 * once take turns, so that they do not make two contacts of it.
 */
async function contactWithAddress(tx: Tx, message: AddressOfPlace): Promise<Pick<KnownChannel, 'contactId' | 'contactName'> | null> {
  const { accountId, channelType, address } = message;
  const kindred = kindredChannels(message);
  if (kindred.length === 0) return null;
  const lock = `${channelType === 'EMAIL' ? 'email' : 'number'}:${accountId}:${address}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('contact_channels as ch')
    .innerJoin('contacts as c', 'c.id', 'ch.contact_id')
    .select(['c.id', 'c.first_name', 'c.last_name'])
    .where(
      sql<boolean>`ch.channel_application_id = any(array(
        select e.id from channel_applications e where e.account_id = ${accountId}::uuid and e.type = any(${[...kindred]}::text[])))`,
    )
    .where('ch.address', '=', address)
    .orderBy('ch.used_at', 'desc')
    .orderBy('ch.id')
    .limit(1)
    .executeTakeFirst();
  return row ? { contactId: row.id, contactName: contactName(row) } : null;
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
