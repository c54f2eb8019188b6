import { contactName } from '../contacts/index.ts';
import type { Database } from '../platform/database.ts';
import { type Gathered, gathering } from '../platform/gather.ts';

export interface AddressOf {
  channelApplicationId: string;
  /** Normalised by the channel's own rule. */
  address: string;
}

/** Whose address it is. */
export interface KnownAddress {
  channelType: string;
  contactChannelId: string;
  contactId: string;
  /** As colleagues read it; null for who gave no name. */
  contactName: string | null;
  /** Null until the first event makes the contact's room. */
  roomId: string | null;
}

/** Looks up addresses, many at a time; null for one that nobody has. */
export type AddressBook = Gathered<AddressOf, KnownAddress | null>;

const LARGEST_BATCH = 200;

const LOOK_UP = `
  select a.ord, ch.type, ch.id, ch.contact_id, ch.room_id, c.first_name, c.last_name
  from unnest($1::uuid[], $2::text[]) with ordinality a(application, address, ord)
    cross join lateral (select * from contact_channels ch where ch.channel_application_id = a.application and ch.address = a.address limit 1) ch
    cross join lateral (select c.first_name, c.last_name from contacts c where c.id = ch.contact_id limit 1) c`;

export function createAddressBook(db: Database): AddressBook {
  return gathering(LARGEST_BATCH, async (accountId, asked) => {
    const rows = await db.call<{
      ord: number;
      type: string;
      id: string;
      contact_id: string;
      room_id: string | null;
      first_name: string;
      last_name: string;
    }>(accountId, {
      name: 'look-up-addresses',
      text: LOOK_UP,
      values: [asked.map((one) => one.channelApplicationId), asked.map((one) => one.address)],
    });
    const known: Array<KnownAddress | null> = asked.map(() => null);
    for (const row of rows)
      known[row.ord - 1] = {
        channelType: row.type,
        contactChannelId: row.id,
        contactId: row.contact_id,
        contactName: contactName(row),
        roomId: row.room_id,
      };
    return known;
  });
}
