import { senderKindOf } from '@parley/contract';
import { sql } from 'kysely';
import { makeOnceBy } from '../../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../../audit/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { holdingAccount } from '../../platform/own-turn.ts';
import { problem } from '../../platform/problem.ts';
import { newToken } from '../../platform/secret.ts';
import { tellChannelsChanged } from '../providers/index.ts';
import { choiceOf, serviceChoices } from './carriers-store.ts';
import type { ChannelSettingsDeps } from './deps.ts';
import type { EndGiven, EndType } from './end-types.ts';
import { readKept } from './ends-store.ts';
import { bearerOf } from './same-name.ts';

export interface EndKey {
  accountId: string;
  endId: string;
}

interface Stored {
  id: string;
  sender: string;
  serviceId: string | null;
}

/** What is done to the ends of one account happens one after another, so that two never have one name. */
const holdAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Throws CHANNEL_END_NAME_TAKEN. In a transaction that holds the account's row. */
async function requireFreeName(tx: Tx, type: string, name: string, endId: string): Promise<void> {
  const others = await tx.selectFrom('channel_applications').select('name').where('type', '=', type).where('id', '!=', endId).execute();
  if (bearerOf(name, others, (one) => one.name) !== undefined) throw problem('CHANNEL_END_NAME_TAKEN');
}

/**
 * The service, so that nobody deletes it or makes it another meanwhile; who gives it to another end at the same moment is waited for.
 * Throws CARRIER_SERVICE_NOT_FOUND, CARRIER_SERVICE_OF_OTHER_CHANNEL.
 */
async function holdService(tx: Tx, serviceId: string, carried: string | null) {
  await tx.selectFrom('carrier_services').select('id').where('id', '=', serviceId).forNoKeyUpdate().execute();
  const row = await serviceChoices(tx).where('s.id', '=', serviceId).executeTakeFirst();
  if (row === undefined) throw problem('CARRIER_SERVICE_NOT_FOUND');
  if (row.channel_type !== carried) throw problem('CARRIER_SERVICE_OF_OTHER_CHANNEL');
  return choiceOf(row);
}

/** Two who want one bot take turns; of a carrier's senders whoever holds its service. */
async function requireFreeSender<End, Fields>(tx: Tx, type: EndType<End, Fields>, { id, sender, serviceId }: Stored): Promise<void> {
  // Those of one account take turns by its row, which is held.
  if (serviceId === null && type.senderIsOneOf === 'INSTALLATION')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${type.type} ${sender.toLowerCase()}`}, 0))`.execute(tx);
  const { rows } =
    type.senderIsOneOf === 'ACCOUNT'
      ? await sql<{ taken: boolean }>`
          select exists (select from channel_applications where type = ${type.type} and sender = ${sender} and id <> ${id}::uuid) as taken`.execute(
          tx,
        )
      : await sql<{ taken: boolean }>`
          select sender_is_taken(${type.type}, ${serviceId}::uuid, ${sender}, ${id}::uuid) as taken`.execute(tx);
  if (rows[0]?.taken) throw problem(type.taken);
}

/** Judges sender and service together, and says how far one can be answered. */
async function communicationOf<End, Fields>(tx: Tx, type: EndType<End, Fields>, end: Stored): Promise<'TWO_WAY' | 'ONE_WAY'> {
  if (end.serviceId === null) {
    if (type.carried === null) await requireFreeSender(tx, type, end);
    return 'TWO_WAY';
  }
  const { communicationType } = await holdService(tx, end.serviceId, type.carried);
  if (communicationType === 'ONE_WAY') return communicationType;
  if (type.namesAreOneWay && senderKindOf(end.sender) === 'NAME') throw problem('SENDER_NAME_ONE_WAY');
  await requireFreeSender(tx, type, end);
  return communicationType;
}

/**
 * Where Parley sends the short message itself, it must be able to. Throws FALLBACK_SENDER_NOT_OF_ACCOUNT. In a transaction of the account, when the
 * end is stored.
 */
async function requireFallback<End, Fields>(tx: Tx, type: EndType<End, Fields>, end: End, serviceId: string | null): Promise<void> {
  const sender = type.fallbackOf?.(end) ?? '';
  if (sender === '' || serviceId === null) return;
  const { rows } = await sql`
    select 1 from carrier_services s join carriers c on c.id = s.carrier_id
    where s.id = ${serviceId}::uuid and c.settings->>'fallbackBy' = 'PARLEY'
      and not exists (select from channel_applications e where e.type = 'SMS' and e.sender = ${sender} and e.active)`.execute(tx);
  if (rows.length > 0) throw problem('FALLBACK_SENDER_NOT_OF_ACCOUNT');
}

/** Secrets of before with those given; an empty one is taken away. */
const secretsWith = (stood: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...stood, ...given }).filter(([, secret]) => secret !== ''));

/** Columns of what is given, and of nothing else. */
const columnsOf = <End, Fields>(
  { secrets }: ChannelSettingsDeps,
  { settled = (settings) => settings }: EndType<End, Fields>,
  given: EndGiven,
  stood: { settings: unknown; secrets: Readonly<Record<string, string>> },
) => ({
  ...(given.name === undefined ? {} : { name: given.name }),
  ...(given.status === undefined ? {} : { active: given.status === 'active' }),
  ...(given.sender === undefined ? {} : { sender: given.sender }),
  ...(given.serviceId === undefined ? {} : { service_id: given.serviceId }),
  settings: JSON.stringify(settled({ ...(stood.settings as object), ...given.settings })),
  ...(Object.keys(given.secrets).length === 0 ? {} : { secrets: secrets.sealNamed(secretsWith(stood.secrets, given.secrets)) }),
});

/**
 * Makes an end; asked once more by the same id, it is the one that was made. Throws CARRIER_SERVICE_NOT_FOUND,
 * CARRIER_SERVICE_OF_OTHER_CHANNEL, CHANNEL_END_NAME_TAKEN, SENDER_NAME_ONE_WAY, SENDER_TAKEN or CHAT_URI_TAKEN,
 * FALLBACK_SENDER_NOT_OF_ACCOUNT, CREATION_ID_USED.
 */
export async function createEnd<End, Fields>(
  deps: ChannelSettingsDeps,
  doer: Doer,
  type: EndType<End, Fields>,
  accountId: string,
  { clientEndId: clientId, ...fields }: Fields & { name: string; clientEndId?: string | undefined },
): Promise<End> {
  const { db, bus, salt } = deps;
  const given = type.given(fields as Fields);
  const secrets = secretsWith({}, given.secrets);
  return holdingAccount(db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const content = { type: type.type, ...fields };
    const asked = { accountId, kind: 'CHANNEL_END', userId: doer.actor?.id ?? null, clientId, content, salt } as const;
    const { id } = await makeOnceBy(tx, asked, async () => {
      const endId = newId();
      const { sender = '', serviceId = null } = given;
      await requireFreeName(tx, type.type, fields.name, endId);
      const communication = await communicationOf(tx, type, { id: endId, sender, serviceId });
      const columns = columnsOf(deps, type, { ...given, secrets }, { settings: type.usual ?? {}, secrets: {} });
      await tx
        .insertInto('channel_applications')
        .values({ ...columns, id: endId, account_id: accountId, type: type.type, name: fields.name, communication_type: communication })
        .execute();
      const end = type.endOf(await readKept(tx, deps, type, endId));
      await requireFallback(tx, type, end, serviceId);
      const named = new Set(Object.keys(secrets));
      type.judge?.({ end, before: null, secrets, given: named });
      const { after } = difference({}, { ...type.shown(end), ...secrets }, named) ?? { after: {} };
      await recordDeed(tx, doer, { kind: 'CHANNEL_END_CREATED', entity: { type: type.entity, id: endId, name: fields.name }, after });
      tellChannelsChanged(tx, bus);
      return endId;
    });
    return type.endOf(await readKept(tx, deps, type, id));
  });
}

/** What is kept of an end and told to nobody. */
const readHidden = (tx: Tx, endId: string) =>
  tx
    .selectFrom('channel_applications')
    .select(['secrets', 'service_id'])
    .where('id', '=', endId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Changes an end, from the next message on. Throws as `createEnd`, and what its type says of one that is not there. */
export async function changeEnd<End, Fields>(
  deps: ChannelSettingsDeps,
  doer: Doer,
  type: EndType<End, Fields>,
  { accountId, endId }: EndKey,
  fields: Fields,
): Promise<End> {
  const { db, bus } = deps;
  const given = type.given(fields);
  return holdingAccount(db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const kept = await readKept(tx, deps, type, endId);
    const hidden = await readHidden(tx, endId);
    const stood = type.endOf(kept);
    if (given.name !== undefined) await requireFreeName(tx, type.type, given.name, endId);
    const { sender = kept.sender, serviceId = hidden.service_id } = given;
    const isSpokenFor = sender !== kept.sender || serviceId !== hidden.service_id;
    const communication = isSpokenFor ? { communication_type: await communicationOf(tx, type, { id: endId, sender, serviceId }) } : {};
    const before = hidden.secrets === null ? {} : deps.secrets.openNamed(hidden.secrets);
    const columns = columnsOf(deps, type, given, { settings: kept.settings, secrets: before });
    await tx
      .updateTable('channel_applications')
      .set({ ...columns, ...communication, modified_at: new Date().toISOString() })
      .where('id', '=', endId)
      .execute();
    const changed = await readKept(tx, deps, type, endId);
    const end = type.endOf(changed);
    // What somebody else has switched off meanwhile is no reason to keep another field from being changed.
    if (given.serviceId !== undefined || Object.keys(given.settings).length > 0) await requireFallback(tx, type, end, serviceId);
    const named = new Set(Object.keys(given.secrets));
    type.judge?.({ end, before: stood, secrets: secretsWith(before, given.secrets), given: named });
    const told = difference(type.shown(stood), { ...type.shown(end), ...given.secrets }, named);
    if (told === null) return stood;
    await recordDeed(tx, doer, { kind: 'CHANNEL_END_CHANGED', entity: { type: type.entity, id: endId, name: changed.name }, ...told });
    await tryAtOnce(tx, endId);
    tellChannelsChanged(tx, bus);
    return end;
  });
}

/** Gives an end another address for its provider to call; whoever calls at the one before it is not heard any more. */
export async function readdressEnd<End, Fields>(
  deps: ChannelSettingsDeps,
  doer: Doer,
  type: EndType<End, Fields>,
  { accountId, endId }: EndKey,
): Promise<End> {
  const { db, bus } = deps;
  return holdingAccount(db, accountId, async (tx) => {
    const { name } = await readKept(tx, deps, type, endId);
    // Letters and digits alone, so that no provider writes it another way.
    const key = Buffer.from(newToken(), 'base64url').toString('hex');
    await tx
      .updateTable('channel_applications')
      .set({ hook_key: key, modified_at: new Date().toISOString() })
      .where('id', '=', endId)
      .execute();
    const { after } = difference({}, { hookAddress: key }, new Set(['hookAddress'])) ?? { after: {} };
    await recordDeed(tx, doer, { kind: 'CHANNEL_END_READDRESSED', entity: { type: type.entity, id: endId, name }, after });
    tellChannelsChanged(tx, bus);
    return type.endOf(await readKept(tx, deps, type, endId));
  });
}

/** What belongs to an end still names it. */
const isNamedStill = (error: unknown) => (error as { code?: unknown }).code === '23503';

/** Deletes an end over which nothing went. Throws CHANNEL_END_WAS_USED, and what its type says of one that is not there. */
export async function removeEnd<End, Fields>(
  deps: ChannelSettingsDeps,
  doer: Doer,
  type: EndType<End, Fields>,
  { accountId, endId }: EndKey,
): Promise<void> {
  const { db, bus } = deps;
  await holdingAccount(db, accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const kept = await readKept(tx, deps, type, endId);
    if (kept.wasUsed) throw problem('CHANNEL_END_WAS_USED');
    await tx.deleteFrom('channel_applications').where('id', '=', endId).execute();
    const entity = { type: type.entity, id: endId, name: kept.name };
    await recordDeed(tx, doer, { kind: 'CHANNEL_END_DELETED', entity, before: type.shown(type.endOf(kept)) });
    tellChannelsChanged(tx, bus);
  }).catch((error: unknown) => {
    throw isNamedStill(error) ? problem('CHANNEL_END_WAS_USED') : error;
  });
}

/** What made its provider be left alone may be mended by what was set: the next message is tried at once. */
function tryAtOnce(tx: Tx, endId: string): Promise<unknown> {
  return tx
    .updateTable('channel_health')
    .set({ retry_at: new Date().toISOString() })
    .where('channel_application_id', '=', endId)
    .where('opened_at', 'is not', null)
    .execute();
}
