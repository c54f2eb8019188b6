import { sql } from 'kysely';
import type { Claim } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Gathered, gathering } from '../../platform/gather.ts';

/** One thing that a provider brought, as the adapter cut it out of the request without reading more than needed. */
export interface RawDelivery {
  /** Whose it is: deliveries of one address are processed in order. Empty where it cannot be told yet. */
  address: string;
  /** The provider's own id of this delivery: brought twice, it is stored once. */
  deliveryKey: string;
  /** Text without U+0000: JSON as JSON.stringify writes it will do. */
  body: string;
}

/** A delivery that a claim holds. */
export interface ClaimedDelivery {
  body: string;
  tries: number;
  channel_application_id: string;
  type: string;
  /** The request that brought it, where there are traces. */
  traceparent: string | null;
}

/** How a provider calls and shows a customer, as it is kept; null where it says nothing of it. */
export interface Profile {
  name: string | null;
  picture: string | null;
}

/** What is asked of a message before it is stored: by whom it is, and what is told of them. */
interface AskedStanding {
  channelApplicationId: string;
  address: string;
  profile: Profile;
}

/** How who has this address stands to us; neither of somebody unknown. */
interface Standing {
  /** They have left our end of the channel. */
  hasLeft: boolean;
  /** They are called or shown otherwise than the provider told last. */
  isNews: boolean;
}
const AS_BEFORE: Standing = { hasLeft: false, isNews: false };

/** `raw_inbound`, and what is asked of each message, many rows at a time: deliveries that come or are worked on together share their round trips. */
export interface InboundRows {
  /** Resolves when it is stored; one that is there already stays as it is. Asked in order, stored in order. */
  add: Gathered<RawDelivery & { channelApplicationId: string; traceparent: string | null }, void>;
  /** Null when the claim holds it no more. */
  read: Gathered<Claim, ClaimedDelivery | null>;
  /** What was claimed has been turned into messages and statuses. */
  done: Gathered<Claim, void>;
  standing: Gathered<AskedStanding, Standing>;
}

const LARGEST_BATCH = 200;

export function createInboundRows(db: Database): InboundRows {
  return {
    add: gathering(LARGEST_BATCH, async (accountId, rows) => {
      const { rows: known } = await sql<{ count: number }>`
        with d as materialized (
          select d.*
          from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.channelApplicationId)}::uuid[], ${rows.map((row) => row.address)}::text[],
          ${rows.map((row) => row.deliveryKey)}::text[], ${rows.map((row) => row.body)}::text[],
          ${rows.map((row) => row.traceparent)}::text[]) with ordinality d(id, application, address, key, body, traceparent, ord)
            join channel_applications a on a.id = d.application),
        stored as (
          insert into raw_inbound (id, account_id, channel_application_id, address, delivery_key, body, traceparent)
          select id, ${accountId}::uuid, application, address, key, body, traceparent from d order by ord
          on conflict do nothing)
        select count(*)::int from d`.execute(db.reader(accountId));
      if (known[0]?.count !== rows.length) throw new Error('something was brought to a channel application that the account does not have');
      return rows.map(() => undefined);
    }),
    read: gathering(LARGEST_BATCH, async (accountId, claims) => {
      const { rows } = await sql<ClaimedDelivery & { id: string }>`
        select r.id, r.body, r.tries, r.channel_application_id, r.traceparent, a.type
        from ${claimed(claims)} join raw_inbound r on r.id = c.id and r.lease = c.lease and r.state = 'WAITING'
          join channel_applications a on a.id = r.channel_application_id`.execute(db.reader(accountId));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return claims.map(({ id }) => byId.get(id) ?? null);
    }),
    done: gathering(LARGEST_BATCH, async (accountId, claims) => {
      await sql`
        update raw_inbound r set state = 'DONE', error = null, lease = null, settled_at = clock_timestamp()
        from ${claimed(claims)} where r.id = c.id and r.lease = c.lease and r.state = 'WAITING'`.execute(db.reader(accountId));
      return claims.map(() => undefined);
    }),
    standing: gathering(LARGEST_BATCH, async (accountId, asked) => {
      const { rows } = await sql<Standing & { ord: number }>`
        select d.ord::int as ord, c.unsubscribed as "hasLeft", coalesce(d.name, c.told_name) is distinct from c.told_name
          or coalesce(d.picture, c.told_picture) is distinct from c.told_picture as "isNews"
        from unnest(${asked.map((one) => one.channelApplicationId)}::uuid[], ${asked.map(({ address }) => address)}::text[],
          ${asked.map(({ profile }) => profile.name)}::text[], ${asked.map(({ profile }) => profile.picture)}::text[])
          with ordinality d(application, address, name, picture, ord)
          join contact_channels c on c.channel_application_id = d.application and c.address = d.address`.execute(db.reader(accountId));
      const byOrd = new Map(rows.map((row) => [row.ord, row]));
      return asked.map((_, index) => byOrd.get(index + 1) ?? AS_BEFORE);
    }),
  };
}

function claimed(claims: readonly Claim[]) {
  return sql`unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ lease }) => lease)}::uuid[]) c(id, lease)`;
}
