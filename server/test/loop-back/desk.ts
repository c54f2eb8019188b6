import { Readable } from 'node:stream';
import type { ChannelType, RoomEvent } from '@parley/contract';
import type { Actor } from '../../src/accounts/index.ts';
import { receiveUpload } from '../../src/files/index.ts';
import type { Reader } from '../../src/platform/database.ts';
import { type Log, openLog } from '../../src/platform/log.ts';
import { Problem } from '../../src/platform/problem.ts';
import { startDelivering } from '../../src/rooms/delivery/deliver.ts';
import type { RoomsDeps } from '../../src/rooms/index.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../people.ts';
import { newestEvents } from '../reads.ts';
import { type LoopBackOptions, loopBack } from './channel.ts';
import { deliveryShown, givenApplication, type TestCustomer, until } from './customers.ts';
import { type Provider, startProvider } from './provider.ts';

/** An agent and a supervisor who write by channels whose provider is the test, with what delivers it. */
export interface Desk<Type extends ChannelType = ChannelType> {
  database: TestDatabase;
  account: TestAccount;
  rooms: TestRooms;
  elena: Actor;
  boss: Actor;
  provider: Provider;
  /** Our end of each channel: its id. */
  applications: Readonly<Record<Type, string>>;
  on(): Reader;
  /** Waits until the event's delivery shows this. */
  shown(eventId: string, expected: string): Promise<string | null>;
  /** The newest public event of a room. */
  lastOf(roomId: string): Promise<RoomEvent | undefined>;
  /** A file that the agent has uploaded: its id. */
  upload(words: string, name?: string): Promise<string>;
  close(): Promise<void>;
}

type Channels<Type extends ChannelType> = Readonly<Record<Type, Pick<LoopBackOptions, 'takes'>>>;
interface Options {
  /** Whether the provider knows what it was sent already, by its key. */
  takesKey: boolean;
  timeoutMs?: number;
  /** What else works beside the delivery. */
  also?: readonly ((deps: RoomsDeps, log: Log) => { stop(): Promise<void> })[];
}

export async function givenDesk<Type extends ChannelType>(
  channels: Channels<Type>,
  { takesKey, timeoutMs, also = [] }: Options,
): Promise<Desk<Type>> {
  const database = await freshDatabase();
  const rooms = givenRooms(database.db);
  const account = await givenAccount(database.db);
  const elena = await account.agent('Elena');
  const boss = await account.agent('Petar', { role: 'supervisor' });
  const provider = await startProvider({ knowsKeys: takesKey });
  const applications: Partial<Record<Type, string>> = {};
  for (const [type, how] of Object.entries(channels) as [Type, Channels<Type>[Type]][]) {
    const time = timeoutMs === undefined ? {} : { timeoutMs };
    rooms.deps.channels.register(loopBack({ type, origin: provider.origin, takesKey, ...time, ...how }));
    applications[type] = await givenApplication(database.db, account, type);
  }
  const log = openLog('silent');
  const running = [startDelivering, ...also].map((start) => start(rooms.deps, log));
  const { accountId } = account;
  const on = () => database.db.reader(accountId);
  return {
    database,
    account,
    rooms,
    elena,
    boss,
    provider,
    applications: applications as Record<Type, string>,
    on,
    shown: (eventId, expected) =>
      until(
        () => deliveryShown(database.db, accountId, eventId),
        (now) => now === expected,
      ),
    lastOf: async (roomId) => (await newestEvents(on(), roomId, false, 30)).content.at(-1),
    async upload(words, name = 'offer.txt') {
      const uploader = { by: 'USER', accountId, id: elena.userId } as const;
      const body = Readable.from([Buffer.from(words)]);
      return (await receiveUpload(rooms.deps.files, { uploader, name, length: null, body, isCancelled: () => false })).fileId;
    },
    async close() {
      await Promise.all(running.map((one) => one.stop()));
      await rooms.deps.lanes.drained();
      await provider.close();
      await database.drop();
    },
  };
}

/** Where a message to a customer goes, under an id of its own. */
export const placeFor = ({ roomId, contactChannelId: channelId }: Pick<TestCustomer, 'roomId' | 'contactChannelId'>) => ({
  roomId,
  channelId,
  clientMessageId: messageId(),
});

/** Why it was refused, by its key; `nothing` when it was not. */
export const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
