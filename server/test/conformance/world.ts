import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Adapter } from '../../src/channels/providers/index.ts';
import type { Claiming } from '../../src/platform/claiming.ts';
import { openLog } from '../../src/platform/log.ts';
import { startDelivering, startReceiving, takeAs } from '../../src/rooms/index.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { deliveryShown, sayOn, until } from '../loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../people.ts';
import { givenProviders, providersKey, type TestEnd, type TestProviders } from '../providers.ts';
import type { Driver, Provider, Side } from './driver.ts';
import type { SenderOrder } from './sender-process.ts';

/** A provider is waited for so long in the suite: what it does not answer is not to hold up the tests. */
export const PATIENCE = 1000;

export interface World extends Side {
  driver: Driver;
  database: TestDatabase;
  account: TestAccount;
  end: TestEnd;
  provider: Provider;
  providers: TestProviders;
  rooms: TestRooms;
  /** Nobody delivers in this process from now on, and nobody has it under way. */
  pauseDelivering(): Promise<void>;
  resumeDelivering(): void;
  startSender(): Promise<ChildProcess>;
  /** What waits for its next try has waited. */
  timesPass(): Promise<void>;
  /** Leases that were taken have run out. */
  leasesRunOut(): Promise<void>;
  close(): Promise<void>;
}

const SENDER = fileURLToPath(new URL('./sender-process.ts', import.meta.url));

export async function givenWorld(driver: Driver): Promise<World> {
  const database = await freshDatabase();
  const { db } = database;
  const rooms = givenRooms(db);
  const account = await givenAccount(db);
  const otherAccount = await givenAccount(db, 'Orion');
  const elena = await account.agent('Elena');
  const provider = await driver.startProvider();
  const end = await driver.givenEnd(db, account, provider);
  const other = { account: otherAccount, end: await driver.givenEnd(db, otherAccount, provider) };
  const providers = await givenProviders(rooms, [(parts) => impatient(driver.make(parts))]);
  const log = openLog('silent');
  const receiving = startReceiving(rooms.deps, log);
  // Nothing is left alone for long: the suite cannot wait for minutes.
  const deliver = () => startDelivering(rooms.deps, log, () => PATIENCE);
  let delivering: Claiming | null = deliver();
  const children: ChildProcess[] = [];
  const bring: World['bring'] = (brought, to = end) => driver.bring(brought, { end: to, origin: providers.origin, provider });
  const shown = (eventId: string) => deliveryShown(db, account.accountId, eventId);

  async function wordsOf(address: string, where: Pick<TestAccount, 'accountId'> = account): Promise<string[]> {
    const { rows } = await sql<{ text: string | null; type: string }>`
      select e.message->>'text' as text, e.type from events e join contact_channels c on c.id = e.contact_channel_id
      where c.address = ${address} and e.origin_type = 'CUSTOMER' and e.kind = 'COMMUNICATION' order by e.seq`.execute(
      db.reader(where.accountId),
    );
    return rows.map(({ text }) => text ?? '');
  }
  const hear = (address: string, count: number) =>
    until(
      () => wordsOf(address),
      (words) => words.length >= count,
    );

  return {
    driver,
    database,
    account,
    end,
    other,
    provider,
    providers,
    rooms,
    newCustomer() {
      const { from, alsoFrom, address } = driver.newCustomer();
      return { from, alsoFrom, address };
    },
    bring,
    async talkWith({ from, address }) {
      await bring({ what: 'MESSAGE', id: messageId(), from, text: 'Hello' });
      await hear(address, 1);
      const channel = await db
        .reader(account.accountId)
        .selectFrom('contact_channels')
        .select(['id', 'room_id'])
        .where('channel_application_id', '=', end.id)
        .where('address', '=', address)
        .executeTakeFirstOrThrow();
      const roomId = channel.room_id as string;
      await takeAs(rooms.deps, elena, roomId);
      return async (text) =>
        (await sayOn(rooms.deps, elena, driver.type, { roomId, channelId: channel.id, text, clientMessageId: messageId() })).eventId;
    },
    wordsOf,
    hear,
    shown,
    async becomes(eventId, expected, withinMs = 20_000) {
      await until(
        () => shown(eventId),
        (now) => now === expected,
        withinMs,
      );
    },
    async providerIdOf(eventId) {
      const row = await until(
        () =>
          db
            .reader(account.accountId)
            .selectFrom('attempts')
            .select('provider_message_id')
            .where('event_id', '=', eventId)
            .executeTakeFirst(),
        (found) => found?.provider_message_id != null,
      );
      return row?.provider_message_id as string;
    },
    async quarantined() {
      const { count } = await db
        .reader(account.accountId)
        .selectFrom('raw_inbound')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'QUARANTINED')
        .executeTakeFirstOrThrow();
      return count;
    },
    async pauseDelivering() {
      await delivering?.stop();
      delivering = null;
    },
    resumeDelivering() {
      delivering ??= deliver();
    },
    async startSender() {
      const child = fork(SENDER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] });
      children.push(child);
      const order: SenderOrder = { appUrl: database.appUrl, key: providersKey().toString('hex'), ...driver.adapter };
      child.send(order);
      await once(child, 'message');
      return child;
    },
    async timesPass() {
      await db.inAccount(account.accountId, async (tx) => {
        await sql`update attempts set due_at = clock_timestamp() where lease is null and state in ('PENDING', 'SENDING')`.execute(tx);
        await sql`update channel_health set retry_at = clock_timestamp() where retry_at > clock_timestamp()`.execute(tx);
      });
    },
    async leasesRunOut() {
      await db.inAccount(account.accountId, (tx) =>
        sql`update attempts set due_at = clock_timestamp() where state in ('PENDING', 'SENDING')`.execute(tx),
      );
    },
    async close() {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await Promise.all([delivering?.stop(), receiving.stop()]);
      await providers.close();
      await rooms.deps.lanes.drained();
      await provider.close();
      await database.drop();
    },
  };
}

/** The same adapter, which waits for its provider no longer than `PATIENCE`. */
const impatient = (adapter: Adapter): Adapter => Object.create(adapter, { timeoutMs: { value: PATIENCE, enumerable: true } }) as Adapter;
