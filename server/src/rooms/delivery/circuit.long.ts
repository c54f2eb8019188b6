import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { deliveryShown, givenApplication, givenCustomer, type TestCustomer, until } from '../../../test/loop-back/customers.ts';
import { type Provider, startProvider } from '../../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import type { Claiming } from '../../platform/claiming.ts';
import { openLog } from '../../platform/log.ts';
import { startDelivering } from './deliver.ts';

const PAUSE = 1500;

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let provider: Provider;
/** Two processes, which know of each other by the database alone. */
let processes: Claiming[];
let sms: string;
let customers: TestCustomer[];

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  provider = await startProvider({ knowsKeys: true });
  rooms.deps.channels.register(loopBack({ type: 'SMS', origin: provider.origin, takesKey: true, timeoutMs: 400 }));
  processes = [1, 2].map(() => startDelivering(rooms.deps, openLog('silent'), () => PAUSE));
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await rooms.deps.lanes.drained();
  await provider.close();
  await database.drop();
});
beforeEach(async () => {
  sms = await givenApplication(database.db, account, 'SMS');
  customers = [];
  for (let n = 0; n < 6; n++) customers.push(await givenCustomer(rooms.deps, elena, 'SMS', sms));
});
afterEach(() => provider.behave(() => ({ do: 'accept' })));

const health = () =>
  database.db
    .reader(account.accountId)
    .selectFrom('channel_health')
    .selectAll()
    .where('channel_application_id', '=', sms)
    .executeTakeFirst();
const isOpen = () => until(health, (row) => row?.opened_at != null);
const shown = (eventId: string, expected: string) =>
  until(
    () => deliveryShown(database.db, account.accountId, eventId),
    (now) => now === expected,
    15_000,
  );
const say = (text: string) => Promise.all(customers.slice(0, 5).map((one) => one.say(text)));
const down = () => provider.behave(() => ({ do: 'refuse', reason: 'ERROR', final: false }));

describe('the circuit of an end', () => {
  it('leaves a provider alone that fails time and again, tries one message, and lets all go when it is back', async () => {
    down();
    const events = await say('through the storm');
    const row = await isOpen();
    expect(row).toMatchObject({ failures: 5, last_error_reason: 'ERROR', last_error_answer: expect.stringContaining('ERROR') });
    const asked = provider.requests.length;
    const late = await (customers[5] as TestCustomer).say('meanwhile');
    await pause(PAUSE / 2);
    expect(provider.requests.length).toBe(asked);
    // Of all that wait one is tried.
    await until(
      () => provider.requests.length,
      (count) => count > asked,
    );
    await pause(PAUSE / 2);
    expect(provider.requests.length).toBe(asked + 1);
    expect(await health()).toMatchObject({ trials: 1, opened_at: row?.opened_at });
    provider.behave(() => ({ do: 'accept' }));
    for (const event of [...events, late]) await shown(event, 'SENT');
    expect(await health()).toMatchObject({ failures: 0, trials: 0, opened_at: null, retry_at: null, last_outbound_at: expect.any(String) });
    // Once each.
    expect(provider.accepted.map((one) => one.text).toSorted()).toEqual([...events.map(() => 'through the storm'), 'meanwhile'].toSorted());
  }, 30_000);

  it('is opened by silence, too', async () => {
    provider.behave(() => ({ do: 'hang' }));
    await say('is anybody there?');
    expect(await isOpen()).toMatchObject({ last_error_reason: null, last_error_problem: 'UNREACHABLE' });
  });

  it('is not opened by refusals of single messages, nor by a provider that wants them later', async () => {
    const known = new Set<string>();
    provider.behave(({ key, text }) => {
      if (text === 'not to you') return { do: 'refuse', reason: 'NOT_VIBER_USER', final: true };
      if (known.has(key)) return { do: 'accept' };
      known.add(key);
      return { do: 'later', afterMs: 10 };
    });
    for (const event of await say('not to you')) await shown(event, 'REJECTED NOT_VIBER_USER');
    for (const event of await say('slowly')) await shown(event, 'SENT');
    expect(await health()).toMatchObject({ failures: 0, opened_at: null, last_error_reason: 'THROTTLING', last_error_problem: null });
  }, 30_000);

  it('is not opened by one message that fails time and again, and others go past it (BUG-062)', async () => {
    provider.behave(({ text }) => (text === 'poison' ? { do: 'refuse', reason: 'ERROR', final: false } : { do: 'accept' }));
    await (customers[0] as TestCustomer).say('poison');
    await until(
      () => provider.requests.filter(({ text }) => text === 'poison').length,
      (count) => count >= 4,
      30_000,
    );
    expect(await health()).toMatchObject({ failures: 1, opened_at: null, last_error_reason: 'ERROR' });
    await shown(await (customers[1] as TestCustomer).say('healthy'), 'SENT');
    expect(await health()).toMatchObject({ failures: 0, opened_at: null });
  }, 60_000);

  it('is opened by a provider that says that it is away, and by one that does not know us at once, until that is mended', async () => {
    provider.behave(() => ({ do: 'be away', problem: 'UNREACHABLE' }));
    const events = await say('away');
    expect(await isOpen()).toMatchObject({ failures: 5, last_error_problem: 'UNREACHABLE', last_error_reason: null });
    provider.behave(() => ({ do: 'accept' }));
    for (const event of events) await shown(event, 'SENT');
    provider.behave(() => ({ do: 'be away', problem: 'REFUSED' }));
    const waiting = await (customers[0] as TestCustomer).say('who are you?');
    expect(await isOpen()).toMatchObject({ failures: 1, last_error_problem: 'REFUSED', last_error_reason: null });
    await pause(2.2 * PAUSE);
    expect(await deliveryShown(database.db, account.accountId, waiting)).toBe('PENDING');
    provider.behave(() => ({ do: 'accept' }));
    await shown(waiting, 'SENT');
    expect(await health()).toMatchObject({ failures: 0, opened_at: null });
  }, 40_000);

  it('counts failures one after another: whatever goes out in between begins anew', async () => {
    down();
    await say('down');
    await isOpen();
    provider.behave(() => ({ do: 'accept' }));
    await until(health, (row) => row?.opened_at === null);
    provider.behave(({ text }) => (text === 'once' ? { do: 'refuse', reason: 'ERROR', final: false } : { do: 'accept' }));
    await (customers[0] as TestCustomer).say('once');
    await until(health, (row) => row?.failures === 1);
    const other = await (customers[5] as TestCustomer).say('well');
    await shown(other, 'SENT');
    await until(health, (row) => row !== undefined && row.failures <= 1 && row.opened_at === null);
  }, 30_000);

  it('lets no message wait for ever: after a quarter of an hour it has failed', async () => {
    down();
    await say('hello');
    await isOpen();
    const event = await (customers[5] as TestCustomer).say('too old');
    await database.db.inAccount(account.accountId, (tx) =>
      sql`update attempts set waits_since = clock_timestamp() - interval '16 minutes' where event_id = ${event}::uuid`.execute(tx),
    );
    await shown(event, 'ERROR TRIED_TOO_OFTEN');
  }, 30_000);

  it('is of one end alone: another of the same account goes on', async () => {
    down();
    await say('down');
    await isOpen();
    const other = await givenApplication(database.db, account, 'SMS');
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', other);
    provider.behave(({ text }) => (text === 'beside' ? { do: 'accept' } : { do: 'refuse', reason: 'ERROR', final: false }));
    await shown(await customer.say('beside'), 'SENT');
    expect(await health()).toMatchObject({ opened_at: expect.any(String) });
  }, 30_000);
});
