import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { deliveryShown, givenApplication, givenCustomer, until } from '../../../test/loop-back/customers.ts';
import { type Provider, startProvider } from '../../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { inTwo } from '../../channels/providers/index.ts';
import type { Claiming } from '../../platform/claiming.ts';
import { openLog } from '../../platform/log.ts';
import type { Outgoing } from '../channel-port.ts';
import { inRooms } from '../work.ts';
import { startDelivering } from './deliver.ts';
import { applyProviderStatus } from './provider-status.ts';
import { retryDelivery } from './retry.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let withKeys: Provider;
let delivering: Claiming;
let sms: string;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  withKeys = await startProvider({ knowsKeys: true });
  rooms.deps.channels.register(loopBack({ type: 'SMS', origin: withKeys.origin, takesKey: true, timeoutMs: 400 }));
  sms = await givenApplication(database.db, account, 'SMS');
  delivering = startDelivering(rooms.deps, openLog('silent'));
});
afterAll(async () => {
  await delivering.stop();
  await rooms.deps.lanes.drained();
  await withKeys.close();
  await database.drop();
});

afterEach(() => withKeys.behave(() => ({ do: 'accept' })));

const onSms = () => givenCustomer(rooms.deps, elena, 'SMS', sms);
const shown = (eventId: string, expected: string) =>
  until(
    () => deliveryShown(database.db, account.accountId, eventId),
    (now) => now === expected,
  );

/** A channel whose messages are words and then the message itself, as Viber's with a file are. */
async function givenInTwo() {
  const channel = loopBack({ type: 'VIBER', origin: withKeys.origin, takesKey: true });
  const end = await givenApplication(database.db, account, 'VIBER');
  const customer = await givenCustomer(rooms.deps, elena, 'VIBER', end);
  const send = (outgoing: Outgoing, signal: AbortSignal, part: 'words' | 'file') => {
    const { idempotencyKey: key, message } = outgoing;
    const one = { ...outgoing, idempotencyKey: `${key}-${part}`, message: { ...message, text: `${part} of ${message.text}` } };
    return channel.deliver(one, signal, async () => true);
  };
  rooms.deps.channels.register({
    ...channel,
    deliver: (outgoing, signal) =>
      inTwo(
        outgoing,
        () => send(outgoing, signal, 'words'),
        () => send(outgoing, signal, 'file'),
      ),
  });
  return customer;
}

describe('a message that goes out as two', () => {
  const idOf = (text: string) => withKeys.accepted.findLast((one) => one.text === text)?.providerMessageId ?? '';
  it('is what both become; sent again by a click, what the provider has is not sent again', async () => {
    const customer = await givenInTwo();
    const report = (text: string, status: 'DELIVERED' | 'DELIVERY_FAILED', reason: string | null = null) =>
      applyProviderStatus(rooms.deps, {
        accountId: account.accountId,
        channelApplicationId: customer.channelApplicationId,
        providerMessageId: idOf(text),
        status,
        reason,
      });
    withKeys.behave(({ text }) => (text.startsWith('file') ? { do: 'refuse', reason: 'NOT_PERMITTED', final: true } : { do: 'accept' }));
    const eventId = await customer.say('offer');
    await shown(eventId, 'REJECTED NOT_PERMITTED');
    // The words alone are not the message.
    await report('words of offer', 'DELIVERED');
    await shown(eventId, 'REJECTED NOT_PERMITTED');
    withKeys.behave(() => ({ do: 'accept' }));
    await inRooms(database.db, account.accountId, (tx) =>
      retryDelivery(rooms.deps, tx, elena, { roomId: customer.roomId, roomEventId: eventId }),
    );
    await shown(eventId, 'SENT');
    expect(withKeys.requests.filter((one) => one.text === 'words of offer')).toHaveLength(1);
    await report('file of offer', 'DELIVERED');
    await shown(eventId, 'DELIVERED');
    const other = await customer.say('list');
    await shown(other, 'SENT');
    await report('file of list', 'DELIVERED');
    await shown(other, 'SENT');
    await report('words of list', 'DELIVERY_FAILED', 'USER_BLOCKED');
    await shown(other, 'DELIVERY_FAILED USER_BLOCKED');
  }, 40_000);
});

describe('a message that its provider does not take now', () => {
  const attemptOf = async (eventId: string) => {
    const rows = await database.db.reader(account.accountId).selectFrom('attempts').selectAll().where('event_id', '=', eventId).execute();
    return rows.at(-1);
  };
  const hurry = (eventId: string) =>
    database.db
      .reader(account.accountId)
      .updateTable('attempts')
      .set({ due_at: new Date(0).toISOString() })
      .where('event_id', '=', eventId)
      .where('lease', 'is', null)
      .execute();

  it('wants it later, time and again: nothing is lost by being asked often, and nothing waits longer than a quarter of an hour', async () => {
    const customer = await onSms();
    const LATERS = 15;
    withKeys.behave((_, before) => (before < LATERS ? { do: 'later', afterMs: before === 0 ? 3_600_000 : 10 } : { do: 'accept' }));
    const eventId = await customer.say('patience');
    const asked = () => withKeys.requests.filter((one) => one.text === 'patience').length;
    const first = await until(
      () => attemptOf(eventId),
      (row) => row?.tries === 1 && row.lease === null,
    );
    const waits = Date.parse(first?.due_at ?? '') - Date.parse(first?.waits_since ?? '');
    expect(waits).toBeGreaterThan(14 * 60_000);
    expect(waits).toBeLessThanOrEqual(15 * 60_000 + 1000);
    for (let times = 2; times <= LATERS + 1; times++) {
      await hurry(eventId);
      await until(asked, (count) => count === times);
      await until(
        () => attemptOf(eventId),
        (row) => row?.lease === null,
      );
    }
    await shown(eventId, 'SENT');
    expect(withKeys.accepted.filter((one) => one.text === 'patience')).toHaveLength(1);
  }, 60_000);

  it('is not asked while the message waits for a place of ours: that is no try, and no step of its way', async () => {
    let places = 0;
    const channel = loopBack({ type: 'WHATSAPP', origin: withKeys.origin, takesKey: true });
    rooms.deps.channels.register({
      ...channel,
      waitsForPlace: true,
      deliver: async (outgoing, signal, asking) =>
        places > 0 && (await asking()) ? channel.deliver(outgoing, signal, asking) : { outcome: 'NOT_ASKED', afterMs: 20 },
    });
    const customer = await givenCustomer(rooms.deps, elena, 'WHATSAPP', await givenApplication(database.db, account, 'WHATSAPP'));
    const eventId = await customer.say('my turn');
    await pause(500);
    expect(await attemptOf(eventId)).toMatchObject({ state: 'PENDING', tries: 0, waits_since: null });
    places = 1;
    await shown(eventId, 'SENT');
    const steps = await database.db
      .reader(account.accountId)
      .selectFrom('attempt_steps')
      .select('step')
      .where('attempt_id', '=', (await attemptOf(eventId))?.id ?? '')
      .orderBy('id')
      .execute();
    expect(steps.map(({ step }) => step)).toEqual(['HANDED_OVER', 'SENT']);
  });

  it('never takes it: given up after a quarter of an hour, each in its own way', async () => {
    const outcomes = [
      { behaviour: { do: 'refuse', reason: 'BUSY', final: false }, shown: 'ERROR BUSY' },
      { behaviour: { do: 'later', afterMs: 60_000 }, shown: 'ERROR TRIED_TOO_OFTEN' },
      { behaviour: { do: 'hang' }, shown: 'PENDING OUTCOME_UNKNOWN' },
    ] as const;
    for (const outcome of outcomes) {
      const customer = await onSms();
      withKeys.behave(() => outcome.behaviour);
      const eventId = await customer.say(outcome.shown);
      await until(
        () => withKeys.requests.filter((one) => one.text === outcome.shown),
        (asked) => asked.length === 1,
      );
      const attempts = database.db.reader(account.accountId);
      const waits = () => attempts.selectFrom('attempts').select('id').where('event_id', '=', eventId).where('lease', 'is', null).execute();
      await until(waits, (rows) => rows.length === 1);
      expect(await deliveryShown(database.db, account.accountId, eventId)).toBe('PENDING');
      await attempts
        .updateTable('attempts')
        .set({ waits_since: new Date(Date.now() - 16 * 60_000).toISOString(), due_at: new Date(0).toISOString() })
        .where('event_id', '=', eventId)
        .execute();
      await shown(eventId, outcome.shown);
    }
  });
});
