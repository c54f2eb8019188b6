import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ChannelType, numberChannels } from '@parley/contract';
import { dropTestDatabase } from '../scripts/test-postgres.mjs';
import { buildApp } from '../server/src/app.ts';
import { loadConfig } from '../server/src/config.ts';
import { createContact } from '../server/src/contacts/index.ts';
import { LUMEN } from '../server/src/demo/index.ts';
import { receiveUpload } from '../server/src/files/index.ts';
import { newId } from '../server/src/platform/clock.ts';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import type { Guard } from '../server/src/platform/guarded-fetch.ts';
import { openLog } from '../server/src/platform/log.ts';
import { type Reading, type RoomsDeps, storeInbound } from '../server/src/rooms/index.ts';
import { loopBack, rawDelivery } from '../server/test/loop-back/channel.ts';
import { newAddress } from '../server/test/loop-back/customers.ts';
import { type Provider, startProvider } from '../server/test/loop-back/provider.ts';
import { channelDatabase, channelPostgres } from './channel-postgres.ts';
import { CHANNEL_PORT } from './ports.ts';

/** Every type whose messages go by a provider. */
const BY_PROVIDERS = ['EMAIL', 'FACEBOOK', 'VIBER_PUBLIC', 'VIBER', 'WHATSAPP', 'SMS'] as const satisfies readonly ChannelType[];
type ProvidedType = (typeof BY_PROVIDERS)[number];

/** A customer of the demo's first account, with a room from the first word on. */
export interface ChannelCustomer {
  readonly contactId: string;
  /** On which address they are reached. */
  readonly addresses: ReadonlyMap<ChannelType, string>;
  /** Writes over one of their channels, the first where none is said. */
  say(text: string, over?: ChannelType): Promise<void>;
  /** Brings what the provider of one of their channels would bring: a message with files, a status. */
  bring(reading: Reading, over?: ChannelType): Promise<void>;
}

/** The product with the demo, and with channels whose customers and providers are the test. */
export interface ChannelProduct {
  readonly url: string;
  readonly accountId: string;
  readonly db: Database;
  /** The other side of all channels: what it got, and how it treats what is asked of it. */
  readonly provider: Provider;
  /** Our end of each channel, `Our WHATSAPP` and so on: its id. */
  readonly applications: ReadonlyMap<ChannelType, string>;
  /** A file that the provider of a channel has handed over: its id. */
  upload(bytes: Buffer, name: string, over: ChannelType): Promise<string>;
  customer(name: string, channels: readonly [ChannelType, ...ChannelType[]]): Promise<ChannelCustomer>;
  close(): Promise<void>;
}

/**
 * Starts it in the process of the test, on a database of its own. The channels are the loop-back ones of the server's tests
 * (`server/test/loop-back`), registered as `app.ts` registers any; nothing of it is within reach of the product's own entry.
 */
export async function startChannelProduct({
  types = BY_PROVIDERS,
  timeoutMs = 1000,
  pictures,
}: {
  types?: readonly ProvidedType[];
  timeoutMs?: number;
  /** Which machines may be asked for pictures of e-mails: none of this one unless it is said. */
  pictures?: Guard;
} = {}): Promise<ChannelProduct> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-channels-'));
  const postgres = channelPostgres();
  const database = await channelDatabase();
  const provider = await startProvider({ knowsKeys: false });
  const config = loadConfig({
    PARLEY_PORT: String(CHANNEL_PORT),
    PARLEY_DATA: dataFolder,
    PARLEY_SECRET: postgres.secret,
    PARLEY_EMBEDDED_DATABASE_URL: database.ownerUrl,
  });
  const wired: RoomsDeps[] = [];
  const app = await buildApp(
    config,
    openLog('silent'),
    () => {},
    undefined,
    ({ rooms, reach }) => {
      wired.push(rooms);
      if (pictures) reach(pictures);
      for (const type of types) rooms.channels.register(loopBack({ type, origin: provider.origin, takesKey: false, timeoutMs }));
    },
  );
  const url = await app.listen();
  const db = openDatabase(database.appUrl, 2);
  const [rooms] = wired;
  if (rooms === undefined) throw new Error('the application was wired without its rooms');
  const applications = await makeApplications(db, types);
  return {
    url,
    accountId: LUMEN.id,
    db,
    provider,
    applications,
    async upload(bytes, name, over) {
      const uploader = { by: 'PROVIDER', accountId: LUMEN.id, id: applications.get(over) ?? '' } as const;
      const body = Readable.from([bytes]);
      return (await receiveUpload(rooms.files, { uploader, name, length: null, body, isCancelled: () => false })).fileId;
    },
    customer: (name, channels) => makeCustomer({ db, rooms, applications }, name, channels),
    async close() {
      await app.close();
      await db.close();
      await provider.close();
      await dropTestDatabase(postgres, database.name);
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function makeApplications(db: Database, types: readonly ChannelType[]): Promise<ReadonlyMap<ChannelType, string>> {
  const rows = types.map((type) => ({ id: newId(), account_id: LUMEN.id, type, name: `Our ${type}` }));
  await db.inAccount(LUMEN.id, (tx) => tx.insertInto('channel_applications').values(rows).execute());
  return new Map(rows.map(({ type, id }) => [type, id]));
}

interface Parts {
  db: Database;
  rooms: RoomsDeps;
  applications: ReadonlyMap<ChannelType, string>;
}

async function makeCustomer(
  { db, rooms, applications }: Parts,
  name: string,
  channels: readonly [ChannelType, ...ChannelType[]],
): Promise<ChannelCustomer> {
  const number = newAddress();
  // A person has one telephone number, by which they are reached on several channels.
  const addressOn = (type: ChannelType): string =>
    type === 'EMAIL' ? `${name.toLowerCase()}-${newId()}@home.example` : numberChannels.has(type) ? number : newAddress();
  const addresses = new Map(channels.map((type) => [type, addressOn(type)]));
  const applicationOf = (type: ChannelType): string => {
    const id = applications.get(type);
    if (id === undefined) throw new Error(`the product was started without ${type}`);
    return id;
  };
  const contactId = await db.inAccount(LUMEN.id, async (tx) => {
    const contact = await createContact(tx, LUMEN.id, { firstName: name });
    const rows = [...addresses].map(([type, address]) => ({
      id: newId(),
      account_id: LUMEN.id,
      contact_id: contact,
      channel_application_id: applicationOf(type),
      type,
      address,
    }));
    await tx.insertInto('contact_channels').values(rows).execute();
    return contact;
  });
  const [first] = channels;
  const bring = async (reading: Reading, over: ChannelType = first) => {
    const place = { accountId: LUMEN.id, channelApplicationId: applicationOf(over), channelType: over };
    await storeInbound(rooms, place, [rawDelivery(reading, undefined, addresses.get(over))]);
  };
  return {
    contactId,
    addresses,
    bring,
    say: (text, over = first) =>
      bring({ kind: 'MESSAGE', providerMessageId: newId(), address: addresses.get(over) ?? '', name, text }, over),
  };
}
