import type { ChannelEndsQuery } from '@parley/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import { pageOf, sortOf } from '../../accounts/index.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { DB } from '../../platform/schema.ts';
import { hookAddressOf } from '../providers/index.ts';
import { choiceOf, serviceChoices } from './carriers-store.ts';
import type { ChannelSettingsDeps } from './deps.ts';
import type { EndType, KeptEnd } from './end-types.ts';

const SORTED_BY = {
  name: sql`lower(channel_applications.name)`,
  sender: sql`lower(channel_applications.sender)`,
  // "active" stands before "inactive".
  status: sql`not channel_applications.active`,
  createdAt: sql`channel_applications.created_at`,
} as const;

/**
 * Somebody was reached or has written; or something came that could not be told whose it is. In the order of an index, so that of an end that was
 * never used nothing is read.
 */
const WAS_USED = sql<boolean>`(
  (select true from contact_channels c where c.channel_application_id = channel_applications.id order by c.address limit 1) is not null
  or (select true from raw_inbound r where r.channel_application_id = channel_applications.id order by r.delivery_key limit 1) is not null)`;

type Chosen = SelectQueryBuilder<DB, 'channel_applications', object>;

const withUse = (of: Chosen) =>
  of
    .select(['id', 'account_id', 'type', 'name', 'sender', 'active', 'settings', 'hook_key', 'service_id', 'created_at', 'secrets'])
    .select(WAS_USED.as('was_used'));
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof withUse>['executeTakeFirst']>>>;

/** How ends are read: what is told of them beside their rows. */
export type Telling = Pick<ChannelSettingsDeps, 'publicUrl' | 'secrets'>;

/** With the services through which they speak. */
async function keptOf(on: Reader | Tx, { publicUrl, secrets }: Telling, rows: readonly Row[]): Promise<KeptEnd[]> {
  const ids = [...new Set(rows.map((row) => row.service_id))].filter((id) => id !== null);
  const found = ids.length === 0 ? [] : await serviceChoices(on).where('s.id', 'in', ids).execute();
  const services = new Map(found.map((row) => [row.id, choiceOf(row)]));
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    status: row.active ? 'active' : 'inactive',
    sender: row.sender,
    service: (row.service_id !== null && services.get(row.service_id)) || null,
    settings: row.settings,
    secretsSet: row.secrets === null ? [] : Object.keys(secrets.openNamed(row.secrets)),
    hookAddress: hookAddressOf(publicUrl, row.type as Parameters<typeof hookAddressOf>[1], row.hook_key),
    wasUsed: row.was_used,
    createdAt: row.created_at,
  }));
}

/** A page of the ends of one type of the account that is set on `on`. */
export async function listEnds<End, Fields>(on: Reader, telling: Telling, type: EndType<End, Fields>, query: ChannelEndsQuery) {
  const { page, size, sort, search, status } = query;
  const { field, direction } = sortOf(sort);
  let chosen: Chosen = on.selectFrom('channel_applications').where('type', '=', type.type);
  if (status !== undefined) chosen = chosen.where('active', '=', status === 'active');
  if (search !== undefined && search !== '')
    chosen = chosen.where(sql<boolean>`strpos(lower(name || ' ' || sender), lower(${search})) > 0`);
  const { count } = await chosen.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await withUse(chosen)
    .orderBy(SORTED_BY[field], direction)
    .orderBy('channel_applications.id')
    .limit(size)
    .offset(page * size)
    .execute();
  const kept = await keptOf(on, telling, rows);
  return pageOf(
    kept.map((one) => type.endOf(one)),
    query,
    count,
  );
}

/** One end of this type, as it is kept. Throws what the type says of one that is not there. */
export async function readKept<End, Fields>(
  on: Reader | Tx,
  telling: Telling,
  type: EndType<End, Fields>,
  endId: string,
): Promise<KeptEnd> {
  const chosen = on.selectFrom('channel_applications').where('channel_applications.id', '=', endId).where('type', '=', type.type);
  const row = await withUse(chosen).executeTakeFirst();
  const [kept] = row === undefined ? [] : await keptOf(on, telling, [row]);
  if (kept === undefined) throw problem(type.missing);
  return kept;
}
