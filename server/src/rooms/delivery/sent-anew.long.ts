import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { anewIdOf, anewOf, type EventFrame, type RoomEvent, type ScheduledMessage } from '@parley/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { someEmail } from '../../../test/emails.ts';
import { deliveryShown, givenCustomer, type TestCustomer } from '../../../test/loop-back/customers.ts';
import { type Desk, givenDesk, placeFor, refusalOf } from '../../../test/loop-back/desk.ts';
import { messageId } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { readFile, receiveUpload } from '../../files/index.ts';
import { resolveAs } from '../acting.ts';
import { receiveFromProvider } from '../inbound/receive-from-provider.ts';
import { changeScheduled, scheduleMessage } from '../scheduled/schedule.ts';
import { replacedByColleagues, scheduledOfRoom } from '../scheduled/scheduled-rows.ts';
import { sendEmail, sendSms } from '../send-by-kind.ts';
import { sendRichMedia } from '../send-media.ts';
import { inRooms } from '../work.ts';
import { applyProviderStatus } from './provider-status.ts';
import { retryDelivery } from './retry.ts';
import { writeAnew } from './write-anew.ts';

let desk: Desk<'SMS' | 'EMAIL' | 'VIBER'>;
let database: Desk['database'];
let account: Desk['account'];
let rooms: Desk['rooms'];
let elena: Actor;
let boss: Actor;
let provider: Desk['provider'];
let sms: string;
let shown: Desk['shown'];

beforeAll(async () => {
  const takes = new Set(['RICH_MEDIA'] as const);
  desk = await givenDesk({ SMS: {}, EMAIL: {}, VIBER: { takes } }, { takesKey: false, timeoutMs: 2000 });
  ({ database, account, rooms, elena, boss, provider, shown } = desk);
  sms = desk.applications.SMS;
});
afterAll(() => desk.close());
afterEach(() => provider.behave(() => ({ do: 'accept' })));

const sinceOf = async (eventId: string): Promise<RoomEvent['since'] | null> =>
  (await database.db.reader(account.accountId).selectFrom('events').select('since').where('id', '=', eventId).executeTakeFirstOrThrow())
    .since as RoomEvent['since'] | null;
const received = ({ address }: TestCustomer) => provider.accepted.filter((one) => one.address === address).map((one) => one.text);
const sendAnew = ({ roomId, contactChannelId: channelId }: TestCustomer, failedId: string, text: string, actor = elena) =>
  sendSms(rooms.deps, actor, { roomId, channelId, text, clientMessageId: anewIdOf(failedId) });
const retry = ({ roomId }: TestCustomer, roomEventId: string) =>
  inRooms(database.db, account.accountId, (tx) => retryDelivery(rooms.deps, tx, elena, { roomId, roomEventId }));

/** A message that the provider has refused for good. */
async function givenFailed(text: string): Promise<{ customer: TestCustomer; failedId: string }> {
  const customer = await givenCustomer(rooms.deps, elena, 'SMS', sms);
  provider.behave((request) => (request.text === text ? { do: 'refuse', reason: 'BLACKLISTED', final: true } : { do: 'accept' }));
  const failedId = await customer.say(text);
  await shown(failedId, 'REJECTED BLACKLISTED');
  return { customer, failedId };
}

describe('a message that was not delivered', () => {
  it('is sent anew as another, which says so, as the first does, and everybody is told in the order of the changes', async () => {
    const { customer, failedId } = await givenFailed('Helo');
    const screen = await rooms.screenOf(elena);
    const { eventId } = await sendAnew(customer, failedId, 'Hello');
    await shown(eventId, 'SENT');
    expect([await sinceOf(failedId), await sinceOf(eventId)]).toEqual([{ anew: { as: eventId } }, { anew: { of: failedId } }]);
    expect(await deliveryShown(database.db, account.accountId, failedId)).toBe('REJECTED BLACKLISTED');
    expect(received(customer)).toEqual(['Hello']);
    const frames = screen.frames.filter(({ payload }) => payload.roomId === customer.roomId && 'change' in payload);
    const changes = frames.map(({ payload }) => (payload as { change: number }).change);
    expect(changes).toEqual(changes.map((_, index) => (changes[0] as number) + index));
    expect((screen.of('Text') as unknown as EventFrame[]).map(({ event, again }) => [event.id, again ?? false, event.since?.anew])).toEqual(
      [
        [eventId, false, undefined],
        [failedId, true, { as: eventId }],
        [eventId, true, { of: failedId }],
      ],
    );
  });

  it('is sent anew once: pressed twice it is answered alike, with other words or by somebody else it is refused, and it is retried no more', async () => {
    const { customer, failedId } = await givenFailed('Two tabs');
    const answers = await Promise.all([sendAnew(customer, failedId, 'Two tabs!'), sendAnew(customer, failedId, 'Two tabs!')]);
    expect(new Set(answers.map(({ eventId }) => eventId)).size).toBe(1);
    expect(await refusalOf(sendAnew(customer, failedId, 'Other words'))).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await refusalOf(sendAnew(customer, failedId, 'By the boss', boss))).toBe('MESSAGE_SENT_ANEW');
    const { roomId, contactChannelId: channelId } = customer;
    const otherTry = { roomId, channelId, text: 'By another window', clientMessageId: `${anewIdOf(failedId)}-0123abcd` };
    expect(await refusalOf(sendSms(rooms.deps, elena, otherTry))).toBe('MESSAGE_SENT_ANEW');
    expect(await refusalOf(retry(customer, failedId))).toBe('MESSAGE_SENT_ANEW');
    expect(await refusalOf(writeAnew(rooms.deps, elena, { roomId: customer.roomId, eventId: failedId }))).toBe('MESSAGE_SENT_ANEW');
    await shown(answers[0]?.eventId ?? '', 'SENT');
    expect(received(customer)).toEqual(['Two tabs!']);
  });

  it('is not sent anew once it is on its way again, was delivered, or is none that was sent from here', async () => {
    const { customer, failedId } = await givenFailed('Late');
    provider.behave(() => ({ do: 'accept' }));
    await retry(customer, failedId);
    expect(await refusalOf(sendAnew(customer, failedId, 'Late!'))).toBe('EVENT_NOT_RETRYABLE');
    await shown(failedId, 'SENT');
    expect(await refusalOf(sendAnew(customer, failedId, 'Late!'))).toBe('EVENT_NOT_RETRYABLE');
    const other = await givenFailed('Elsewhere');
    expect(await refusalOf(sendAnew(customer, other.failedId, 'Here'))).toBe('EVENT_NOT_FOUND');
    const words = await database.db
      .reader(account.accountId)
      .selectFrom('events')
      .select('id')
      .where('room_id', '=', customer.roomId)
      .where('origin_type', '=', 'CUSTOMER')
      .where('type', '=', 'MESSAGE')
      .executeTakeFirstOrThrow();
    expect(await refusalOf(sendAnew(customer, words.id, 'Theirs'))).toBe('EVENT_NOT_RETRYABLE');
    expect(received(customer)).toEqual(['Late']);
  });

  it('of which nobody knows is sent anew all the same, and says so when it arrived after all', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    provider.behave(({ text }) => (text === 'Silence' ? { do: 'hang' } : { do: 'accept' }));
    const failedId = await customer.say('Silence');
    await shown(failedId, 'PENDING OUTCOME_UNKNOWN');
    const { eventId } = await sendAnew(customer, failedId, 'Is anybody there?');
    await shown(eventId, 'SENT');
    expect(await sinceOf(failedId)).toEqual({ anew: { as: eventId } });
  });

  it('fails again as another, which is sent anew in its turn', async () => {
    const { customer, failedId } = await givenFailed('Again');
    const second = await sendAnew(customer, failedId, 'Again');
    await shown(second.eventId, 'REJECTED BLACKLISTED');
    const third = await sendAnew(customer, second.eventId, 'Better');
    await shown(third.eventId, 'SENT');
    expect(await sinceOf(second.eventId)).toEqual({ anew: { of: failedId, as: third.eventId } });
  });
});

describe('tried again as it is', () => {
  it('it says when, and by whom, also once it has arrived; and everybody is told in the order of the changes', async () => {
    const { customer, failedId } = await givenFailed('At noon');
    const screen = await rooms.screenOf(boss);
    provider.behave(() => ({ do: 'accept' }));
    await retry(customer, failedId);
    await shown(failedId, 'SENT');
    const { sentAgain } = (await sinceOf(failedId)) ?? {};
    expect(sentAgain).toEqual({ at: expect.stringMatching(/^20.*Z$/), byId: elena.userId, byName: elena.name });
    const changes = screen.frames
      .filter(({ payload }) => payload.roomId === customer.roomId && 'change' in payload)
      .map(({ type, payload }) => [type, (payload as { change: number }).change] as const);
    const [[, first] = ['', 0]] = changes;
    expect(changes).toEqual([
      ['MessageStatus', first],
      ['Text', first + 1],
      ['MessageStatus', first + 2],
    ]);
    const [frame] = screen.of('Text') as unknown as EventFrame[];
    expect(frame).toMatchObject({
      again: true,
      event: { id: failedId, since: { sentAgain }, eventData: { status: { clientStatus: 'PENDING' } } },
    });
    const { providerMessageId = '' } = provider.accepted.find(({ text }) => text === 'At noon') ?? {};
    const place = { accountId: account.accountId, channelApplicationId: sms };
    await applyProviderStatus(rooms.deps, { ...place, providerMessageId, status: 'DELIVERED', reason: null });
    expect(await deliveryShown(database.db, account.accountId, failedId)).toBe('DELIVERED');
    expect(await sinceOf(failedId)).toEqual({ sentAgain });
  });
});

describe('sent later in its place', () => {
  const keep = (
    { roomId, contactChannelId: channelId }: TestCustomer,
    failedId: string,
    sendAt: string | null,
    clientMessageId = anewIdOf(failedId),
  ) => {
    const message = { clientMessageId, channelId, text: 'Later', fileIds: [], timezone: 'UTC' };
    return scheduleMessage(rooms.deps, elena, roomId, { ...message, sendAt, unlessCustomerWrites: false });
  };
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const sendNow = ({ roomId }: TestCustomer, { id: scheduledId }: ScheduledMessage) =>
    changeScheduled(rooms.deps, elena, { roomId, scheduledId }, { become: 'SENT' });

  it('it says so once it is sent', async () => {
    const { customer, failedId } = await givenFailed('At its time');
    await sendNow(customer, await keep(customer, failedId, inAnHour()));
    const since = await sinceOf(failedId);
    expect(await sinceOf(since?.anew?.as ?? '')).toEqual({ anew: { of: failedId } });
    await shown(since?.anew?.as ?? '', 'SENT');
    expect(received(customer)).toEqual(['Later']);
  });

  it.each([
    ['by the clock', inAnHour],
    ['as long as it can be taken back', () => null],
  ])('while it waits %s no other is sent, begun or put off, and the first is not tried again', async (how, at) => {
    const { customer, failedId } = await givenFailed(`Waits ${how}`);
    const { id: scheduledId } = await keep(customer, failedId, at());
    const { roomId } = customer;
    const another = (sendAt: string | null) => keep(customer, failedId, sendAt, `${anewIdOf(failedId)}-0123abcd`);
    for (const attempt of [
      () => sendAnew(customer, failedId, 'At once', boss),
      () => writeAnew(rooms.deps, elena, { roomId, eventId: failedId }),
      () => another(inAnHour()),
      () => another(null),
      () => retry(customer, failedId),
    ])
      expect(await refusalOf(attempt())).toBe('MESSAGE_SENT_ANEW');
    expect(received(customer)).toEqual([]);
    await changeScheduled(rooms.deps, elena, { roomId, scheduledId }, { become: 'TAKEN_BACK' });
    const { eventId } = await sendAnew(customer, failedId, 'At once', boss);
    await shown(eventId, 'SENT');
    expect(received(customer)).toEqual(['At once']);
  });

  it('it is put off no more where another was quicker, nor waits again once it was cancelled', async () => {
    const { customer, failedId } = await givenFailed('Overtaken');
    const { id: scheduledId } = await keep(customer, failedId, inAnHour());
    const become = (what: 'CANCELLED' | 'WAITING') =>
      changeScheduled(rooms.deps, elena, { roomId: customer.roomId, scheduledId }, { become: what });
    await become('CANCELLED');
    await keep(customer, failedId, inAnHour(), `${anewIdOf(failedId)}-0123abcd`);
    expect(await refusalOf(become('WAITING'))).toBe('MESSAGE_SENT_ANEW');
    const other = await givenFailed('Overtaken too');
    await sendAnew(other.customer, other.failedId, 'At once', boss);
    expect(await refusalOf(keep(other.customer, other.failedId, inAnHour()))).toBe('MESSAGE_SENT_ANEW');
    const tried = await givenFailed('Tried again');
    provider.behave(() => ({ do: 'accept' }));
    await retry(tried.customer, tried.failedId);
    expect(await refusalOf(keep(tried.customer, tried.failedId, null))).toBe('EVENT_NOT_RETRYABLE');
  });

  it('as long as it can be taken back colleagues are told that somebody is at it, and nothing of what it says', async () => {
    const { customer, failedId } = await givenFailed('Whose turn');
    const { roomId } = customer;
    const on = desk.on();
    const screen = await rooms.screenOf(boss);
    const { id: scheduledId } = await keep(customer, failedId, null);
    expect(await replacedByColleagues(on, boss, roomId)).toEqual([{ eventId: failedId, author: { id: elena.userId, name: elena.name } }]);
    expect([await scheduledOfRoom(on, boss, roomId), await replacedByColleagues(on, elena, roomId)]).toEqual([[], []]);
    const stranger = await account.agent('Stranger', { inQueue: false });
    expect(await refusalOf(replacedByColleagues(on, stranger, roomId))).toBe('ROOM_NOT_FOUND');
    await changeScheduled(rooms.deps, elena, { roomId, scheduledId }, { become: 'TAKEN_BACK' });
    expect(await replacedByColleagues(on, boss, roomId)).toEqual([]);
    const told = { roomId, authorId: elena.userId };
    expect(screen.of('ScheduledChanged')).toEqual([told, told]);
    // What takes nobody's place is its author's alone.
    await keep(customer, failedId, null, messageId());
    expect(await replacedByColleagues(on, boss, roomId)).toEqual([]);
    expect(screen.of('ScheduledChanged')).toHaveLength(2);
  });

  it('what could still be taken back goes before the end of the conversation, in its place', async () => {
    const { customer, failedId } = await givenFailed('Goodbye');
    await keep(customer, failedId, null);
    await resolveAs(rooms.deps, elena, customer.roomId);
    await shown((await sinceOf(failedId))?.anew?.as ?? '', 'SENT');
    expect(received(customer)).toEqual(['Later']);
  });
});

describe('what is written anew', () => {
  it('are its words, a copy of its file that its writer may send, and the id that takes its place', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'SMS', sms);
    const { roomId, contactChannelId: channelId } = customer;
    const uploader = { by: 'USER', accountId: account.accountId, id: elena.userId } as const;
    const body = Readable.from([Buffer.from('fourteen lamps')]);
    const upload = await receiveUpload(rooms.deps.files, { uploader, name: 'оферта.txt', length: null, body, isCancelled: () => false });
    provider.behave(({ text }) => (text === 'Our offer' ? { do: 'refuse', reason: 'EXPIRED', final: true } : { do: 'accept' }));
    const where = { roomId, channelId, clientMessageId: messageId() };
    const { eventId: failedId } = await sendSms(rooms.deps, elena, { ...where, fileId: upload.fileId, text: 'Our offer' });
    await shown(failedId, 'REJECTED EXPIRED');
    const anew = await writeAnew(rooms.deps, elena, { roomId, eventId: failedId });
    const [copy] = anew.files;
    expect(anew).toMatchObject({ clientMessageId: anewIdOf(failedId), channelId, text: 'Our offer', files: [{ fileName: 'оферта.txt' }] });
    expect(copy?.fileId).not.toBe(upload.fileId);
    expect((await buffer(await readFile(rooms.deps.files, account.accountId, copy?.fileId ?? ''))).toString()).toBe('fourteen lamps');
    const again = { ...where, clientMessageId: anew.clientMessageId, fileId: copy?.fileId ?? '', text: 'Our new offer' };
    const { eventId } = await sendSms(rooms.deps, elena, again);
    await shown(eventId, 'SENT');
    expect(await sinceOf(failedId)).toEqual({ anew: { as: eventId } });
  });

  it('are of an e-mail its text and all of its files; it goes to whom it went, by its subject, as the answer that it was', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'EMAIL', desk.applications.EMAIL);
    const { roomId } = customer;
    provider.behave(({ text }) => (text === 'Your offer' ? { do: 'refuse', reason: 'UNDELIVERABLE', final: true } : { do: 'accept' }));
    const ends = { to: ['Maria <maria@home.example>'], cc: ['petar@home.example'], bcc: ['archive@lumen.example'], subject: 'Your offer' };
    const attachments = [await desk.upload('fourteen lamps'), await desk.upload('the terms', 'terms.txt')];
    const { eventId: failedId } = await sendEmail(rooms.deps, elena, { ...placeFor(customer), ...ends, text: 'Helo', attachments });
    await shown(failedId, 'REJECTED UNDELIVERABLE');
    const failed = (await desk.lastOf(roomId))?.eventData.email;
    const anew = await writeAnew(rooms.deps, elena, { roomId, eventId: failedId });
    expect(anew).toMatchObject({ text: 'Helo', files: [{ fileName: 'offer.txt' }, { fileName: 'terms.txt' }] });
    const copies = anew.files.map(({ fileId }) => fileId);
    expect(copies.some((id) => attachments.includes(id))).toBe(false);
    provider.behave(() => ({ do: 'accept' }));
    // Meanwhile they write of something else, which it does not answer.
    const about = { accountId: account.accountId, channelApplicationId: customer.channelApplicationId, channelType: 'EMAIL' } as const;
    const other = { type: 'EMAIL', email: someEmail({ subject: 'Another matter' }), html: null } as const;
    const brought = { providerMessageId: messageId(), address: customer.address, name: 'Maria', text: '', content: other };
    await receiveFromProvider(rooms.deps, { ...about, ...brought });
    const again = { ...placeFor(customer), clientMessageId: anew.clientMessageId, text: 'Hello', attachments: copies };
    const { eventId } = await sendEmail(rooms.deps, elena, again);
    await shown(eventId, 'SENT');
    const sent = (await desk.lastOf(roomId))?.eventData.email;
    expect(sent).toMatchObject({ ...ends, content: 'Hello', from: failed?.from, references: failed?.references });
    expect(sent?.attachments.map(({ fileId, name }) => [fileId, name])).toEqual([
      [copies[0], 'offer.txt'],
      [copies[1], 'terms.txt'],
    ]);
    expect(sent?.id).not.toBe(failed?.id);
    expect(await sinceOf(failedId)).toEqual({ anew: { as: eventId } });
    expect(await sendEmail(rooms.deps, elena, again)).toMatchObject({ eventId });
    expect(provider.accepted.at(-1)?.email?.attachments).toHaveLength(2);
  });

  it('are nothing of what no composer holds: that is tried again as it is', async () => {
    const customer = await givenCustomer(rooms.deps, elena, 'VIBER', desk.applications.VIBER);
    const { roomId } = customer;
    provider.behave(() => ({ do: 'refuse', reason: 'EXPIRED', final: true }));
    const rich = { ...placeFor(customer), text: 'Which colour?', options: [{ text: 'Red' }, { text: 'Blue' }] };
    const { eventId } = await sendRichMedia(rooms.deps, elena, rich);
    await shown(eventId, 'REJECTED EXPIRED');
    expect(await refusalOf(writeAnew(rooms.deps, elena, { roomId, eventId }))).toBe('MESSAGE_NOT_EDITABLE');
    provider.behave(() => ({ do: 'accept' }));
    await retry(customer, eventId);
    await shown(eventId, 'SENT');
    expect(provider.accepted.at(-1)).toMatchObject({ text: rich.text, special: { options: rich.options } });
  });

  it('is for whoever may write there, of what was not delivered', async () => {
    const { customer, failedId } = await givenFailed('Whose');
    const place = { roomId: customer.roomId, eventId: failedId };
    const stranger = await account.agent('Stranger', { inQueue: false });
    expect(await refusalOf(writeAnew(rooms.deps, stranger, place))).toBe('ROOM_NOT_FOUND');
    expect(await writeAnew(rooms.deps, boss, place)).toMatchObject({ text: 'Whose', files: [] });
    const fine = await customer.say('Fine');
    await shown(fine, 'SENT');
    expect(await refusalOf(writeAnew(rooms.deps, elena, { ...place, eventId: fine }))).toBe('EVENT_NOT_RETRYABLE');
  });

  it('goes under an id of which everybody knows whose place it takes, and no other id says so', () => {
    const id = '0192b7a0-0000-7000-8000-00000000000a';
    for (const one of [anewIdOf(id), `later-${anewIdOf(id)}`, `${anewIdOf(id)}-0123abcd`]) expect(anewOf(one)).toBe(id);
    for (const other of [id, `anew-${id}_1`, 'anew-something', `x${anewIdOf(id)}`, `later-${id}`]) expect(anewOf(other)).toBeNull();
  });
});
