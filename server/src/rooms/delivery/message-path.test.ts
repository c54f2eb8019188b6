import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenCustomer, type TestCustomer } from '../../../test/loop-back/customers.ts';
import { refusalOf } from '../../../test/loop-back/desk.ts';
import { givenSmsDesk, type SmsDesk } from '../../../test/loop-back/sms-desk.ts';
import { givenAccount, messageId } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { takeAs } from '../acting.ts';
import type { SaidStatus } from '../channel-port.ts';
import { receiveText } from '../receive.ts';
import { sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { advanceDelivery } from './delivery.ts';
import { messagePath } from './message-path.ts';
import { applyProviderStatus } from './provider-status.ts';
import { retryDelivery } from './retry.ts';

let desk: SmsDesk;
let database: SmsDesk['database'];
let account: SmsDesk['account'];
let rooms: SmsDesk['rooms'];
let elena: Actor;
let boss: Actor;
let provider: SmsDesk['provider'];
let sms: string;
let shown: SmsDesk['shown'];

beforeAll(async () => {
  desk = await givenSmsDesk({ takesKey: true, timeoutMs: 400 });
  ({ database, account, rooms, elena, boss, provider, sms, shown } = desk);
});
afterAll(() => desk.close());
afterEach(() => provider.behave(() => ({ do: 'accept' })));

const pathFor = (actor: Actor, { roomId }: TestCustomer, eventId: string) =>
  messagePath(database.db.reader(actor.accountId), actor, { roomId, eventId });
const report = (text: string, status: SaidStatus, more: { reason?: string; answer?: string } = {}) =>
  applyProviderStatus(rooms.deps, {
    accountId: account.accountId,
    channelApplicationId: sms,
    providerMessageId: provider.accepted.find((one) => one.text === text)?.providerMessageId ?? '',
    status,
    reason: null,
    ...more,
  });

describe('the way of a message', () => {
  it('tells each try with its time and what the provider said, and each report, also those that changed nothing', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    provider.behave((_, before) => (before === 0 ? { do: 'refuse', reason: 'THROTTLING', final: false } : { do: 'accept' }));
    const eventId = await customer.say('on its way');
    await shown(eventId, 'SENT');
    await report('on its way', 'DELIVERED', { answer: `{"to":"${customer.address}","token":"abc123def"}` });
    await report('on its way', 'SEEN');
    await report('on its way', 'DELIVERED');
    const path = await pathFor(boss, customer, eventId);
    expect(path).toMatchObject({ storedBy: elena.name, steps: [] });
    const [attempt] = path.attempts;
    expect(attempt).toMatchObject({ number: 1, askedBy: null, state: 'SEEN', reason: null });
    expect(attempt?.steps.map(({ step, reason, counts }) => [step, reason, counts])).toEqual([
      ['HANDED_OVER', null, true],
      ['PUT_OFF', 'THROTTLING', true],
      ['HANDED_OVER', null, true],
      ['SENT', null, true],
      ['DELIVERED', null, true],
      ['SEEN', null, true],
      ['DELIVERED', null, false],
    ]);
    const times = [path.storedAt, ...(attempt?.steps ?? []).map(({ at }) => at)];
    expect(times).toEqual(times.toSorted());
    expect(attempt?.steps[1]?.answer).toBe('{"reason":"THROTTLING","final":false}');
    expect(attempt?.steps[4]?.answer).toBe('{"to":"[address]","token":…}');
    expect(attempt?.providerMessageId).toMatch(/^loop-/);
  });

  it('tells who asked for it again, and the provider’s words to those alone who look after channels', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    provider.behave((_, before) => (before === 0 ? { do: 'refuse', reason: 'NO_ROUTE', final: true } : { do: 'accept' }));
    const eventId = await customer.say('once more');
    await shown(eventId, 'REJECTED NO_ROUTE');
    await inRooms(database.db, account.accountId, (tx) =>
      retryDelivery(rooms.deps, tx, boss, { roomId: customer.roomId, roomEventId: eventId }),
    );
    await shown(eventId, 'SENT');
    const { attempts } = await pathFor(elena, customer, eventId);
    expect(attempts).toMatchObject([
      { number: 1, askedBy: null, state: 'REJECTED', reason: 'NO_ROUTE', providerMessageId: null },
      { number: 2, askedBy: { id: boss.userId, name: boss.name }, state: 'SENT', providerMessageId: null },
    ]);
    expect(attempts.flatMap(({ steps }) => steps.map(({ step, answer }) => [step, answer]))).toEqual([
      ['HANDED_OVER', null],
      ['REJECTED', null],
      ['HANDED_OVER', null],
      ['SENT', null],
    ]);
  });

  it('takes SUCCESS for SENT, and keeps so many repeated reports and no more', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    const eventId = await customer.say('success');
    await shown(eventId, 'SENT');
    for (let times = 0; times < 60; times++) expect(await report('success', 'SUCCESS')).toBe('UNCHANGED');
    const { attempts } = await pathFor(boss, customer, eventId);
    expect(attempts[0]?.state).toBe('SENT');
    expect(attempts[0]?.steps).toHaveLength(50);
    expect(await report('success', 'DELIVERED')).toBe('APPLIED');
    expect((await pathFor(boss, customer, eventId)).attempts[0]?.steps.at(-1)).toMatchObject({ step: 'DELIVERED', counts: true });
  });

  it('of live chat tells when it arrived and was seen, without attempts', async () => {
    const vera = await account.visitor('Vera');
    const { roomId } = vera;
    await receiveText(rooms.deps, { ...vera, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, elena, roomId);
    const where = { roomId, channelId: vera.contactChannelId, clientMessageId: messageId() };
    const { eventId } = await sendText(rooms.deps, elena, { ...where, text: 'Good morning' });
    const named = async () =>
      (await messagePath(database.db.reader(account.accountId), elena, { roomId, eventId })).steps.map(({ step }) => step);
    expect(await named()).toEqual(['SENT']);
    for (const status of ['DELIVERED', 'SEEN'] as const) {
      await database.db.inAccount(account.accountId, (tx) =>
        advanceDelivery(rooms.deps, tx, account.accountId, { roomId, contactChannelId: vera.contactChannelId, upTo: 100, status }),
      );
    }
    expect(await named()).toEqual(['SENT', 'DELIVERED', 'SEEN']);
    const { storedAt, steps, attempts } = await messagePath(database.db.reader(account.accountId), elena, { roomId, eventId });
    expect(attempts).toEqual([]);
    const times = [storedAt, ...steps.map(({ at }) => at)];
    expect(times).toEqual(times.toSorted());
  });

  it('is nobody’s who may not see the room, nor of what is no message there', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    const other = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    const eventId = await customer.say('private');
    const stranger = await account.agent('Stranger', { inQueue: false });
    const abroad = await (await givenAccount(database.db, 'Orion')).agent('Abroad', { role: 'admin' });
    expect(await refusalOf(pathFor(stranger, customer, eventId))).toBe('ROOM_NOT_FOUND');
    expect(await refusalOf(pathFor(abroad, customer, eventId))).toBe('ROOM_NOT_FOUND');
    expect(await refusalOf(pathFor(elena, other, eventId))).toBe('EVENT_NOT_FOUND');
  });
});
