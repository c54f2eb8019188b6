import type { EventStatus } from '@parley/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenCustomer, until } from '../../../test/loop-back/customers.ts';
import { givenSmsDesk, type SmsDesk } from '../../../test/loop-back/sms-desk.ts';
import type { Socket } from '../../platform/hub.ts';
import { userSubjects } from '../access.ts';
import type { SaidStatus } from '../channel-port.ts';
import { messagePath } from './message-path.ts';
import { applyProviderStatus } from './provider-status.ts';

let desk: SmsDesk;

beforeAll(async () => {
  desk = await givenSmsDesk({ takesKey: true, timeoutMs: 2000 });
});
afterAll(() => desk.close());
afterEach(() => {
  desk.provider.behave(() => ({ do: 'accept' }));
  desk.provider.onAccept(async () => {});
});

const report = (providerMessageId: string, status: SaidStatus, more: { reason?: string; alsoKnownAs?: string[] } = {}) =>
  applyProviderStatus(desk.rooms.deps, {
    accountId: desk.account.accountId,
    channelApplicationId: desk.sms,
    providerMessageId,
    status,
    reason: null,
    ...more,
  });
const pathOf = async (roomId: string, eventId: string) => {
  const { attempts } = await messagePath(desk.database.db.reader(desk.account.accountId), desk.boss, { roomId, eventId });
  return attempts[0];
};

describe('a message that its provider carries in parts', () => {
  it('is failed when any part is, for its reason, also when reports come out of order and before the answer (BUG-067)', async () => {
    const customer = await givenCustomer(desk.rooms.deps, desk.elena, 'SMS', desk.sms);
    const ids = ['7C41D0A1', '7C41D0A2', '7C41D0A3'];
    desk.provider.behave(() => ({ do: 'accept', partIds: ids }));
    // Quicker than the answer that names it.
    desk.provider.onAccept(async () => expect(await report('7C41D0A2', 'DELIVERED')).toBe('KEPT'));
    const eventId = await customer.say('in three parts');
    await desk.shown(eventId, 'SENT');
    expect(await report('7C41D0A1', 'DELIVERED')).toBe('APPLIED');
    await desk.shown(eventId, 'SENT');
    expect(await report('7C41D0A1', 'DELIVERED')).toBe('UNCHANGED');
    expect(await report('7C41D0A3', 'DELIVERY_FAILED', { reason: 'UNDELIVERABLE' })).toBe('APPLIED');
    await desk.shown(eventId, 'DELIVERY_FAILED UNDELIVERABLE');
    const attempt = await pathOf(customer.roomId, eventId);
    expect(attempt?.parts).toEqual([
      { number: 1, state: 'DELIVERED', reason: null, providerMessageId: '7C41D0A1' },
      { number: 2, state: 'DELIVERED', reason: null, providerMessageId: '7C41D0A2' },
      { number: 3, state: 'DELIVERY_FAILED', reason: 'UNDELIVERABLE', providerMessageId: '7C41D0A3' },
    ]);
    expect(attempt?.steps.map(({ step, part, counts }) => [step, part, counts])).toEqual([
      ['HANDED_OVER', null, true],
      ['SENT', null, true],
      ['DELIVERED', 2, true],
      ['DELIVERED', 1, true],
      ['DELIVERED', 1, false],
      ['DELIVERY_FAILED', 3, true],
    ]);
    // Late, and better.
    expect(await report('7C41D0A3', 'DELIVERED')).toBe('APPLIED');
    await desk.shown(eventId, 'DELIVERED');
  });

  it('is shown by frames as by a fresh snapshot where all its receipts were quicker than the answer', async () => {
    const customer = await givenCustomer(desk.rooms.deps, desk.elena, 'SMS', desk.sms);
    const ids = ['3E01', '3E02'];
    desk.provider.behave(() => ({ do: 'accept', partIds: ids }));
    desk.provider.onAccept(async () => {
      for (const id of ids) expect(await report(id, 'DELIVERED')).toBe('KEPT');
    });
    const heard: { change: number; statuses: EventStatus[] }[] = [];
    const socket: Socket = {
      write(text) {
        const { type, payload } = JSON.parse(text);
        if (type === 'MessageStatus' && payload.roomId === customer.roomId) heard.push(payload);
      },
      close: () => {},
    };
    desk.rooms.deps.hub.join(socket, await userSubjects(desk.database.db)(desk.elena));
    const eventId = await customer.say('in two parts, quickly delivered');
    await desk.shown(eventId, 'DELIVERED');
    await until(
      async () => heard.at(-1)?.statuses[0]?.userStatus,
      (status) => status === 'DELIVERED',
    );
    // What a browser does with frames: one whose number it has seen says nothing new.
    let seen = 0;
    let shown: EventStatus | undefined;
    for (const { change, statuses } of heard) {
      if (change <= seen) continue;
      seen = change;
      shown = statuses.find((one) => one.roomEventId === eventId);
    }
    const room = await desk.on().selectFrom('rooms').select('change').where('id', '=', customer.roomId).executeTakeFirstOrThrow();
    const fresh = await desk.lastOf(customer.roomId);
    expect([shown, seen]).toEqual([fresh?.eventData.status, room.change]);
  });

  it('is found by whatever other id the report may mean', async () => {
    const customer = await givenCustomer(desk.rooms.deps, desk.elena, 'SMS', desk.sms);
    desk.provider.behave(() => ({ do: 'accept', partIds: ['2D9A', '2D9B'] }));
    desk.provider.onAccept(async () => expect(await report('11674', 'DELIVERED', { alsoKnownAs: ['2D9A', '71284'] })).toBe('KEPT'));
    const eventId = await customer.say('in two parts');
    await desk.shown(eventId, 'SENT');
    expect((await pathOf(customer.roomId, eventId))?.parts.map(({ state }) => state)).toEqual(['DELIVERED', 'SENT']);
    expect(await report('11675', 'DELIVERED', { alsoKnownAs: ['2D9B'] })).toBe('APPLIED');
    await desk.shown(eventId, 'DELIVERED');
  });
});
