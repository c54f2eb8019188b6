import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { deliveryShown, givenCustomer, type TestCustomer, until } from '../../../test/loop-back/customers.ts';
import { givenAccount, type TestAccount } from '../../../test/people.ts';
import { givenCarrier, givenEnd, givenService } from '../../../test/providers.ts';
import { startSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import type { Actor } from '../../accounts/index.ts';
import type { RoomsDeps } from '../../rooms/index.ts';

const KINDS = ['HTTP', 'INFOBIP', 'SMPP'] as const;
type Kind = (typeof KINDS)[number];
const QUIET = { double: 0, outOfOrder: false, reportAfter: [3_600_000, 3_600_000] };

let sandbox: TestSandbox;
let app: TestApp;
let account: TestAccount;
let elena: Actor;
let rooms: RoomsDeps;
/** Each clause has an end of its own: what a line has come to is nobody else's affair. */
const ends = new Map<string, string>();

beforeAll(async () => {
  sandbox = await startSandbox();
  const addresses = {
    HTTP: `${sandbox.origin}/providers/sms/http`,
    INFOBIP: `${sandbox.origin}/providers/sms/infobip`,
    SMPP: `smpp://127.0.0.1:${sandbox.smppPort}`,
  };
  app = await startApp({
    async prepare({ db }) {
      account = await givenAccount(db);
      elena = await account.agent('Elena');
      const one = async (kind: Kind, name: string, settings: object = {}) => {
        const carrierId = await givenCarrier(db, { kind, address: addresses[kind], settings });
        const serviceId = await givenService(db, { carrierId, channelType: 'SMS', username: 'sandbox', password: 'sandbox' });
        const sender = `+35970077${String(ends.size).padStart(4, '0')}`;
        ends.set(`${kind} ${name}`, (await givenEnd(db, account, { type: 'SMS', sender, serviceId })).id);
      };
      for (const kind of KINDS) for (const name of ['slow', 'unknown', 'down']) await one(kind, name);
      await one('SMPP', 'full', { window: 1 });
    },
    more: (parts) => {
      rooms = parts.rooms;
    },
  });
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});
afterEach(() => behave());

async function behave(more: object = {}): Promise<void> {
  await sandbox.ask('DELETE', '/providers/sms/controls');
  await sandbox.ask('PUT', '/providers/sms/controls', { ...QUIET, ...more });
}

/** So many customers to whom an end writes. */
async function givenCustomersOf(id: string, customers: number) {
  const all: TestCustomer[] = [];
  while (all.length < customers) {
    const customer = await givenCustomer(rooms, elena, 'SMS', id);
    // The sandbox has fates for these.
    if (!/9\d$/.test(customer.address)) all.push(customer);
  }
  return { id, sayAll: (text: string) => Promise.all(all.map((one) => one.say(text))) };
}
const endOf = (kind: string, customers: number) => givenCustomersOf(ends.get(kind) ?? '', customers);
const shown = (eventId: string, expected: string, withinMs = 30_000) =>
  until(
    () => deliveryShown(app.database.db, account.accountId, eventId),
    (now) => now === expected,
    withinMs,
  );
const health = (id: string) =>
  app.database.db
    .reader(account.accountId)
    .selectFrom('channel_health')
    .selectAll()
    .where('channel_application_id', '=', id)
    .executeTakeFirst();
const steps = async (eventId: string) => {
  const { rows } = await sql<{ step: string; answer: string | null }>`
    select s.step, s.answer from attempt_steps s join attempts a on a.id = s.attempt_id where a.event_id = ${eventId}::uuid order by s.id`.execute(
    app.database.db.reader(account.accountId),
  );
  return rows;
};
/** What waits is due now, as if its time had gone by. */
const hurry = (id: string) =>
  sql`
    update attempts set due_at = clock_timestamp() where lease is null and state in ('PENDING', 'SENDING')
      and contact_channel_id in (select c.id from contact_channels c where c.channel_application_id = ${id}::uuid)`.execute(
    app.database.db.reader(account.accountId),
  );
const taken = async (text: string) =>
  (await sandbox.get<{ messages: { text: string }[] }>('/providers/sms/messages')).messages.filter((one) => one.text === text).length;

describe('a carrier over SMPP whose window is full', () => {
  it('is waited for: nothing is lost, and nothing was handed over that was not', async () => {
    const { id, sayAll } = await endOf('SMPP full', 8);
    await behave({ answerAfter: 900 });
    const events = await sayAll('One after another');
    for (const event of events) await shown(event, 'SENT', 60_000);
    for (const event of events) expect((await steps(event)).map(({ step }) => step)).toEqual(['HANDED_OVER', 'SENT']);
    expect(await taken('One after another')).toBe(events.length);
    expect((await health(id))?.failures ?? 0).toBe(0);
  }, 90_000);
});

describe.each(['HTTP', 'SMPP'] as const)('a carrier by %s that wants messages more slowly', (kind) => {
  it('gets all of them in the end, however often it said so, and its line is not at fault', async () => {
    const { id, sayAll } = await endOf(`${kind} slow`, 4);
    await behave(kind === 'HTTP' ? { failHttp: 429 } : { failSmpp: 0x58 });
    const events = await sayAll(`Slowly by ${kind}`);
    const asked = async () =>
      Math.min(...(await Promise.all(events.map(steps))).map((way) => way.filter(({ step }) => step === 'PUT_OFF').length));
    // More often than a message was tried at most, when tries were counted.
    await until(
      async () => {
        await hurry(id);
        return asked();
      },
      (count) => count >= 11,
      90_000,
    );
    expect(
      (await Promise.all(events.map((event) => deliveryShown(app.database.db, account.accountId, event)))).every(
        (now) => now === 'PENDING',
      ),
    ).toBe(true);
    expect(await health(id)).toMatchObject({ failures: 0, opened_at: null, last_error_reason: 'THROTTLING' });
    const [first] = events;
    expect((await steps(first ?? ''))[1]?.answer).toContain(kind === 'HTTP' ? '429' : 'ESME_RTHROTTLED');
    await behave();
    for (const event of events) {
      await until(
        async () => {
          await hurry(id);
          return deliveryShown(app.database.db, account.accountId, event);
        },
        (now) => now === 'SENT',
        30_000,
      );
    }
    expect(await taken(`Slowly by ${kind}`)).toBe(events.length);
  }, 180_000);
});

describe.each(KINDS)('a carrier by %s', (kind) => {
  it('that does not take our credentials is asked no more, and gets all messages once it does', async () => {
    const { id, sayAll } = await endOf(`${kind} unknown`, 3);
    await behave({ tokenExpired: true });
    const events = await sayAll(`Unknown to ${kind}`);
    const row = await until(
      () => health(id),
      // A line that is only just lost is not known to be refused yet.
      (now) => now?.opened_at != null && now.last_error_problem === 'REFUSED',
      30_000,
    );
    expect(row).toMatchObject({ last_error_reason: null });
    expect(row?.last_error_answer).toMatch(kind === 'SMPP' ? /ESME_RINVPASWD/ : /401/);
    for (const event of events) expect(await deliveryShown(app.database.db, account.accountId, event)).toBe('PENDING');
    // Of a line that cannot be bound nobody was asked.
    if (kind === 'SMPP') expect((await steps(events[0] ?? '')).filter(({ step }) => step === 'HANDED_OVER')).toEqual([]);
    await behave();
    for (const event of events) await shown(event, 'SENT', 60_000);
    expect(await taken(`Unknown to ${kind}`)).toBe(events.length);
  }, 120_000);

  it('that is down is left alone, and the circuit says so', async () => {
    const { id, sayAll } = await endOf(`${kind} down`, 6);
    await behave({ down: true });
    const events = await sayAll(`Down by ${kind}`);
    const row = await until(
      () => health(id),
      (now) => now?.opened_at != null,
      30_000,
    );
    expect(row).toMatchObject({ last_error_problem: 'UNREACHABLE' });
    await behave();
    for (const event of events) await shown(event, 'SENT', 60_000);
    expect(await taken(`Down by ${kind}`)).toBe(events.length);
  }, 120_000);
});
