import type { CarrierKind } from '@parley/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/loop-back/customers.ts';
import { blackPng } from '../../../test/pictures.ts';
import { givenCarrier, givenEnd, givenService, type TestEnd } from '../../../test/providers.ts';
import { givenSandboxDesk, type SandboxDesk } from '../../../test/sandbox-desk.ts';
import { makeViberChannel } from '../../rooms/starting/make-channel.ts';
import { startConversation } from '../../rooms/starting/start-conversation.ts';
import { inRooms } from '../../rooms/work.ts';

const NAMES: Readonly<Record<'HTTP' | 'INFOBIP', string>> = { HTTP: 'viber-carrier', INFOBIP: 'viber-infobip' };
let desk: SandboxDesk;
let people = 0;

beforeAll(async () => {
  desk = await givenSandboxDesk();
}, 60_000);
afterAll(() => desk.close());

describe.each(['HTTP', 'INFOBIP'] as const)(
  'Viber business messages through a carrier of kind %s',
  (kind: CarrierKind & ('HTTP' | 'INFOBIP')) => {
    const name = NAMES[kind];
    const sender = `LUMEN ${kind}`;
    let end: TestEnd;

    beforeAll(async () => {
      const carrierId = await givenCarrier(desk.db, { kind, address: `${desk.sandbox.origin}/providers/${name}` });
      const serviceId = await givenService(desk.db, { carrierId, channelType: 'VIBER', username: 'lumen', password: `key-${kind}` });
      const settings = { ttlSeconds: 60, fallbackSender: 'LUMEN' };
      end = await givenEnd(desk.db, desk.account, { type: 'VIBER', sender, serviceId, settings });
      await desk.sandbox.ask('PUT', `/providers/${name}/service`, {
        username: 'lumen',
        password: `key-${kind}`,
        senders: [sender],
        callbackUrl: end.hookAt(desk.app.origin),
      });
    });
    beforeAll(quick);
    afterEach(quick);
    async function quick() {
      await desk.sandbox.ask('DELETE', `/providers/${name}/controls`);
      await desk.sandbox.ask('PUT', `/providers/${name}/controls`, { deliverAfterMs: [300, 400], clock: 60 });
    }
    const control = (controls: object) => desk.sandbox.ask('PUT', `/providers/${name}/controls`, controls);
    /** A number of nobody yet, whose two last digits say what becomes of messages to it. */
    const numberOf = (ending: string) => `+3598${kind === 'HTTP' ? 7 : 8}${String(++people).padStart(5, '0')}${ending}`;
    const phone = (deed: string, number: string, more: object = {}) =>
      desk.sandbox.ask('POST', `/phone/viber/${deed}`, { carrier: name, number, sender, ...more });
    async function shown(number: string) {
      const { messages } = await desk.sandbox.ask('GET', `/phone/viber/messages?carrier=${name}&number=${encodeURIComponent(number)}`);
      return messages as { channel: string; from: string; text: string; sender: string }[];
    }
    /** Somebody who has written, and whose conversation the agent has. */
    async function givenTalk(ending = '00'): Promise<string> {
      const number = numberOf(ending);
      await phone('write', number, { text: 'Hello' });
      await desk.take(number);
      return number;
    }

    it('what an agent says comes to the phone, and is sent, delivered and seen; the answer comes back', async () => {
      const number = await givenTalk();
      const eventId = await desk.say(number, 'Good day „Rumi“');
      await desk.becomes(eventId, 'DELIVERED');
      await phone('read', number);
      await desk.becomes(eventId, 'SEEN');
      await phone('write', number, { text: 'Благодаря' });
      await until(
        () => desk.historyOf(number),
        (history) => history.at(-1) === 'Благодаря',
      );
      expect((await shown(number)).map(({ from, text }) => [from, text])).toEqual([
        ['PHONE', 'Hello'],
        ['SENDER', 'Good day „Rumi“'],
        ['PHONE', 'Благодаря'],
      ]);
    });

    it('a picture, a file, and words with a button go by layouts of their own', async () => {
      const number = await givenTalk();
      await desk.becomes(await desk.sayFile(number, 'IMAGE', { bytes: await blackPng(9, 9), name: 'lamp.png' }), 'DELIVERED');
      await desk.becomes(await desk.sayFile(number, 'FILE', { bytes: Buffer.from('An offer'), name: 'offer.pdf' }), 'DELIVERED');
      await desk.becomes(
        await desk.sayRich(number, 'See the lamp', { buttonText: 'Open', buttonUrl: 'https://lumen.example/' }),
        'DELIVERED',
      );
      await desk.becomes(await desk.sayRich(number, 'Which?', { options: [{ text: 'Red' }, { text: 'Blue' }] }), 'DELIVERED');
      expect((await shown(number)).slice(1)).toMatchObject([
        { imageUrl: expect.stringMatching(/\.png\?pass=/) },
        { file: { name: 'offer.pdf' } },
        { text: 'See the lamp', button: { text: 'Open', url: 'https://lumen.example/' } },
        { text: 'Which?\n1. Red\n2. Blue' },
      ]);
    });

    it('words beside a picture without a button, or beside a file, go before it, and a long name keeps its end', async () => {
      const number = await givenTalk();
      const bytes = await blackPng(9, 9);
      await desk.becomes(await desk.sayFile(number, 'IMAGE', { bytes, name: 'lamp.png' }, 'The lamp:'), 'DELIVERED');
      const file = { bytes: Buffer.from('x'), name: 'Our offer for the winter of 2026.pdf' };
      await desk.becomes(await desk.sayFile(number, 'FILE', file), 'DELIVERED');
      const lines = await until(
        () => shown(number),
        (all) => all.length === 4,
      );
      expect(lines.map(({ text }) => text).toSorted()).toEqual(['', '', 'Hello', 'The lamp:']);
      expect(lines).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ file: expect.objectContaining({ name: 'Our offer for the win.pdf' }) })]),
      );
    });

    it('a picture or a file of the customer’s comes with its reply; what cannot be shown says what it was', async () => {
      const number = await givenTalk();
      const base64 = (await blackPng(7, 7)).toString('base64');
      await phone('send', number, { base64, contentType: 'image/png', fileName: 'broken.png' });
      await phone('send', number, { base64, contentType: 'video/mp4', fileName: 'film.mp4' });
      const { roomId } = await desk.roomOf(number);
      await until(
        () =>
          desk.db
            .reader(desk.account.accountId)
            .selectFrom('events')
            .select('message')
            .where('room_id', '=', roomId)
            .where('type', '=', 'IMAGE')
            .execute(),
        (rows) => rows.length === 1 && (rows[0]?.message as { imageWidth?: number } | undefined)?.imageWidth === 7,
      );
      await until(
        () => desk.historyOf(number),
        (history) => history.at(-1) === 'VIDEO',
      );
    });

    it.each([
      ['02', 'REJECTED BAD_SERVICE_ID'],
      ['13', 'DELIVERY_FAILED NOT_PERMITTED'],
      ['17', 'REJECTED INSUFFICIENT_FUNDS'],
      ['27', 'DELIVERY_FAILED UNDELIVERABLE'],
      ['43', 'REJECTED BLACKLISTED'],
    ])('to a number that ends with %s it is %s', async (ending, expected) => {
      const number = await givenTalk(ending);
      await desk.becomes(await desk.say(number, 'Good day'), expected);
    });

    it.each([['08'], ['09'], ['10'], ['99']])(
      'to a number that ends with %s its carrier sends a short message instead, once',
      async (ending) => {
        const number = await givenTalk(ending);
        const eventId = await desk.say(number, 'Your order is ready');
        await desk.becomes(eventId, 'DELIVERED BY_SMS');
        const short = (await shown(number)).filter(({ channel }) => channel === 'SMS');
        expect(short).toMatchObject([{ sender: 'LUMEN', text: 'Your order is ready' }]);
      },
    );

    it('reports that come twice, out of order or late change nothing', async () => {
      await control({ double: true, outOfOrder: true, seenAfterMs: 50 });
      const number = await givenTalk();
      const eventId = await desk.say(number, 'Good day');
      await desk.becomes(eventId, 'SEEN');
      await new Promise((resolve) => setTimeout(resolve, 700));
      await desk.becomes(eventId, 'SEEN');
    });

    it('delivered after it had expired, it was delivered', async () => {
      await control({ lateDelivery: true });
      const number = await givenTalk('99');
      await desk.becomes(await desk.say(number, 'Late'), 'DELIVERED');
    });

    it('what the carrier has refused for now goes later, once', async () => {
      const number = await givenTalk();
      await control({ failWith: 503 });
      const eventId = await desk.say(number, 'Later');
      await until(
        () =>
          desk.db.reader(desk.account.accountId).selectFrom('attempts').select('tries').where('event_id', '=', eventId).executeTakeFirst(),
        (row) => (row?.tries ?? 0) > 0,
      );
      await control({ failWith: null });
      await desk.becomes(eventId, 'DELIVERED');
      expect((await shown(number)).filter(({ text }) => text === 'Later')).toHaveLength(1);
    }, 20_000);

    it('with credentials that are no longer taken it waits, and goes out once they are', async () => {
      const number = await givenTalk();
      await control({ tokenExpired: true });
      const eventId = await desk.say(number, 'Good day');
      const health = () =>
        desk.db.reader(desk.account.accountId).selectFrom('channel_health').selectAll().where('channel_application_id', '=', end.id);
      await until(
        () => health().executeTakeFirst(),
        (row) => row?.opened_at != null && row.last_error_problem === 'REFUSED',
      );
      await desk.becomes(eventId, 'PENDING');
      await quick();
      // As a connection test does that succeeds.
      await desk.db
        .reader(desk.account.accountId)
        .updateTable('channel_health')
        .set({ retry_at: new Date(0).toISOString() })
        .where('channel_application_id', '=', end.id)
        .execute();
      await desk.db
        .reader(desk.account.accountId)
        .updateTable('attempts')
        .set({ due_at: new Date(0).toISOString() })
        .where('event_id', '=', eventId)
        .execute();
      await desk.becomes(eventId, 'DELIVERED');
    });

    it('the channel of a phone number is made by the first start, and a conversation begun on it is answered (communications, section 4)', async () => {
      // Known by another channel of the same number.
      const known = await givenTalk();
      const { roomId, contactId } = await desk.roomOf(known);
      const number = numberOf('00');
      const { rooms, elena, account } = desk;
      const other = await givenEnd(desk.db, account, { type: 'SMS', sender: '+359700' });
      await desk.db.inAccount(account.accountId, (tx) =>
        tx
          .insertInto('contact_channels')
          .values({
            id: crypto.randomUUID(),
            account_id: account.accountId,
            contact_id: contactId,
            room_id: roomId,
            channel_application_id: other.id,
            type: 'SMS',
            address: number,
          })
          .execute(),
      );
      const form = { type: 'VIBER' as const, channelApplicationId: end.id, customerId: contactId, phoneNumber: number, roomId };
      const { id } = await inRooms(rooms.db, account.accountId, (tx) => makeViberChannel(rooms, tx, elena, form));
      await desk.resolve(known);
      await inRooms(rooms.db, account.accountId, (tx) =>
        startConversation(rooms, tx, elena, { roomId, channelId: id, expectedRoomState: 'RESOLVED' }),
      );
      await desk.becomes(await desk.sayOn(roomId, id, 'We call you by Viber now'), 'DELIVERED');
      await phone('write', number, { text: 'Fine' });
      await until(
        () => desk.historyOf(number),
        (history) => history.includes('Fine'),
      );
    });
  },
);

describe('where Parley itself sends the short message', () => {
  const sender = 'LUMEN OWN';
  const name = NAMES.HTTP;
  let sms: TestEnd;

  beforeAll(async () => {
    const address = `${desk.sandbox.origin}/providers/${name}`;
    const carrierId = await givenCarrier(desk.db, { kind: 'HTTP', address, settings: { fallbackBy: 'PARLEY' } });
    const { username, password } = await desk.sandbox.ask('GET', `/providers/${name}/service`);
    const serviceId = await givenService(desk.db, {
      carrierId,
      channelType: 'VIBER',
      username: String(username),
      password: String(password),
    });
    await givenEnd(desk.db, desk.account, {
      type: 'VIBER',
      sender,
      serviceId,
      settings: { ttlSeconds: 30, fallbackSender: 'LUMENSMS' },
    }).then((end) => desk.sandbox.ask('PUT', `/providers/${name}/service`, { senders: [], callbackUrl: end.hookAt(desk.app.origin) }));
    sms = await givenEnd(desk.db, desk.account, { type: 'SMS', sender: 'LUMENSMS', communicationType: 'ONE_WAY' });
    await desk.sandbox.ask('PUT', `/providers/${name}/controls`, { deliverAfterMs: [300, 400], clock: 60 });
  });
  const messagesTo = (number: string) =>
    desk.db
      .reader(desk.account.accountId)
      .selectFrom('events as e')
      .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
      .leftJoin('attempts as a', 'a.event_id', 'e.id')
      .select(['e.type', 'e.message', 'e.conversation_id', 'a.id as attempt'])
      .where('c.channel_application_id', '=', sms.id)
      .where('c.address', '=', number)
      .where('e.kind', '=', 'COMMUNICATION')
      .execute();
  async function givenTalk(ending: string): Promise<string> {
    const number = `+35989${String(++people).padStart(5, '0')}${ending}`;
    await desk.sandbox.ask('POST', '/phone/viber/write', { carrier: name, number, sender, text: 'Hello' });
    await desk.take(number);
    return number;
  }

  it('one goes out by the account’s own end, as the same person’s message in the same conversation, once', async () => {
    await desk.sandbox.ask('PUT', `/providers/${name}/controls`, { double: true });
    const number = await givenTalk('09');
    const eventId = await desk.say(number, 'Your order is ready');
    await desk.becomes(eventId, 'DELIVERY_FAILED NOT_VIBER_USER');
    await until(
      () => messagesTo(number),
      (rows) => rows.length > 0,
    );
    // Each message has its own.
    const again = await desk.say(number, 'And another thing');
    await desk.becomes(again, 'DELIVERY_FAILED NOT_VIBER_USER');
    const rows = await until(
      () => messagesTo(number),
      (found) => found.length >= 2,
    );
    expect(rows.map(({ type, message }) => [type, (message as { text: string }).text])).toEqual([
      ['SMS', 'Your order is ready'],
      ['SMS', 'And another thing'],
    ]);
    expect(rows.every(({ attempt, conversation_id }) => attempt !== null && conversation_id !== null)).toBe(true);
    const { messages } = await desk.sandbox.ask('GET', `/phone/viber/messages?carrier=${name}&number=${encodeURIComponent(number)}`);
    expect((messages as { channel: string }[]).filter(({ channel }) => channel === 'SMS')).toEqual([]);
  });

  it('none goes out where the sender is no active one any more, and the way of the message says so', async () => {
    const { accountId } = desk.account;
    const switched = (active: boolean) =>
      desk.db.inAccount(accountId, (tx) => tx.updateTable('channel_applications').set({ active }).where('id', '=', sms.id).execute());
    const number = await givenTalk('09');
    await switched(false);
    const eventId = await desk.say(number, 'Nobody brings this');
    await desk.becomes(eventId, 'DELIVERY_FAILED NOT_VIBER_USER');
    const steps = () =>
      desk.db
        .reader(accountId)
        .selectFrom('attempt_steps as s')
        .innerJoin('attempts as a', 'a.id', 's.attempt_id')
        .select(['s.step', 's.reason'])
        .where('a.event_id', '=', eventId)
        .where('s.step', '=', 'NOT_INSTEAD')
        .execute();
    expect(await until(steps, (rows) => rows.length > 0)).toEqual([{ step: 'NOT_INSTEAD', reason: 'NO_END' }]);
    expect(await messagesTo(number)).toEqual([]);
    await switched(true);
  });

  it('none goes out for what failed for another reason', async () => {
    const number = await givenTalk('13');
    await desk.becomes(await desk.say(number, 'Good day'), 'DELIVERY_FAILED NOT_PERMITTED');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await messagesTo(number)).toEqual([]);
  });
});
