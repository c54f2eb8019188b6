import { type CarriedChannel, type CarrierService, carries, type NewCarrierService } from '@parley/contract';
import { sql } from 'kysely';
import { makeOnceBy } from '../../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../../audit/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { Problem, type ProblemParams, problem } from '../../platform/problem.ts';
import { tellChannelsChanged } from '../providers/index.ts';
import { readCarrier, readService } from './carriers-store.ts';
import type { ChannelSettingsDeps } from './deps.ts';
import { changingCarriers } from './in-turn.ts';
import { bearerOf } from './same-name.ts';

/** What can be given of a service that is there, all of it optional. */
export type ServiceGiven = Partial<Omit<NewCarrierService, 'clientServiceId'>>;

export interface ServiceKey {
  carrierId: string;
  serviceId: string;
}

const SECRETS: ReadonlySet<string> = new Set(['password']);

const entityOf = ({ id, title }: Pick<CarrierService, 'id' | 'title'>) => ({ type: 'CARRIER_SERVICE' as const, id, name: title });

const shown = ({ title, username, channelType, communicationType }: CarrierService) => ({
  title,
  username,
  channelType,
  communicationType,
});

/** Throws CARRIER_SERVICE_TITLE_TAKEN. Where carriers are changed one after another. */
async function requireFreeTitle(tx: Tx, { carrierId, serviceId }: { carrierId: string; serviceId: string | null }, title: string) {
  const others = await tx.selectFrom('carrier_services').select(['id', 'title']).where('carrier_id', '=', carrierId).execute();
  const bearer = bearerOf(
    title,
    others.filter(({ id }) => id !== serviceId),
    (one) => one.title,
  );
  if (bearer !== undefined) throw problem('CARRIER_SERVICE_TITLE_TAKEN');
}

/** Throws CARRIER_NOT_FOUND, CARRIER_WITHOUT_CHANNEL. */
async function requireCarries(tx: Tx, carrierId: string, channel: CarriedChannel): Promise<void> {
  const { kind } = await readCarrier(tx, carrierId);
  if (!carries(kind, channel)) throw problem('CARRIER_WITHOUT_CHANNEL');
}

/**
 * Makes a service of a carrier; asked once more by the same `clientServiceId`, it is the one that was made.
 * Throws CARRIER_NOT_FOUND, CARRIER_SERVICE_TITLE_TAKEN, CARRIER_WITHOUT_CHANNEL, CREATION_ID_USED.
 */
export async function createService(
  { db, bus, secrets, salt }: ChannelSettingsDeps,
  doer: Doer,
  carrierId: string,
  { clientServiceId: clientId, ...given }: NewCarrierService,
): Promise<CarrierService> {
  return changingCarriers(db, async (tx) => {
    const content = { carrierId, ...given };
    const asked = { accountId: null, kind: 'CARRIER_SERVICE', userId: doer.actor?.id ?? null, clientId, content, salt } as const;
    const { id } = await makeOnceBy(tx, asked, async () => {
      const serviceId = newId();
      const { title, username, password, channelType, communicationType } = given;
      await requireCarries(tx, carrierId, channelType);
      await requireFreeTitle(tx, { carrierId, serviceId: null }, title);
      await tx
        .insertInto('carrier_services')
        .values({
          id: serviceId,
          carrier_id: carrierId,
          title,
          username,
          password: secrets.seal(password),
          channel_type: channelType,
          communication_type: communicationType,
        })
        .execute();
      const { after = {} } = difference({}, given, SECRETS) ?? {};
      await recordDeed(tx, doer, {
        kind: 'CARRIER_SERVICE_CREATED',
        entity: { type: 'CARRIER_SERVICE', id: serviceId, name: title },
        after,
      });
      tellChannelsChanged(tx, bus);
      return serviceId;
    });
    return readService(tx, { carrierId, serviceId: id });
  });
}

/**
 * Changes a service. What it brings, and whether it can be answered, stays while ends of channels speak through it, since their senders were
 * chosen for that. Throws CARRIER_SERVICE_NOT_FOUND, CARRIER_SERVICE_TITLE_TAKEN, CARRIER_WITHOUT_CHANNEL, CARRIER_SERVICE_TYPES_IN_USE.
 */
export async function changeService(deps: ChannelSettingsDeps, doer: Doer, key: ServiceKey, given: ServiceGiven): Promise<CarrierService> {
  const { db, bus, secrets } = deps;
  return changingCarriers(db, async (tx) => {
    await holdService(tx, key.serviceId);
    const stood = await readService(tx, key);
    const { title, username, password, channelType = stood.channelType, communicationType = stood.communicationType } = given;
    if (title !== undefined) await requireFreeTitle(tx, key, title);
    if (channelType !== stood.channelType || communicationType !== stood.communicationType) {
      await requireUnused(db, tx, key.serviceId, 'CARRIER_SERVICE_TYPES_IN_USE');
      await requireCarries(tx, key.carrierId, channelType);
    }
    await tx
      .updateTable('carrier_services')
      .set({
        ...(title === undefined ? {} : { title }),
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password: secrets.seal(password) }),
        channel_type: channelType,
        communication_type: communicationType,
        modified_at: new Date().toISOString(),
      })
      .where('id', '=', key.serviceId)
      .execute();
    const service = await readService(tx, key);
    const change = difference(shown(stood), { ...shown(service), ...(password === undefined ? {} : { password }) }, SECRETS);
    if (change === null) return stood;
    await recordDeed(tx, doer, { kind: 'CARRIER_SERVICE_CHANGED', entity: entityOf(service), ...change });
    await sql`select try_ends_of_service(${key.serviceId}::uuid)`.execute(tx);
    tellChannelsChanged(tx, bus);
    return service;
  });
}

/** Throws CARRIER_SERVICE_NOT_FOUND, and CARRIER_SERVICE_IN_USE with the ends of channels that speak through it. */
export async function removeService({ db, bus }: ChannelSettingsDeps, doer: Doer, key: ServiceKey): Promise<void> {
  await changingCarriers(db, async (tx) => {
    await holdService(tx, key.serviceId);
    const service = await readService(tx, key);
    await requireUnused(db, tx, key.serviceId, 'CARRIER_SERVICE_IN_USE');
    await tx.deleteFrom('carrier_services').where('id', '=', key.serviceId).execute();
    await recordDeed(tx, doer, { kind: 'CARRIER_SERVICE_DELETED', entity: entityOf(service), before: shown(service) });
    tellChannelsChanged(tx, bus);
  });
}

/** Whoever is just giving it to an end of a channel is waited for, and whoever wants to afterwards waits for us. */
async function holdService(tx: Tx, serviceId: string): Promise<void> {
  await tx.selectFrom('carrier_services').select('id').where('id', '=', serviceId).forUpdate().execute();
}

/** So many ends are named; of all it is told how many there are. */
const NAMED = 5;

/** Throws `key` with the ends, of whichever accounts, that speak through a service. */
async function requireUnused(
  db: Database,
  tx: Tx,
  serviceId: string,
  key: 'CARRIER_SERVICE_IN_USE' | 'CARRIER_SERVICE_TYPES_IN_USE',
): Promise<void> {
  const { rows: ends } = await sql<{ id: string; account_id: string }>`
    select id, account_id from applications_of_service(${serviceId}::uuid)`.execute(tx);
  if (ends.length === 0) return;
  const named = await Promise.all(
    ends.slice(0, NAMED).map(async ({ id, account_id }): Promise<{ message: string; params: ProblemParams }> => {
      const end = await db
        .reader(account_id)
        .selectFrom('channel_applications as e')
        .innerJoin('accounts as a', 'a.id', 'e.account_id')
        .select(['e.type', 'e.name', 'a.name as account_name'])
        .where('e.id', '=', id)
        .executeTakeFirst();
      const told = { kind: end?.type ?? 'SMS', id, name: end?.name ?? '', accountId: account_id, accountName: end?.account_name ?? '' };
      return { message: key, params: { ...told, count: ends.length } };
    }),
  );
  throw new Problem(key, {}, named);
}
