import { type CarrierKind, type ChannelType, type CommunicationType, carrierSettings } from '@parley/contract';
import { sql } from 'kysely';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit, type Database, type Tx } from '../../platform/database.ts';
import { createGatheredCache } from './cache.ts';
import type { CarriedService, Connection, Connections } from './connections.ts';
import { hookAddressOf } from './hook-address.ts';
import type { ProviderSecrets } from './provider-secrets.ts';

/**
 * Tells every process, once this transaction is committed, that an end, a service or a carrier is another: what is sent from then on is sent
 * by what holds now. Called by whoever makes, changes or removes one.
 */
export function tellChannelsChanged(tx: Tx, bus: Bus): void {
  afterCommit(tx, () => bus.publish('channels', null));
}

/** Reads ends, services and carriers with their secrets, and holds them until something is changed. */
export function openConnections(parts: { db: Database; bus: Bus; secrets: ProviderSecrets; publicUrl: string }): Connections {
  const { db, bus } = parts;
  const cache = createGatheredCache();
  const listeners = new Set<() => void>();
  bus.subscribe('channels', () => {
    cache.clear();
    for (const listener of listeners) listener();
  });

  async function of(accountId: string, channelApplicationId: string): Promise<Connection | null> {
    return cache.get(`end ${accountId} ${channelApplicationId}`, () => readConnection(parts, accountId, channelApplicationId));
  }

  return {
    of,
    async ofHook(key) {
      const end = await cache.get(`hook ${key}`, () => applicationOfHook(db, key));
      return end && of(end.account_id, end.id);
    },
    async ofService(serviceId) {
      const ends = await cache.get(`service ${serviceId}`, () => applicationsOfService(db, serviceId));
      const connections = await Promise.all(ends.map(({ account_id, id }) => of(account_id, id)));
      return connections.filter((one) => one !== null);
    },
    services: (kind) => cache.get(`services ${kind}`, () => readServices(parts, kind)),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

interface EndId {
  id: string;
  account_id: string;
}

async function applicationOfHook(db: Database, key: string): Promise<EndId | null> {
  const { rows } = await sql<EndId>`select id, account_id from application_of_hook(${key})`.execute(db.outsideReader());
  return rows[0] ?? null;
}

async function applicationsOfService(db: Database, serviceId: string): Promise<EndId[]> {
  const { rows } = await sql<EndId>`select id, account_id from applications_of_service(${serviceId}::uuid)`.execute(db.outsideReader());
  return rows;
}

interface Parts {
  db: Database;
  secrets: ProviderSecrets;
  publicUrl: string;
}

async function readConnection(parts: Parts, accountId: string, channelApplicationId: string): Promise<Connection | null> {
  const row = await parts.db
    .reader(accountId)
    .selectFrom('channel_applications as e')
    .innerJoin('accounts as o', 'o.id', 'e.account_id')
    .select(['e.id', 'e.type', 'e.name', 'e.sender', 'e.communication_type', 'e.active', 'e.settings', 'e.secrets', 'e.hook_key'])
    .select(['e.service_id', 'o.country'])
    .where('e.id', '=', channelApplicationId)
    .executeTakeFirst();
  if (!row) return null;
  const type = row.type as ChannelType;
  const service = row.service_id === null ? null : await readService(parts, row.service_id);
  return {
    accountId,
    channelApplicationId: row.id,
    type,
    name: row.name,
    country: row.country,
    sender: row.sender,
    // What a carrier's service was bought for holds for every end that speaks through it.
    communicationType: service?.communicationType ?? (row.communication_type as CommunicationType),
    active: row.active,
    settings: row.settings,
    secrets: row.secrets === null ? {} : parts.secrets.openNamed(row.secrets),
    hookAddress: hookAddressOf(parts.publicUrl, type, row.hook_key),
    service: service?.carried ?? null,
  };
}

function selectServices({ db }: Pick<Parts, 'db'>) {
  return db
    .outsideReader()
    .selectFrom('carrier_services as s')
    .innerJoin('carriers as c', 'c.id', 's.carrier_id')
    .select([
      's.id',
      's.title',
      's.username',
      's.password',
      's.channel_type',
      's.communication_type',
      'c.id as carrier_id',
      'c.name',
      'c.kind',
      'c.address',
      'c.settings',
    ]);
}
type ServiceRow = Awaited<ReturnType<ReturnType<typeof selectServices>['executeTakeFirstOrThrow']>>;

function asService({ secrets }: Pick<Parts, 'secrets'>, row: ServiceRow): CarriedService {
  const kind = row.kind as CarrierKind;
  return {
    id: row.id,
    title: row.title,
    username: row.username,
    password: secrets.open(row.password),
    channelType: row.channel_type as CarriedService['channelType'],
    carrier: { id: row.carrier_id, name: row.name, kind, address: row.address, settings: carrierSettings[kind].parse(row.settings) },
  };
}

async function readService(parts: Parts, id: string): Promise<{ carried: CarriedService; communicationType: CommunicationType }> {
  const row = await selectServices(parts).where('s.id', '=', id).executeTakeFirstOrThrow();
  return { carried: asService(parts, row), communicationType: row.communication_type as CommunicationType };
}

async function readServices(parts: Parts, kind: CarrierKind): Promise<CarriedService[]> {
  const rows = await selectServices(parts)
    .where('c.kind', '=', kind)
    .where(sql<boolean>`exists (select from applications_of_service(s.id))`)
    .orderBy('s.id')
    .execute();
  return rows.map((row) => asService(parts, row));
}
