import type { ChannelType, StartConversation } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { loopBack } from '../../../test/loop-back/channel.ts';
import { givenApplication, newAddress, sayOn } from '../../../test/loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type Screen, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { createContact } from '../../contacts/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Problem } from '../../platform/problem.ts';
import { roomOfContact } from '../customer-side.ts';
import { receiveFromProvider } from '../inbound/receive-from-provider.ts';
import { readOneRoom } from '../reading/one-room.ts';
import { readRooms } from '../reading/room-view.ts';
import { resolveConversation } from '../resolve.ts';
import { inRooms } from '../work.ts';
import { channelApplications } from './channel-applications.ts';
import { makeViberChannel } from './make-channel.ts';
import { answerAddChannel, answerStart } from './outcomes.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let dora: Actor;
const applications = new Map<ChannelType, string>();

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  for (const type of ['WHATSAPP', 'VIBER', 'SMS', 'FACEBOOK'] as const) {
    // Nothing speaks with Messenger here.
    if (type !== 'FACEBOOK') rooms.deps.channels.register(loopBack({ type, origin: 'http://127.0.0.1:9', takesKey: true }));
    applications.set(type, await givenApplication(database.db, account, type));
  }
});
afterAll(() => database.drop());
beforeEach(async () => {
  elena = await account.agent('Elena');
  dora = await account.agent('Dora', { role: 'supervisor' });
});

interface Customer {
  contactId: string;
  roomId: string;
  channels: ReadonlyMap<ChannelType, string>;
  numbers: ReadonlyMap<ChannelType, string>;
}

/** Somebody who can be reached on these channels, in a room that these agents see, in which nothing is under way. */
async function givenCustomer(...types: ChannelType[]): Promise<Customer> {
  const { accountId } = account;
  return database.db.inAccount(accountId, async (tx) => {
    const contactId = await createContact(tx, accountId, { firstName: 'Maria' });
    const rows = types.map((type) => ({
      id: newId(),
      account_id: accountId,
      contact_id: contactId,
      channel_application_id: applications.get(type) ?? '',
      type,
      address: newAddress(),
    }));
    await tx.insertInto('contact_channels').values(rows).execute();
    const roomId = await roomOfContact(tx, accountId, contactId);
    const access = [elena, dora].map(({ userId }) => ({ account_id: accountId, room_id: roomId, subject_id: userId }));
    await tx.insertInto('room_access').values(access).execute();
    const of = <Part>(part: (row: (typeof rows)[number]) => Part) => new Map(rows.map((row) => [row.type, part(row)]));
    return { contactId, roomId, channels: of((row) => row.id), numbers: of((row) => row.address) };
  });
}

const onChannel = (customer: Customer, type: ChannelType) => customer.channels.get(type) ?? '';
type Seen = StartConversation['expectedRoomState'];
const start = (actor: Actor, customer: Customer, type: ChannelType, expectedRoomState: Seen = 'RESOLVED') =>
  answerStart(rooms.deps, actor, { state: 'STARTING', roomId: customer.roomId, channelId: onChannel(customer, type), expectedRoomState });
const add = (actor: Actor, customer: Customer, type: ChannelType, conversationId: string) =>
  answerAddChannel(rooms.deps, actor, { roomId: customer.roomId, channelId: onChannel(customer, type), conversationId });
const roomNow = async ({ roomId }: Customer) => {
  const [room] = await readRooms(database.db.reader(account.accountId), [roomId]);
  if (!room) throw new Error('the room is gone');
  return room;
};
const heldBy = async (customer: Customer, actor: Actor) =>
  (await roomNow(customer)).roomConversations.filter((one) => one.state === 'ASSIGNED' && one.assignedUserId === actor.userId);
const told = (screen: Screen, customer: Customer) =>
  screen.frames.filter(({ payload }) => payload.roomId === customer.roomId && 'change' in payload);
const historyOf = async ({ roomId }: Customer) =>
  database.db
    .reader(account.accountId)
    .selectFrom('events')
    .select(['type', 'origin_id', 'modified_value'])
    .where('room_id', '=', roomId)
    .where('kind', '=', 'SYSTEM')
    .orderBy('seq')
    .execute();
const ACK = { type: 'Ack', payload: { answer: null } };
const failed = (errorType: string) => ({ payload: { state: 'START_FAILED', errorType } });
const notAdded = (errorType: string) => ({ payload: { state: 'CHANNEL_ADDED_FAILED', errorType } });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (problem: Problem) => problem.key,
  );
const write = (actor: Actor, customer: Customer, type: ChannelType) =>
  refusal(
    sayOn(rooms.deps, actor, type, {
      roomId: customer.roomId,
      channelId: onChannel(customer, type),
      text: 'Good day',
      clientMessageId: messageId(),
    }),
  );
const resolve = (actor: Actor, { roomId }: Customer, conversationId: string) =>
  inRooms(database.db, actor.accountId, (tx) => resolveConversation(tx, actor, { roomId, conversationId }));

describe('Start', () => {
  it('makes a conversation that who presses holds, tells all who see the room, and leaves its entries; no queue hears of it', async () => {
    const maria = await givenCustomer('WHATSAPP');
    const screen = await rooms.screenOf(dora);
    expect(await write(elena, maria, 'WHATSAPP')).toBe('CONVERSATION_RESOLVED');
    expect(await start(elena, maria, 'WHATSAPP')).toEqual(ACK);
    const room = await roomNow(maria);
    expect(room).toMatchObject({ state: 'ASSIGNED', lastAssignedUserId: elena.userId });
    expect(room.roomConversations).toMatchObject([
      { state: 'ASSIGNED', assignedUserId: elena.userId, queueId: null, channels: [{ channelId: onChannel(maria, 'WHATSAPP') }] },
    ]);
    expect(room.roomParticipants.map((one) => one.associatedParticipantId)).toEqual([maria.contactId, elena.userId]);
    expect(await historyOf(maria)).toEqual([
      { type: 'CREATE', origin_id: elena.userId, modified_value: null },
      { type: 'USER_ASSIGNED', origin_id: elena.userId, modified_value: null },
    ]);
    const frames = told(screen, maria);
    expect(frames.map(({ type }) => type)).toEqual(['SystemText', 'Assign', 'ConversationState', 'ParticipantsChanged', 'RoomLifecycle']);
    expect(frames[2]?.payload).toMatchObject({ state: 'STARTED', conversation: { assignedUserId: elena.userId } });
    expect(frames.map(({ payload }) => payload.change)).toEqual(
      frames.map((_, place) => (room.change as number) - frames.length + 1 + place),
    );
    expect(await write(elena, maria, 'WHATSAPP')).toBe('done');
  });

  it('is one when it is asked again, also at the same moment, by who has it', async () => {
    const maria = await givenCustomer('WHATSAPP');
    expect(await Promise.all([1, 2, 3].map(() => start(elena, maria, 'WHATSAPP')))).toEqual([ACK, ACK, ACK]);
    expect(await start(elena, maria, 'WHATSAPP')).toEqual(ACK);
    expect((await roomNow(maria)).roomConversations).toHaveLength(1);
    expect(await historyOf(maria)).toHaveLength(2);
  });

  it('has one winner of two who press at the same moment; the other is told that the channel is occupied, and changes nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const maria = await givenCustomer('WHATSAPP');
      const answers = await Promise.all([start(elena, maria, 'WHATSAPP'), start(dora, maria, 'WHATSAPP')]);
      expect(answers.filter((one) => one?.type === 'Ack')).toHaveLength(1);
      expect(answers.find((one) => one?.type !== 'Ack')).toMatchObject({
        type: 'ConversationState',
        payload: {
          state: 'START_FAILED',
          roomId: maria.roomId,
          channelId: onChannel(maria, 'WHATSAPP'),
          errorType: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED',
          message: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION',
          status: 409,
        },
      });
      expect((await roomNow(maria)).roomConversations).toHaveLength(1);
    }
  });

  it('in a room that was resolved is refused once another conversation of the contact has begun; in one that was not, another is started beside it', async () => {
    const maria = await givenCustomer('WHATSAPP', 'VIBER');
    expect(await start(elena, maria, 'WHATSAPP')).toEqual(ACK);
    expect(await start(dora, maria, 'VIBER', 'RESOLVED')).toMatchObject(failed('CONVERSATION_BEGUN_MEANWHILE'));
    expect(await start(dora, maria, 'VIBER', 'ASSIGNED')).toEqual(ACK);
    expect(await heldBy(maria, elena)).toMatchObject([{ channels: [{ channelType: 'WHATSAPP' }] }]);
    expect(await heldBy(maria, dora)).toMatchObject([{ channels: [{ channelType: 'VIBER' }] }]);
    expect(await write(elena, maria, 'VIBER')).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED');
    expect(await write(dora, maria, 'WHATSAPP')).toBe('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED');
    expect(await write(dora, maria, 'VIBER')).toBe('done');
  });

  it('is refused to who holds another conversation of the room, which it is added to, and on what needs no start', async () => {
    const maria = await givenCustomer('WHATSAPP', 'VIBER', 'SMS');
    expect(await start(elena, maria, 'SMS')).toMatchObject(failed('CONVERSATION_CANNOT_START'));
    expect(await start(elena, maria, 'WHATSAPP')).toEqual(ACK);
    expect(await start(elena, maria, 'VIBER', 'ASSIGNED')).toMatchObject(failed('CONVERSATION_CANNOT_START'));
  });

  const CLOSED = 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED';
  /** Why each channel of a room takes no words of hers, as she reads it. */
  const flagsOf = async (roomId: string) => {
    const { channels } = await readOneRoom(database.db.reader(account.accountId), elena, roomId);
    return Object.fromEntries(channels.map(({ channelType, cannotMessageKey }) => [channelType, cannotMessageKey]));
  };

  it('fails with CHANNEL_TYPE_UNAVAILABLE where nothing speaks with the provider, or our end is off; nothing is sent over that either', async () => {
    const unavailable = {
      payload: {
        state: 'START_FAILED',
        errorType: 'CHANNEL_TYPE_UNAVAILABLE',
        message: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE',
        errors: [{ message: 'CHANNEL_TYPE_UNAVAILABLE' }],
      },
    };
    const maria = await givenCustomer('FACEBOOK', 'WHATSAPP', 'VIBER', 'SMS');
    expect(await start(elena, maria, 'FACEBOOK')).toMatchObject(unavailable);
    expect(await start(elena, maria, 'WHATSAPP')).toEqual(ACK);
    const [conversation] = await heldBy(maria, elena);
    const turn = (active: boolean) =>
      database.db.inAccount(account.accountId, (tx) =>
        sql`update channel_applications set active = ${active} where type <> 'LIVECHAT'`.execute(tx),
      );
    await turn(false);
    expect(await add(elena, maria, 'VIBER', conversation?.id ?? '')).toMatchObject(notAdded('CHANNEL_TYPE_UNAVAILABLE'));
    for (const type of ['WHATSAPP', 'SMS'] as const)
      expect([type, await write(elena, maria, type)]).toEqual([type, 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_CLOSED']);
    expect(await flagsOf(maria.roomId)).toEqual({ WHATSAPP: CLOSED, VIBER: CLOSED, SMS: CLOSED, FACEBOOK: CLOSED });
    const georgi = await givenCustomer('WHATSAPP');
    expect(await start(elena, georgi, 'WHATSAPP')).toMatchObject(unavailable);
    await turn(true);
    expect(await flagsOf(maria.roomId)).toMatchObject({ WHATSAPP: null, SMS: null });
    expect(await start(elena, georgi, 'WHATSAPP')).toEqual(ACK);
  });

  it('is not to be had over our ends by which one only sends: those are told to nobody, and take neither a start nor a channel', async () => {
    const on = database.db.reader(account.accountId);
    const told = async () => (await channelApplications(on)).map(({ id }) => id);
    const [viber, whatsapp] = [applications.get('VIBER') ?? '', applications.get('WHATSAPP') ?? ''];
    const turn = (to: 'ONE_WAY' | 'TWO_WAY') =>
      database.db.inAccount(account.accountId, (tx) =>
        sql`update channel_applications set communication_type = ${to} where id in (${viber}, ${whatsapp})`.execute(tx),
      );
    expect(await told()).toEqual(expect.arrayContaining([viber, whatsapp]));
    await turn('ONE_WAY');
    const maria = await givenCustomer('WHATSAPP', 'SMS');
    expect(await told()).not.toEqual(expect.arrayContaining([viber]));
    expect(await told()).not.toEqual(expect.arrayContaining([whatsapp]));
    expect(await start(elena, maria, 'WHATSAPP')).toMatchObject({ payload: { errorType: 'CHANNEL_TYPE_UNAVAILABLE' } });
    await turn('TWO_WAY');
    expect(await start(elena, maria, 'WHATSAPP')).toEqual(ACK);
  });

  it('begins a resolved room anew, in which what the customer writes then joins what was started', async () => {
    const maria = await givenCustomer('WHATSAPP');
    await start(elena, maria, 'WHATSAPP');
    const [first] = await heldBy(maria, elena);
    await resolve(elena, maria, first?.id ?? '');
    expect(await roomNow(maria)).toMatchObject({ state: 'RESOLVED' });
    expect(await start(dora, maria, 'WHATSAPP')).toEqual(ACK);
    const incoming = { providerMessageId: newId(), address: maria.numbers.get('WHATSAPP') ?? '', name: 'Maria', text: 'I am here' };
    const place = {
      accountId: account.accountId,
      channelApplicationId: applications.get('WHATSAPP') ?? '',
      channelType: 'WHATSAPP' as const,
    };
    await receiveFromProvider(rooms.deps, { ...place, ...incoming });
    const room = await roomNow(maria);
    expect(room.roomConversations.map(({ state, assignedUserId }) => [state, assignedUserId])).toEqual([
      ['ASSIGNED', dora.userId],
      ['RESOLVED', elena.userId],
    ]);
    expect(room).toMatchObject({ lastEventData: 'I am here' });
  });

  it('tells nothing of a room that one does not see, or of a channel of another room', async () => {
    const maria = await givenCustomer('WHATSAPP');
    const georgi = await givenCustomer('WHATSAPP');
    const stranger = await account.agent('Stefan', { inQueue: false });
    expect(await refusal(start(stranger, maria, 'WHATSAPP'))).toBe('ROOM_NOT_FOUND');
    expect(await refusal(start(elena, { ...maria, channels: georgi.channels }, 'WHATSAPP'))).toBe('CHANNEL_NOT_FOUND');
    expect(await refusal(add(stranger, maria, 'WHATSAPP', newId()))).toBe('ROOM_NOT_FOUND');
  });
});

describe('adding a channel', () => {
  it('puts it into the conversation that one holds, tells all who see the room by AddChannel, and leaves an entry; asked again it changes nothing', async () => {
    const maria = await givenCustomer('WHATSAPP', 'VIBER');
    await start(elena, maria, 'WHATSAPP');
    const [conversation] = await heldBy(maria, elena);
    const screen = await rooms.screenOf(dora);
    expect(await Promise.all([1, 2].map(() => add(elena, maria, 'VIBER', conversation?.id ?? '')))).toEqual([ACK, ACK]);
    expect(await add(elena, maria, 'VIBER', conversation?.id ?? '')).toEqual(ACK);
    const [now] = (await roomNow(maria)).roomConversations;
    expect(now?.channels.map(({ channelType }) => channelType)).toEqual(['WHATSAPP', 'VIBER']);
    expect((await historyOf(maria)).at(-1)).toEqual({ type: 'CREATE', origin_id: elena.userId, modified_value: 'VIBER' });
    expect(told(screen, maria).map(({ type }) => type)).toEqual(['SystemText', 'AddChannel']);
    expect(told(screen, maria)[1]?.payload).toMatchObject({ state: 'CHANNEL_ADDED', conversation: now });
    expect(await write(elena, maria, 'VIBER')).toBe('done');
  });

  it('is refused in a room without conversations, into what one does not hold, and of what is in another conversation', async () => {
    const maria = await givenCustomer('WHATSAPP', 'VIBER');
    expect(await add(elena, maria, 'VIBER', newId())).toMatchObject({
      type: 'AddChannel',
      payload: {
        state: 'CHANNEL_ADDED_FAILED',
        message: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED',
        errorType: 'ROOM_WITHOUT_CONVERSATIONS',
      },
    });
    await start(elena, maria, 'WHATSAPP');
    const [conversation] = await heldBy(maria, elena);
    const id = conversation?.id ?? '';
    expect(await add(dora, maria, 'VIBER', id)).toMatchObject(notAdded('CONVERSATION_NOT_YOURS'));
    expect(await refusal(add(elena, maria, 'VIBER', newId()))).toBe('CONVERSATION_NOT_FOUND');
    await start(dora, maria, 'VIBER', 'ASSIGNED');
    expect(await add(elena, maria, 'VIBER', id)).toMatchObject(notAdded('COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED'));
    await resolve(elena, maria, id);
    expect(await add(elena, maria, 'WHATSAPP', id)).toMatchObject(notAdded('CONVERSATION_RESOLVED'));
  });
});

describe('several conversations of one room', () => {
  it('end one by one: the others go on, and whoever ended theirs takes part no more, and may start again', async () => {
    const maria = await givenCustomer('WHATSAPP', 'VIBER');
    await start(elena, maria, 'WHATSAPP');
    await start(dora, maria, 'VIBER', 'ASSIGNED');
    const [conversation] = await heldBy(maria, elena);
    await resolve(elena, maria, conversation?.id ?? '');
    const room = await roomNow(maria);
    expect(room.state).toBe('ASSIGNED');
    expect(room.roomParticipants.map((one) => one.associatedParticipantId)).toEqual([maria.contactId, dora.userId]);
    expect(await write(dora, maria, 'VIBER')).toBe('done');
    expect(await write(elena, maria, 'WHATSAPP')).toBe('CONVERSATION_RESOLVED');
    expect(await start(elena, maria, 'WHATSAPP', 'ASSIGNED')).toEqual(ACK);
  });

  it('begin by sending, too, on SMS, beside what a colleague holds', async () => {
    const maria = await givenCustomer('WHATSAPP', 'SMS');
    await start(elena, maria, 'WHATSAPP');
    const screen = await rooms.screenOf(elena);
    expect(await write(dora, maria, 'SMS')).toBe('done');
    expect(await heldBy(maria, dora)).toMatchObject([{ channels: [{ channelType: 'SMS' }] }]);
    expect(told(screen, maria).find(({ type }) => type === 'ConversationState')?.payload).toMatchObject({ state: 'STARTED' });
  });
});

describe('the Viber channel of a phone number', () => {
  const asked = (customer: Customer, phoneNumber = customer.numbers.get('SMS') ?? '') => ({
    type: 'VIBER' as const,
    channelApplicationId: applications.get('VIBER') ?? '',
    customerId: customer.contactId,
    phoneNumber,
    roomId: customer.roomId,
  });
  const make = (actor: Actor, form: ReturnType<typeof asked>) =>
    inRooms(database.db, actor.accountId, (tx) => makeViberChannel(rooms.deps, tx, actor, form));

  it('is made once, whoever asks and how often, also at once; all who see the room are told, and it can be started', async () => {
    const maria = await givenCustomer('SMS');
    const screen = await rooms.screenOf(dora);
    const made = await Promise.all([elena, dora, elena].map((actor) => make(actor, asked(maria))));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await make(dora, asked(maria))).toEqual(made[0]);
    const room = await roomNow(maria);
    const channel = room.channels.find(({ channelType }) => channelType === 'VIBER');
    expect(channel).toMatchObject({ channelId: made[0]?.id, phoneNumber: maria.numbers.get('SMS'), name: 'VIBER number' });
    expect(told(screen, maria)).toEqual([
      {
        type: 'ChannelUpdated',
        id: expect.any(String),
        payload: { roomId: maria.roomId, epoch: room.epoch, change: room.change, channel },
      },
    ]);
    const viber = { ...maria, channels: new Map([['VIBER' as const, made[0]?.id ?? '']]) };
    expect(await start(elena, viber, 'VIBER')).toEqual(ACK);
  });

  it('is that of the number however it was written, with the account’s country where it names none', async () => {
    const maria = await givenCustomer('SMS');
    await database.db.inAccount(account.accountId, async (tx) => {
      await tx.updateTable('accounts').set({ country: 'BG' }).execute();
      await tx.updateTable('contact_channels').set({ address: '+359888700811' }).where('id', '=', onChannel(maria, 'SMS')).execute();
    });
    const { id } = await make(elena, asked(maria, '0888 700 811'));
    expect(await make(elena, asked(maria, '+359 888 700-811'))).toEqual({ id });
    expect((await roomNow(maria)).channels.find(({ channelId }) => channelId === id)?.phoneNumber).toBe('+359888700811');
  });

  it('is refused for a number that is not the customer’s, for another’s room, on what is no Viber sender, and where another customer has it', async () => {
    const maria = await givenCustomer('SMS');
    const georgi = await givenCustomer('SMS', 'VIBER');
    expect(await refusal(make(elena, asked(maria, georgi.numbers.get('SMS'))))).toBe('PHONE_NUMBER_NOT_OF_CUSTOMER');
    expect(await refusal(make(elena, { ...asked(maria), roomId: georgi.roomId }))).toBe('ROOM_NOT_FOUND');
    expect(await refusal(make(elena, { ...asked(maria), channelApplicationId: applications.get('SMS') ?? '' }))).toBe('CHANNEL_NOT_FOUND');
    const number = maria.numbers.get('SMS') ?? '';
    await database.db.inAccount(account.accountId, (tx) =>
      tx.updateTable('contact_channels').set({ address: number }).where('id', '=', onChannel(georgi, 'VIBER')).execute(),
    );
    expect(await refusal(make(elena, asked(maria)))).toBe('CHANNEL_OF_OTHER_CUSTOMER');
  });
});
