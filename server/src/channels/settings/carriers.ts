import {
  type Carrier,
  type CarrierKind,
  type carrierChanges,
  fitsKind,
  type NewCarrier,
  type replaced,
  settingsOfKind,
} from '@parley/contract';
import { sql } from 'kysely';
import { makeOnceBy } from '../../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../../audit/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { Problem, problem, validationProblem } from '../../platform/problem.ts';
import { tellChannelsChanged } from '../providers/index.ts';
import { readCarrier } from './carriers-store.ts';
import type { ChannelSettingsDeps } from './deps.ts';
import { changingCarriers } from './in-turn.ts';
import { bearerOf } from './same-name.ts';

/** What can be given of a carrier that is there, all of it optional: fields, and single settings under `settings/…`. */
type Changes = ReturnType<typeof replaced<typeof carrierChanges>>;

const SETTING = 'settings/';
const settingsIn = (changes: Changes): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([path, value]) => (path.startsWith(SETTING) ? [[path.slice(SETTING.length), value]] : [])),
  );

const entityOf = ({ id, name }: Pick<Carrier, 'id' | 'name'>) => ({ type: 'CARRIER' as const, id, name });

/** As the audit trail tells it: each setting as a field of its own. */
const shown = ({ id: _id, serviceCount: _count, createdAt: _at, settings, ...fields }: Carrier): Record<string, unknown> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`settings.${name}`, value])),
});

/** Complete settings of this kind. Throws ERROR_VALIDATION that names what is wrong with them. */
function settingsOf(kind: CarrierKind, given: Record<string, unknown>): Record<string, unknown> {
  const read = settingsOfKind[kind].safeParse(given);
  if (!read.success) throw validationProblem(read.error.issues.map((issue) => ({ ...issue, path: ['body', 'settings', ...issue.path] })));
  return read.data;
}

/** Throws CARRIER_NAME_TAKEN. Where carriers are changed one after another. */
async function requireFreeName(tx: Tx, name: string, carrierId: string | null): Promise<void> {
  const others = await tx.selectFrom('carriers').select(['id', 'name']).execute();
  const bearer = bearerOf(
    name,
    others.filter(({ id }) => id !== carrierId),
    (one) => one.name,
  );
  if (bearer !== undefined) throw problem('CARRIER_NAME_TAKEN');
}

function requireAddressOfKind(kind: CarrierKind, address: string): void {
  if (!fitsKind(kind, address)) throw problem('CARRIER_ADDRESS_OF_OTHER_KIND');
}

/**
 * Makes a carrier; asked once more by the same `clientCarrierId`, it is the one that was made. Throws CARRIER_NAME_TAKEN,
 * CARRIER_ADDRESS_OF_OTHER_KIND, CREATION_ID_USED, and ERROR_VALIDATION for settings of another kind.
 */
export async function createCarrier(
  { db, bus }: ChannelSettingsDeps,
  doer: Doer,
  { clientCarrierId: clientId, ...given }: NewCarrier,
): Promise<Carrier> {
  requireAddressOfKind(given.kind, given.address);
  const settings = settingsOf(given.kind, given.settings ?? {});
  return changingCarriers(db, async (tx) => {
    const asked = { accountId: null, kind: 'CARRIER', userId: doer.actor?.id ?? null, clientId, content: given } as const;
    const { id } = await makeOnceBy(tx, asked, async () => {
      const carrierId = newId();
      const { name, networkId = '', reseller = false, kind, address } = given;
      await requireFreeName(tx, name, null);
      await tx
        .insertInto('carriers')
        .values({ id: carrierId, name, network_id: networkId, reseller, kind, address, settings: JSON.stringify(settings) })
        .execute();
      const carrier = await readCarrier(tx, carrierId);
      await recordDeed(tx, doer, { kind: 'CARRIER_CREATED', entity: entityOf(carrier), after: shown(carrier) });
      tellChannelsChanged(tx, bus);
      return carrierId;
    });
    return readCarrier(tx, id);
  });
}

/**
 * Changes what is given of a carrier, and no other setting of it: another may have been set meanwhile by somebody else. Its kind stays.
 * Throws CARRIER_NOT_FOUND, CARRIER_NAME_TAKEN, CARRIER_ADDRESS_OF_OTHER_KIND, and ERROR_VALIDATION for settings of another kind.
 */
export async function changeCarrier({ db, bus }: ChannelSettingsDeps, doer: Doer, carrierId: string, changes: Changes): Promise<Carrier> {
  return changingCarriers(db, async (tx) => {
    const { name, networkId, reseller, address } = changes;
    const settings = settingsIn(changes);
    const stood = await readCarrier(tx, carrierId);
    if (name !== undefined) await requireFreeName(tx, name, carrierId);
    if (address !== undefined) requireAddressOfKind(stood.kind, address);
    const columns = {
      ...(name === undefined ? {} : { name }),
      ...(networkId === undefined ? {} : { network_id: networkId }),
      ...(reseller === undefined ? {} : { reseller }),
      ...(address === undefined ? {} : { address }),
      ...(Object.keys(settings).length === 0
        ? {}
        : { settings: JSON.stringify(settingsOf(stood.kind, { ...stood.settings, ...settings })) }),
    };
    const modified = { ...columns, modified_at: new Date().toISOString() };
    await tx.updateTable('carriers').set(modified).where('id', '=', carrierId).execute();
    const carrier = await readCarrier(tx, carrierId);
    const change = difference(shown(stood), shown(carrier));
    if (change === null) return stood;
    await recordDeed(tx, doer, { kind: 'CARRIER_CHANGED', entity: entityOf(carrier), ...change });
    await sql`select try_ends_of_service(s.id) from carrier_services s where s.carrier_id = ${carrierId}::uuid`.execute(tx);
    tellChannelsChanged(tx, bus);
    return carrier;
  });
}

/** So many are named; of all it is told how many there are. */
const NAMED = 5;

/** Throws CARRIER_NOT_FOUND, and CARRIER_IN_USE with its services. */
export async function removeCarrier({ db, bus }: ChannelSettingsDeps, doer: Doer, carrierId: string): Promise<void> {
  await changingCarriers(db, async (tx) => {
    const carrier = await readCarrier(tx, carrierId);
    if (carrier.serviceCount > 0) {
      const services = await tx
        .selectFrom('carrier_services')
        .select(['id', 'title'])
        .where('carrier_id', '=', carrierId)
        .orderBy('title')
        .orderBy('id')
        .limit(NAMED)
        .execute();
      const uses = services.map(({ id, title }) => ({
        message: 'CARRIER_IN_USE',
        params: { kind: 'SERVICE', id, name: title, count: carrier.serviceCount },
      }));
      throw new Problem('CARRIER_IN_USE', {}, uses);
    }
    await tx.deleteFrom('carriers').where('id', '=', carrierId).execute();
    await recordDeed(tx, doer, { kind: 'CARRIER_DELETED', entity: entityOf(carrier), before: shown(carrier) });
    tellChannelsChanged(tx, bus);
  });
}
