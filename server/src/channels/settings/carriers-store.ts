import {
  CarriedChannel,
  type Carrier,
  CarrierKind,
  type CarrierService,
  type CarrierServicesQuery,
  type CarriersQuery,
  CommunicationType,
  carrierSettings,
  type ServiceChoice,
} from '@parley/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import { pageOf, sortOf } from '../../accounts/index.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { DB } from '../../platform/schema.ts';

const CARRIERS_BY = { name: sql`lower(carriers.name)`, networkId: sql`carriers.network_id`, createdAt: sql`carriers.created_at` } as const;
const SERVICES_BY = {
  title: sql`lower(carrier_services.title)`,
  username: sql`lower(carrier_services.username)`,
  createdAt: sql`carrier_services.created_at`,
} as const;

const SERVICE_COUNT = sql<number>`(select count(*) from carrier_services s where s.carrier_id = carriers.id)`;
const USE_COUNT = sql<number>`uses_of_service(carrier_services.id)`;
/** At most a hundred: who has more has more to do than to count. */
const TROUBLE_COUNT = sql<number>`(select count(*) from (select from carrier_service_troubles t where t.service_id = carrier_services.id limit 100) counted)`;

type Carriers = SelectQueryBuilder<DB, 'carriers', object>;
type Services = SelectQueryBuilder<DB, 'carrier_services', object>;

const withCounts = (of: Carriers) =>
  of
    .select(['id', 'name', 'network_id', 'reseller', 'kind', 'address', 'settings', 'created_at'])
    .select(SERVICE_COUNT.as('service_count'));

function carrierOf(row: NonNullable<Awaited<ReturnType<ReturnType<typeof withCounts>['executeTakeFirst']>>>): Carrier {
  const kind = CarrierKind.parse(row.kind);
  return {
    id: row.id,
    name: row.name,
    networkId: row.network_id,
    reseller: row.reseller,
    kind,
    address: row.address,
    settings: carrierSettings[kind].parse(row.settings),
    serviceCount: row.service_count,
    createdAt: row.created_at,
  };
}

/** A page of the installation's carriers. */
export async function listCarriers(on: Reader, query: CarriersQuery) {
  const { page, size, sort, search, kind } = query;
  const { field, direction } = sortOf(sort);
  let chosen: Carriers = on.selectFrom('carriers');
  if (kind !== undefined) chosen = chosen.where('kind', '=', kind);
  if (search !== undefined && search !== '')
    chosen = chosen.where(sql<boolean>`strpos(lower(name || ' ' || network_id || ' ' || address), lower(${search})) > 0`);
  const { count } = await chosen.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await withCounts(chosen)
    .orderBy(CARRIERS_BY[field], direction)
    .orderBy('carriers.id')
    .limit(size)
    .offset(page * size)
    .execute();
  return pageOf(rows.map(carrierOf), query, count);
}

/** Throws CARRIER_NOT_FOUND. */
export async function readCarrier(on: Reader | Tx, carrierId: string): Promise<Carrier> {
  const row = await withCounts(on.selectFrom('carriers').where('carriers.id', '=', carrierId)).executeTakeFirst();
  if (row === undefined) throw problem('CARRIER_NOT_FOUND');
  return carrierOf(row);
}

const withUses = (of: Services) =>
  of
    .select(['id', 'carrier_id', 'title', 'username', 'channel_type', 'communication_type', 'created_at'])
    .select(USE_COUNT.as('use_count'))
    .select(TROUBLE_COUNT.as('trouble_count'));

const serviceOf = (row: NonNullable<Awaited<ReturnType<ReturnType<typeof withUses>['executeTakeFirst']>>>): CarrierService => ({
  id: row.id,
  carrierId: row.carrier_id,
  title: row.title,
  username: row.username,
  channelType: CarriedChannel.parse(row.channel_type),
  communicationType: CommunicationType.parse(row.communication_type),
  useCount: row.use_count,
  troubleCount: row.trouble_count,
  createdAt: row.created_at,
});

/** A page of what was bought of a carrier. Throws CARRIER_NOT_FOUND. */
export async function listServices(on: Reader, carrierId: string, query: CarrierServicesQuery) {
  await readCarrier(on, carrierId);
  const { page, size, sort, search, channelType } = query;
  const { field, direction } = sortOf(sort);
  let chosen: Services = on.selectFrom('carrier_services').where('carrier_id', '=', carrierId);
  if (channelType !== undefined) chosen = chosen.where('channel_type', '=', channelType);
  if (search !== undefined && search !== '')
    chosen = chosen.where(sql<boolean>`strpos(lower(title || ' ' || username), lower(${search})) > 0`);
  const { count } = await chosen.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await withUses(chosen)
    .orderBy(SERVICES_BY[field], direction)
    .orderBy('carrier_services.id')
    .limit(size)
    .offset(page * size)
    .execute();
  return pageOf(rows.map(serviceOf), query, count);
}

/** Throws CARRIER_SERVICE_NOT_FOUND, also for another carrier's. */
export async function readService(
  on: Reader | Tx,
  { carrierId, serviceId }: { carrierId: string; serviceId: string },
): Promise<CarrierService> {
  const one = on.selectFrom('carrier_services').where('carrier_services.id', '=', serviceId).where('carrier_id', '=', carrierId);
  const row = await withUses(one).executeTakeFirst();
  if (row === undefined) throw problem('CARRIER_SERVICE_NOT_FOUND');
  return serviceOf(row);
}

/** Services of all carriers; `on` may be set to any account, since they belong to none. */
export const serviceChoices = (on: Reader | Tx) =>
  on
    .selectFrom('carrier_services as s')
    .innerJoin('carriers as c', 'c.id', 's.carrier_id')
    .select(['s.id', 's.title', 's.carrier_id', 'c.name as carrier_name', 's.channel_type', 's.communication_type'])
    .orderBy(sql`lower(c.name)`)
    .orderBy(sql`lower(s.title)`)
    .orderBy('s.id');

export const choiceOf = (row: Awaited<ReturnType<ReturnType<typeof serviceChoices>['executeTakeFirstOrThrow']>>): ServiceChoice => ({
  id: row.id,
  title: row.title,
  carrierId: row.carrier_id,
  carrierName: row.carrier_name,
  channelType: CarriedChannel.parse(row.channel_type),
  communicationType: CommunicationType.parse(row.communication_type),
});
