import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { deliveryShown, givenApplication, givenCustomer, type TestCustomer, until } from '../../../test/loop-back/customers.ts';
import { type Provider, startProvider } from '../../../test/loop-back/provider.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { receiveUpload } from '../../files/index.ts';
import type { Claiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import { openLog } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import { resolveAs } from '../acting.ts';
import { createChannels } from '../channel-port.ts';
import type { Draft } from '../draft.ts';
import { storeEvents } from '../lanes.ts';
import { readRoomViews } from '../reading/room-view.ts';
import { sendFile, sendText } from '../send.ts';
import { sendSms } from '../send-by-kind.ts';
import { inRooms } from '../work.ts';
import { claimAttempts, startDelivering } from './deliver.ts';
import { MOST_AT_ONCE } from './pace.ts';
import { applyProviderStatus } from './provider-status.ts';
import { retryDelivery } from './retry.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let withKeys: Provider;
let withoutKeys: Provider;
let delivering: Claiming;
let sms: string;
let whatsapp: string;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  withKeys = await startProvider({ knowsKeys: true });
  withoutKeys = await startProvider({ knowsKeys: false });
  rooms.deps.channels.register(loopBack({ type: 'SMS', origin: withKeys.origin, takesKey: true, timeoutMs: 400 }));
  rooms.deps.channels.register(
    loopBack({ type: 'WHATSAPP', origin: withoutKeys.origin, takesKey: false, takesFiles: false, timeoutMs: 400, patient: true }),
  );
  sms = await givenApplication(database.db, account, 'SMS');
  whatsapp = await givenApplication(database.db, account, 'WHATSAPP');
  delivering = startDelivering(rooms.deps, openLog('silent'));
});
afterAll(async () => {
  await delivering.stop();
  await rooms.deps.lanes.drained();
  await Promise.all([withKeys.close(), withoutKeys.close()]);
  await database.drop();
});
afterEach(() => {
  for (const provider of [withKeys, withoutKeys]) {
    provider.speak();
    provider.behave(() => ({ do: 'accept' }));
    provider.onAccept(async () => {});
  }
});

const onSms = () => givenCustomer(rooms.deps, elena, 'SMS', sms);
const onWhatsapp = () => givenCustomer(rooms.deps, elena, 'WHATSAPP', whatsapp);
const shown = (eventId: string, expected: string, withinMs?: number) =>
  until(
    () => deliveryShown(database.db, account.accountId, eventId),
    (now) => now === expected,
    withinMs,
  );
const received = (provider: Provider, customer: TestCustomer) =>
  provider.accepted.filter((one) => one.address === customer.address).map((one) => one.text);
const retry = (customer: TestCustomer, eventId: string, actor = elena) =>
  inRooms(database.db, account.accountId, (tx) => retryDelivery(rooms.deps, tx, actor, { roomId: customer.roomId, roomEventId: eventId }));
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );
const report = (
  channelApplicationId: string,
  providerMessageId: string,
  status: 'DELIVERED' | 'SEEN' | 'DELIVERY_FAILED',
  reason: string | null = null,
) => applyProviderStatus(rooms.deps, { accountId: account.accountId, channelApplicationId, providerMessageId, status, reason });

/** The places in the channel of the events that were attempted, in the order in which the attempts go. */
async function placesOfAttempts(customer: TestCustomer): Promise<number[]> {
  const rows = await database.db
    .reader(account.accountId)
    .selectFrom('attempts as a')
    .innerJoin('events as e', 'e.id', 'a.event_id')
    .select('e.channel_seq')
    .where('a.contact_channel_id', '=', customer.contactChannelId)
    .orderBy('a.place')
    .execute();
  return rows.map((row) => row.channel_seq as number);
}

describe('a file that goes by a provider', () => {
  async function uploadOf(words: string): Promise<string> {
    const uploader = { by: 'USER', accountId: account.accountId, id: elena.userId } as const;
    const body = Readable.from([Buffer.from(words)]);
    return (await receiveUpload(rooms.deps.files, { uploader, name: 'оферта.txt', length: null, body, isCancelled: () => false })).fileId;
  }
  const send = (customer: TestCustomer, fileId: string, clientMessageId = messageId(), text: string | null = null) => {
    const { roomId, contactChannelId: channelId, channelApplicationId } = customer;
    const written = { clientMessageId, roomId, channelId, fileId, text };
    return channelApplicationId === sms ? sendSms(rooms.deps, elena, written) : sendFile(rooms.deps, elena, 'FILE', written);
  };

  it('arrives with its name, its words and every byte, once however often it is sent', async () => {
    const customer = await onSms();
    const fileId = await uploadOf('fourteen lamps');
    const key = messageId();
    const sent = await send(customer, fileId, key, 'Our offer');
    await shown(sent.eventId, 'SENT');
    expect(await send(customer, fileId, key, 'Our offer')).toMatchObject({ eventId: sent.eventId, seq: sent.seq });
    expect(await refused(send(customer, fileId))).toBe('FILE_ALREADY_SENT');
    const arrived = withKeys.accepted.filter((one) => one.address === customer.address);
    expect(arrived).toMatchObject([
      { text: 'Our offer', file: { name: 'оферта.txt', base64: Buffer.from('fourteen lamps').toString('base64') } },
    ]);
  });

  it('is refused where the channel takes none, and can be sent elsewhere then', async () => {
    const fileId = await uploadOf('words');
    expect(await refused(send(await onWhatsapp(), fileId))).toBe('CHANNEL_WITHOUT_FILES');
    const { eventId } = await send(await onSms(), fileId);
    await shown(eventId, 'SENT');
  });
});

describe('a message that goes by a provider', () => {
  it('is pending when stored and sent when the provider has it, and everybody in the room is told', async () => {
    const customer = await onSms();
    const screen = await rooms.screenOf(elena);
    const eventId = await customer.say('Your parcel is on its way');
    expect(screen.of('Text').at(-1)).toMatchObject({ event: { id: eventId, eventData: { status: { clientStatus: 'PENDING' } } } });
    await shown(eventId, 'SENT');
    expect(received(withKeys, customer)).toEqual(['Your parcel is on its way']);
    const frame = await until(
      () => screen.of('MessageStatus').at(-1),
      (one) => one !== undefined,
    );
    expect(frame).toMatchObject({
      roomId: customer.roomId,
      statuses: [{ roomEventId: eventId, clientStatus: 'SENT', userStatus: null, userStatusReason: null }],
    });
    const changes = screen.frames.flatMap(({ payload }) =>
      payload.roomId === customer.roomId && 'change' in payload ? [payload.change as number] : [],
    );
    expect(changes).toEqual(changes.map((_, index) => (changes[0] as number) + index));
  });

  it('leaves in the order of the room, one at a time per channel', async () => {
    const customer = await onSms();
    withKeys.behave(({ address }, before) =>
      address === customer.address && before === 0 ? { do: 'accept', afterMs: 20 } : { do: 'accept' },
    );
    const texts = Array.from({ length: 12 }, (_, index) => `part ${index}`);
    const events: string[] = [];
    for (const text of texts) events.push(await customer.say(text));
    await shown(events.at(-1) as string, 'SENT');
    expect(received(withKeys, customer)).toEqual(texts);
  });

  it('waits behind one that the provider will take only later', async () => {
    const customer = await onSms();
    withKeys.behave(({ text }, before) => (text === 'first' && before === 0 ? { do: 'later', afterMs: 600 } : { do: 'accept' }));
    await customer.say('first');
    await shown(await customer.say('second'), 'SENT');
    expect(received(withKeys, customer)).toEqual(['first', 'second']);
  });

  it('is stored once when it is sent twice, and answered alike', async () => {
    const customer = await onSms();
    const message = { roomId: customer.roomId, channelId: customer.contactChannelId, text: 'only once', clientMessageId: messageId() };
    const answers = await Promise.all([sendSms(rooms.deps, elena, message), sendSms(rooms.deps, elena, message)]);
    const [first, second] = answers.map(({ eventId, seq }) => ({ eventId, seq }));
    expect(first).toEqual(second);
    await shown(answers[0]?.eventId ?? '', 'SENT');
    expect(received(withKeys, customer)).toEqual(['only once']);
  });

  it('keeps the order of drafts that were stored by one call', async () => {
    const customer = await onSms();
    const drafts = Array.from(
      { length: 40 },
      (_, index): Draft => ({
        id: newId(),
        roomId: customer.roomId,
        contactChannelId: customer.contactChannelId,
        joinsConversation: true,
        kind: 'COMMUNICATION',
        type: 'MESSAGE',
        origin: 'BROADCAST',
        originId: null,
        originName: null,
        text: `at once ${index}`,
        status: 'PENDING',
        attempt: true,
      }),
    );
    await storeEvents(database.db.reader(account.accountId), drafts);
    const places = await placesOfAttempts(customer);
    expect(places).toHaveLength(40);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('a provider that does not simply accept', () => {
  it('refuses for good: rejected with its reason, and a click sends it again', async () => {
    const customer = await onSms();
    withKeys.behave((_, before) => (before === 0 ? { do: 'refuse', reason: 'BLACKLISTED', final: true } : { do: 'accept' }));
    const eventId = await customer.say('please');
    await shown(eventId, 'REJECTED BLACKLISTED');
    await retry(customer, eventId);
    await shown(eventId, 'SENT');
    expect(received(withKeys, customer)).toEqual(['please']);
    expect(withKeys.requests.filter((one) => one.text === 'please').map((one) => one.key)).toHaveLength(2);
  });

  it('refuses for the moment: tried again by itself with the same key', async () => {
    const customer = await onSms();
    withKeys.behave((_, before) => (before === 0 ? { do: 'refuse', reason: 'BUSY', final: false } : { do: 'accept' }));
    const eventId = await customer.say('busy');
    await shown(eventId, 'SENT');
    const keys = withKeys.requests.filter((one) => one.text === 'busy').map((one) => one.key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('does not answer in time: asked again with the same key, and the customer gets it once', async () => {
    const customer = await onSms();
    withKeys.behave((_, before) => (before === 0 ? { do: 'accept and keep silent' } : { do: 'accept' }));
    const eventId = await customer.say('silence');
    await shown(eventId, 'SENT');
    expect(withKeys.requests.filter((one) => one.text === 'silence')).toHaveLength(2);
    expect(received(withKeys, customer)).toEqual(['silence']);
  });

  it('hangs up where there is no key: shown as unknown, never sent again by itself, but by a click', async () => {
    const customer = await onWhatsapp();
    withoutKeys.behave(({ text }, before) => (text === 'cut' && before === 0 ? { do: 'accept and hang up' } : { do: 'accept' }));
    const eventId = await customer.say('cut');
    await shown(eventId, 'PENDING OUTCOME_UNKNOWN');
    // What comes after it is not held up.
    await shown(await customer.say('next'), 'SENT');
    expect(received(withoutKeys, customer)).toEqual(['cut', 'next']);
    await retry(customer, eventId);
    await shown(eventId, 'SENT');
    expect(received(withoutKeys, customer)).toEqual(['cut', 'next', 'cut']);
  });

  it('answers late where there is no key: unknown first, then sent', async () => {
    const customer = await onWhatsapp();
    withoutKeys.behave(() => ({ do: 'accept', afterMs: 900 }));
    const eventId = await customer.say('late');
    await shown(eventId, 'PENDING OUTCOME_UNKNOWN');
    await shown(eventId, 'SENT');
    expect(received(withoutKeys, customer)).toEqual(['late']);
  });

  it('reports early, twice and out of order: forward only, nothing lost', async () => {
    const customer = await onSms();
    const answers: string[] = [];
    withKeys.onAccept(async ({ providerMessageId }) => {
      answers.push(await report(sms, providerMessageId, 'SEEN'));
      answers.push(await report(sms, providerMessageId, 'DELIVERED'));
    });
    const eventId = await customer.say('quick');
    await shown(eventId, 'SEEN');
    // A machine that is too busy to answer in time is asked again, and both are reported again.
    expect(answers.slice(0, 2)).toEqual(['KEPT', 'KEPT']);
    const id = withKeys.accepted.find((one) => one.text === 'quick')?.providerMessageId ?? '';
    expect(await report(sms, id, 'DELIVERED')).toBe('UNCHANGED');
    expect(await report(sms, id, 'DELIVERY_FAILED', 'EXPIRED')).toBe('UNCHANGED');
    expect(await report(sms, id, 'SEEN')).toBe('UNCHANGED');
    expect(await deliveryShown(database.db, account.accountId, eventId)).toBe('SEEN');
    const kept = await database.db.reader(account.accountId).selectFrom('provider_reports').select('id').execute();
    expect(kept).toEqual([]);
  });

  it('reports while it answers: whichever is quicker, nothing is missed', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, onSms));
    const under: Promise<unknown>[] = [];
    withKeys.onAccept(async ({ providerMessageId }) => {
      for (const status of ['DELIVERED', 'SEEN', 'DELIVERED'] as const) {
        under.push(pause(Math.random() * 25).then(() => report(sms, providerMessageId, status)));
      }
      await pause(Math.random() * 10);
    });
    const events: string[] = [];
    for (const text of ['one', 'two', 'three']) events.push(...(await Promise.all(customers.map((customer) => customer.say(text)))));
    for (const eventId of events) await shown(eventId, 'SEEN');
    await Promise.all(under);
    expect(await database.db.reader(account.accountId).selectFrom('provider_reports').select('id').execute()).toEqual([]);
  });

  it('reports a failure and then that it arrived after all', async () => {
    const customer = await onSms();
    const eventId = await customer.say('after all');
    await shown(eventId, 'SENT');
    const id = withKeys.accepted.find((one) => one.text === 'after all')?.providerMessageId ?? '';
    expect(await report(sms, id, 'DELIVERY_FAILED', 'EXPIRED')).toBe('APPLIED');
    expect(await deliveryShown(database.db, account.accountId, eventId)).toBe('DELIVERY_FAILED EXPIRED');
    expect(await report(sms, id, 'DELIVERED')).toBe('APPLIED');
    expect(await deliveryShown(database.db, account.accountId, eventId)).toBe('DELIVERED');
  });
});

describe('a provider that hangs', () => {
  it('holds up its own messages and nobody else’s', async () => {
    const slow = await startProvider({ knowsKeys: true });
    rooms.deps.channels.register(loopBack({ type: 'VIBER_PUBLIC', origin: slow.origin, takesKey: true }));
    slow.behave(() => ({ do: 'accept and keep silent' }));
    const bot = await givenApplication(database.db, account, 'VIBER_PUBLIC');
    const customers = await Promise.all(Array.from({ length: 70 }, () => givenCustomer(rooms.deps, elena, 'VIBER_PUBLIC', bot)));
    const events = await Promise.all(customers.map((customer) => customer.say('slow')));
    await until(
      () => slow.requests,
      (asked) => asked.length === MOST_AT_ONCE,
    );
    const customer = await onSms();
    await shown(await customer.say('quick all the same'), 'SENT', 3000);
    expect(slow.requests).toHaveLength(MOST_AT_ONCE);
    slow.behave(() => ({ do: 'accept' }));
    slow.speak();
    for (const eventId of events) await shown(eventId, 'SENT', 30_000);
    await slow.close();
  }, 60_000);
});

describe('who may send and retry', () => {
  it('follows the messaging state: on WhatsApp the holder alone', async () => {
    const customer = await onWhatsapp();
    const petar = await account.agent('Petar', { role: 'supervisor' });
    const message = () => ({ roomId: customer.roomId, channelId: customer.contactChannelId, text: 'me too', clientMessageId: messageId() });
    expect(await refused(sendText(rooms.deps, petar, message()))).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED');
    await resolveAs(rooms.deps, elena, customer.roomId);
    expect(await refused(sendText(rooms.deps, elena, message()))).toBe('CONVERSATION_RESOLVED');
    expect(received(withoutKeys, customer)).toEqual([]);
  });

  it('starts a conversation of the sender on SMS where there is none', async () => {
    const customer = await onSms();
    await resolveAs(rooms.deps, elena, customer.roomId);
    await shown(await customer.say('One more thing'), 'SENT');
    const [room] = await readRoomViews(database.db.reader(account.accountId), elena.userId, [customer.roomId]);
    const open = room?.roomConversations.filter((one) => one.state !== 'RESOLVED');
    expect(open).toMatchObject([{ state: 'ASSIGNED', assignedUserId: elena.userId, channels: [{ channelId: customer.contactChannelId }] }]);
  });

  it('retries only what was not delivered, and a second click changes nothing', async () => {
    const customer = await onSms();
    const sent = await customer.say('fine');
    await shown(sent, 'SENT');
    expect(await refused(retry(customer, sent))).toBe('EVENT_NOT_RETRYABLE');
    withKeys.behave((_, before) => (before === 0 ? { do: 'refuse', reason: 'BLACKLISTED', final: true } : { do: 'hang' }));
    const failed = await customer.say('failed');
    await shown(failed, 'REJECTED BLACKLISTED');
    await retry(customer, failed);
    await retry(customer, failed);
    const attempts = await database.db
      .reader(account.accountId)
      .selectFrom('attempts')
      .select('id')
      .where('event_id', '=', failed)
      .execute();
    expect(attempts).toHaveLength(2);
    const stranger = await account.agent('Stranger', { inQueue: false });
    expect(await refused(retry(customer, failed, stranger))).toBe('ROOM_NOT_FOUND');
  });

  it('sends nothing on a channel that is not connected', async () => {
    const viber = await givenApplication(database.db, account, 'VIBER');
    const customer = await givenCustomer(rooms.deps, elena, 'VIBER', viber);
    expect(await refused(customer.say('anybody there?'))).toBe('CHANNEL_NOT_CONNECTED');
  });
});

describe('a claim', () => {
  it('is of one worker alone, and only of the oldest of each channel', async () => {
    const other = { ...rooms.deps, channels: createChannels() };
    other.channels.register(loopBack({ type: 'FACEBOOK', origin: withKeys.origin, takesKey: true }));
    const facebook = await givenApplication(database.db, account, 'FACEBOOK');
    const customers = [await givenCustomer(other, elena, 'FACEBOOK', facebook), await givenCustomer(other, elena, 'FACEBOOK', facebook)];
    const events: string[] = [];
    for (const customer of customers) for (const text of ['one', 'two']) events.push(await customer.say(text));
    const claims = (await Promise.all(Array.from({ length: 6 }, () => claimAttempts(other, 10)))).flat();
    const rows = await database.db
      .reader(account.accountId)
      .selectFrom('attempts')
      .select('event_id')
      .where(
        'id',
        'in',
        claims.map((one) => one.id),
      )
      .execute();
    expect(rows.map((row) => row.event_id).toSorted()).toEqual([events[0], events[2]].toSorted());
    expect(claims).toHaveLength(2);
  });
});
