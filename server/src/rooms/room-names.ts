import type { ChannelType } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';

/** Channels whose addresses are what people call each other by; those of the others are a provider's own signs (contract: `addressOn`). */
export const TYPES_WITH_ADDRESS: readonly ChannelType[] = ['EMAIL', 'PHONE', 'SMS', 'VIBER', 'WHATSAPP'];

/** By which address a customer without a name is called: of several by that used last (contract: `customerAddress`). Null for who has none. */
export const addressOfCustomer = (roomId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(
    select cc.address from contact_channels cc where cc.room_id = ${roomId} and cc.type = any(${TYPES_WITH_ADDRESS}::text[])
    order by cc.used_at desc, cc.id limit 1)`;

/**
 * By whom a chat of colleagues without a name is called: the others in it, as they came, in a group by their first names (the application says the
 * same of the rooms that it holds: `roomName`).
 *
 * @returns an array of names, each an expression of the room's id and type, and of whoever calls it so
 */
export const namesOfOthers = (roomId: RawBuilder<unknown>, type: RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(
    select coalesce(nullif(case when ${type} = 'GROUP' then u.first_name else '' end, ''), btrim(u.first_name || ' ' || u.last_name))
    from participants p join users u on u.id = p.associated_id
    where p.room_id = ${roomId} and p.type = 'USER' and u.id <> ${userId} order by p.joined_at, p.id)`;
