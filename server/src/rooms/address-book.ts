import { sql } from 'kysely';
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

export function createAddressBook(db: Database): AddressBook {
  return gathering(LARGEST_BATCH, async (accountId, asked) => {
    const { rows } = await sql<{
      ord: number;
      id: string;
      contact_id: string;
      room_id: string | null;
      first_name: string;
      last_name: string;
    }>`
      select a.ord, ch.id, ch.contact_id, ch.room_id, c.first_name, c.last_name
      from unnest(${asked.map((one) => one.channelApplicationId)}::uuid[], ${asked.map((one) => one.address)}::text[]) with ordinality a(application, address, ord)
        join contact_channels ch on ch.channel_application_id = a.application and ch.address = a.address
        join contacts c on c.id = ch.contact_id`.execute(db.reader(accountId));
    const byPlace = new Map(rows.map((row) => [row.ord, row]));
    return asked.map((_, index) => {
      const row = byPlace.get(index + 1);
      return row ? { contactChannelId: row.id, contactId: row.contact_id, contactName: contactName(row), roomId: row.room_id } : null;
    });
  });
}
