import type { CarriedChannel, CarrierKind, ChannelType, CommunicationType } from '@parley/contract';
import { inject } from 'vitest';
import {
  type Connection,
  type Connections,
  hookAddressOf,
  type MakeAdapter,
  openProviders,
  type Providers,
  providerSecrets,
} from '../src/channels/providers/index.ts';
import { keepTroubleIn } from '../src/channels/sms/service-troubles.ts';
import { newId } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { createHttp, type Http } from '../src/platform/http.ts';
import { type Log, openLog } from '../src/platform/log.ts';
import { deriveKey } from '../src/platform/secret.ts';
import type { TestAccount, TestRooms } from './people.ts';

/** The key under which secrets rest in tests: the same as in an application that `startApp` starts. */
export const providersKey = () => deriveKey(inject('postgres').secret, 'providers:secrets');

/** A carrier. @returns its id */
export async function givenCarrier(
  db: Database,
  { kind, address, settings = {}, name = 'Carrier' }: { kind: CarrierKind; address: string; settings?: object; name?: string },
): Promise<string> {
  const id = newId();
  const row = { id, name, kind, address, settings: JSON.stringify(settings) };
  await db.outside((tx) => tx.insertInto('carriers').values(row).execute());
  return id;
}

interface GivenService {
  carrierId: string;
  channelType: CarriedChannel;
  communicationType?: CommunicationType;
  username?: string;
  password?: string;
  title?: string;
}

/** A service of a carrier's. @returns its id */
export async function givenService(
  db: Database,
  {
    carrierId,
    channelType,
    communicationType = 'TWO_WAY',
    username = 'parley',
    password = 'the password',
    title = 'Service',
  }: GivenService,
): Promise<string> {
  const id = newId();
  const row = {
    id,
    carrier_id: carrierId,
    title,
    username,
    password: providerSecrets(providersKey()).seal(password),
    channel_type: channelType,
    communication_type: communicationType,
  };
  await db.outside((tx) => tx.insertInto('carrier_services').values(row).execute());
  return id;
}

/** What came over a service's line for a sender that nobody has. @returns its id */
export async function givenTrouble(
  db: Database,
  serviceId: string,
  { named = '359700999999', from = '+359888000111' } = {},
): Promise<string> {
  const name = newId();
  const body = {
    from: 'SMPP',
    told: { id: name, esmClass: 0, dataCoding: 0, bytes: Buffer.from('Hello').toString('base64'), receiptIds: 'ANY' },
    writer: { address: from, name: null, at: new Date().toISOString() },
  };
  await keepTroubleIn(db)(serviceId, named, { address: from, deliveryKey: `smpp:${name}`, body: JSON.stringify(body) });
  const rows = await db.outside((tx) =>
    tx.selectFrom('carrier_service_troubles').select('id').where('service_id', '=', serviceId).orderBy('id', 'desc').limit(1).execute(),
  );
  return rows[0]?.id ?? '';
}

interface GivenEnd {
  type: ChannelType;
  name?: string;
  sender?: string;
  settings?: object;
  /** Encrypted as the product does. */
  secrets?: Readonly<Record<string, string>>;
  serviceId?: string;
  communicationType?: CommunicationType;
  active?: boolean;
}

export interface TestEnd {
  id: string;
  hookKey: string;
  /** Where its provider calls at this origin. */
  hookAt(origin: string): string;
}

/** An account's end of a channel with all that it has set. */
export async function givenEnd(db: Database, account: Pick<TestAccount, 'accountId'>, end: GivenEnd): Promise<TestEnd> {
  const {
    type,
    name = `Our ${end.type}`,
    sender = '',
    settings = {},
    secrets,
    serviceId,
    communicationType = 'TWO_WAY',
    active = true,
  } = end;
  const row = {
    id: newId(),
    account_id: account.accountId,
    type,
    name,
    sender,
    settings: JSON.stringify(settings),
    secrets: secrets ? providerSecrets(providersKey()).sealNamed(secrets) : null,
    service_id: serviceId ?? null,
    communication_type: communicationType,
    active,
  };
  const made = await db.inAccount(account.accountId, (tx) =>
    tx.insertInto('channel_applications').values(row).returning(['id', 'hook_key']).executeTakeFirstOrThrow(),
  );
  return { id: made.id, hookKey: made.hook_key, hookAt: (origin) => hookAddressOf(origin, type, made.hook_key) };
}

/** Something that came in at an end and could not be worked on. @returns its id */
export async function givenQuarantined(db: Database, { accountId }: Pick<TestAccount, 'accountId'>, endId: string): Promise<string> {
  const id = newId();
  const row = {
    id,
    account_id: accountId,
    channel_application_id: endId,
    address: '',
    delivery_key: id,
    body: '{"broken":',
    state: 'QUARANTINED',
  };
  await db.inAccount(accountId, (tx) =>
    tx
      .insertInto('raw_inbound')
      .values({ ...row, error: 'Unexpected end of JSON input' })
      .execute(),
  );
  return id;
}

export interface TestProviders extends Providers {
  /** Where providers call us: a server of our own with nothing but their addresses. */
  origin: string;
  http: Http;
  /** What is set of an end, a service or a carrier was changed in the database. */
  changed(): void;
  /** As adapters have it. Throws when there is no such end. */
  connection(accountId: string, channelApplicationId: string): Promise<Connection>;
  close(): Promise<void>;
}

/** The product's frame around these adapters, registered with these rooms, with its addresses open and its lines standing. */
export async function givenProviders(
  rooms: TestRooms,
  adapters: readonly MakeAdapter[],
  { log = openLog('silent'), publicUrl = 'https://parley.example' }: { log?: Log; publicUrl?: string } = {},
): Promise<TestProviders> {
  const providers = openProviders({ rooms: rooms.deps, bus: rooms.bus, log, publicUrl, key: providersKey(), adapters });
  const http = createHttp(log);
  providers.mount(http);
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  providers.stand();
  const { connections }: { connections: Connections } = providers;
  return {
    ...providers,
    origin,
    http,
    changed: () => rooms.bus.publish('channels', null),
    async connection(accountId, channelApplicationId) {
      const found = await connections.of(accountId, channelApplicationId);
      if (!found) throw new Error('there is no such end');
      return found;
    },
    async close() {
      await http.close();
      await providers.stop();
    },
  };
}

/** Settings of a mailbox that sends by a server of nobody's, and needs no password. */
export const mailboxSettings = {
  direction: 'OUTGOING',
  outgoing: { host: 'smtp.shop.example', port: 587, useSsl: false, username: '' },
} as const;

/** A signature of a mailbox. @returns its id */
export async function givenSignature(
  db: Database,
  { accountId }: Pick<TestAccount, 'accountId'>,
  mailboxId: string,
  { content = 'Kind regards', isHtml = false, placement = 'ABOVE_QUOTE' } = {},
): Promise<string> {
  const id = newId();
  const row = { id, account_id: accountId, channel_application_id: mailboxId, content, is_html: isHtml, placement };
  await db.inAccount(accountId, (tx) => tx.insertInto('signatures').values(row).execute());
  return id;
}
