import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenApplication, newAddress } from '../../../test/loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { newestEvents } from '../../../test/reads.ts';
import { markSeen } from '../../../test/reports.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { addParticipants, createInternalRoom, removeParticipants } from '../colleagues/internal-rooms.ts';
import { receiveText } from '../receive.ts';
import { sendNote, sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { readRoomViews } from './room-view.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let dora: Actor;
let visitor: Awaited<ReturnType<TestAccount['visitor']>>;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  [elena, dora] = [await account.agent('Elena'), await account.agent('Dora')];
  await reader().updateTable('users').set({ job_title: 'Adviser for lamps' }).where('id', '=', elena.userId).execute();
});
afterAll(() => database.drop());
beforeEach(async () => {
  visitor = await account.visitor('Maria');
});

const reader = () => database.db.reader(account.accountId);
const write = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
const room = async (actor: Actor, id = visitor.roomId) => {
  const [view] = await readRoomViews(reader(), actor.userId, [id]);
  if (!view) throw new Error('the room is there');
  return view;
};
const eventsOf = async (roomId: string, isPrivate = false) => (await newestEvents(reader(), roomId, isPrivate, 30)).content;

describe('a room as it is told', () => {
  it('names who takes part: type, person, names and job title', async () => {
    await write('Hello');
    await takeAs(rooms.deps, elena, visitor.roomId);
    const { roomParticipants } = await room(dora);
    expect(roomParticipants.map(({ id: _id, ...who }) => who)).toEqual([
      { type: 'CUSTOMER', associatedParticipantId: visitor.contactId, firstName: 'Maria', lastName: '', jobTitle: '' },
      { type: 'USER', associatedParticipantId: elena.userId, firstName: 'Elena', lastName: 'Test', jobTitle: 'Adviser for lamps' },
    ]);
  });

  it('tells its conversations: state, who holds them, their channels, when they were made and changed', async () => {
    await write('Hello');
    const channel = { channelId: visitor.contactChannelId, channelType: 'LIVECHAT', channelApplicationId: account.widgetId };
    const [waiting] = (await room(dora)).roomConversations;
    expect(waiting).toMatchObject({ state: 'UNASSIGNED', assignedUserId: null, assignedChatbotId: null, channels: [channel] });
    await takeAs(rooms.deps, elena, visitor.roomId);
    const held = await room(dora);
    expect([held.type, held.state]).toEqual(['EXTERNAL', 'ASSIGNED']);
    expect(held.roomConversations).toMatchObject([
      { id: waiting?.id, state: 'ASSIGNED', assignedUserId: elena.userId, channels: [channel] },
    ]);
    const [conversation] = held.roomConversations;
    expect(conversation?.createdAt).toBe(waiting?.createdAt);
    expect(Date.parse(conversation?.modifiedAt ?? '')).toBeGreaterThan(Date.parse(waiting?.modifiedAt ?? ''));
  });

  it('says of an open conversation what came last in it, past what the system recorded there, and whether it arrived', async () => {
    await write('Hello');
    await takeAs(rooms.deps, elena, visitor.roomId);
    const { eventId } = await sendText(rooms.deps, elena, {
      clientMessageId: messageId(),
      roomId: visitor.roomId,
      channelId: visitor.contactChannelId,
      text: 'Good day!',
    });
    const lastSaid = async () => (await room(dora)).roomConversations.map(({ lastEvent }) => lastEvent);
    const said = { id: eventId, type: 'MESSAGE', text: 'Good day!', originType: 'USER', originId: elena.userId };
    expect(await lastSaid()).toMatchObject([{ ...said, failed: false }]);
    await database.db.inAccount(account.accountId, async (tx) => {
      await sql`update events set status = 'REJECTED' where id = ${eventId}::uuid`.execute(tx);
      // An entry of the system is the last on the channel.
      await sql`update contact_channels set channel_seq = channel_seq + 1 where id = ${visitor.contactChannelId}::uuid`.execute(tx);
      await sql`update rooms set change = change + 1 where id = ${visitor.roomId}::uuid`.execute(tx);
    });
    expect(await lastSaid()).toMatchObject([{ ...said, failed: true }]);
    expect((await room(dora)).lastEventFailed).toBe(true);
  });

  it('says what came last, what was last received, and who was last assigned', async () => {
    await write('Hello');
    const last = async () => (await eventsOf(visitor.roomId)).at(-1);
    const received = (await last())?.createdAt;
    expect(await room(dora)).toMatchObject({
      lastEventTimestamp: received,
      lastEventChannelType: 'LIVECHAT',
      lastEventChannelApplicationId: account.widgetId,
      lastReceivedTimestamp: received,
      lastReceivedChannelType: 'LIVECHAT',
      lastAssignedUserId: null,
    });
    await takeAs(rooms.deps, elena, visitor.roomId);
    await sendText(rooms.deps, elena, {
      clientMessageId: messageId(),
      roomId: visitor.roomId,
      channelId: visitor.contactChannelId,
      text: 'Good day!',
    });
    const answered = (await last())?.createdAt;
    expect(await room(dora)).toMatchObject({
      lastEventTimestamp: answered,
      lastReceivedTimestamp: received,
      lastAssignedUserId: elena.userId,
      lastEventData: 'Good day!',
      lastEventDataType: 'TEXT',
      lastEventType: 'MESSAGE',
      lastEventOriginType: 'USER',
      lastEventOriginId: elena.userId,
      lastEventPrivate: false,
      lastEventDeleted: false,
    });
    await resolveAs(rooms.deps, elena, visitor.roomId);
    expect(await room(dora)).toMatchObject({ lastEventTimestamp: answered, lastAssignedUserId: elena.userId });
  });

  it('says when this person last saw something new, and nobody else’s', async () => {
    const first = await write('Hello');
    const second = await write('Anybody?');
    expect((await room(elena)).lastSeenEventTimestamp).toBeNull();
    const see = (roomEventId: string) =>
      inRooms(database.db, account.accountId, (tx) => markSeen(rooms.deps, tx, elena, { roomId: visitor.roomId, roomEventId }));
    const before = Date.now();
    await see(second.event_id);
    const seen = (await room(elena)).lastSeenEventTimestamp;
    expect(Date.parse(seen ?? '')).toBeGreaterThanOrEqual(before);
    await see(first.event_id);
    expect((await room(elena)).lastSeenEventTimestamp).toBe(seen);
    expect((await room(dora)).lastSeenEventTimestamp).toBeNull();
  });

  it('counts nothing as missed any more once the highest was seen', async () => {
    await write('Hello');
    await takeAs(rooms.deps, elena, visitor.roomId);
    const { event_id: roomEventId } = await write('Anybody?');
    expect((await room(elena)).missedCounter).toBe(2);
    await inRooms(database.db, account.accountId, (tx) => markSeen(rooms.deps, tx, elena, { roomId: visitor.roomId, roomEventId }));
    expect((await room(elena)).missedCounter).toBe(0);
  });

  it('names its channels, each with when something was last said on it', async () => {
    await write('Hello');
    await write('Are you there?');
    const said = (await eventsOf(visitor.roomId)).at(-1)?.createdAt;
    expect((await room(elena)).channels).toEqual([
      {
        channelId: visitor.contactChannelId,
        channelType: 'LIVECHAT',
        channelApplicationId: account.widgetId,
        name: 'Shop',
        timestamp: said,
      },
    ]);
  });

  it('tells the number of a channel that goes by numbers, the address of an e-mail one, and of others no address', async () => {
    await write('Hello');
    const addresses = { SMS: newAddress(), VIBER: newAddress(), EMAIL: 'maria@example.com', FACEBOOK: 'page-scoped-1' } as const;
    for (const [type, address] of Object.entries(addresses)) {
      const application = await givenApplication(database.db, account, type as keyof typeof addresses);
      const { contactId: contact_id, roomId: room_id } = visitor;
      const row = { id: newId(), account_id: account.accountId, channel_application_id: application, contact_id, room_id, type, address };
      await database.db.inAccount(account.accountId, (tx) => tx.insertInto('contact_channels').values(row).execute());
    }
    const told = (await room(elena)).channels.map(({ channelType, phoneNumber, emailAddress }) => [channelType, phoneNumber, emailAddress]);
    expect(told.toSorted()).toEqual([
      ['EMAIL', undefined, addresses.EMAIL],
      ['FACEBOOK', undefined, undefined],
      ['LIVECHAT', undefined, undefined],
      ['SMS', addresses.SMS, undefined],
      ['VIBER', addresses.VIBER, undefined],
    ]);
  });
});

describe('an event as it is told', () => {
  it('says what it is, when and to which conversation it belongs, what was said, by whom and over what', async () => {
    const before = Date.now();
    await write('Is the Aster in stock?');
    const [conversation] = (await room(elena)).roomConversations;
    const [created, queued, said] = await eventsOf(visitor.roomId);
    const common = { roomId: visitor.roomId, conversationId: conversation?.id, modifiedParticipants: [] };
    expect(created).toMatchObject({ ...common, eventType: 'SYSTEM', eventData: { type: 'CREATE', message: null } });
    expect(queued).toMatchObject({
      ...common,
      eventType: 'SYSTEM',
      eventData: { type: 'ENTER_QUEUE', message: null, modifiedValue: 'General', reason: 'QUEUE_REASON_DEFAULT' },
      origin: { type: 'SYSTEM', id: null, name: null },
    });
    expect(said).toMatchObject({
      ...common,
      eventType: 'COMMUNICATION',
      eventData: {
        type: 'MESSAGE',
        message: { type: 'TEXT', text: 'Is the Aster in stock?', privateMessage: false },
        privateMessage: false,
        modifiedValue: null,
      },
      origin: {
        type: 'CUSTOMER',
        id: visitor.contactId,
        name: 'Maria',
        channelType: 'LIVECHAT',
        channelId: visitor.contactChannelId,
        channelApplicationId: account.widgetId,
      },
    });
    expect(Date.parse(said?.createdAt ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(new Set([created?.id, queued?.id, said?.id]).size).toBe(3);
  });

  it('bears the channel id internal between colleagues, note on a note, and its own on a customer’s channel', async () => {
    const users = [dora.userId];
    const internal = await inRooms(database.db, account.accountId, (tx) => createInternalRoom(tx, elena, { users, roomType: 'INTERNAL' }));
    await sendText(rooms.deps, elena, { clientMessageId: messageId(), roomId: internal, channelId: 'internal', text: 'Lunch?' });
    expect((await eventsOf(internal)).at(-1)?.origin).toMatchObject({ channelType: 'INTERNAL', channelId: 'internal' });
    expect((await room(dora, internal)).lastEventChannelType).toBe('INTERNAL');
    await write('Hello');
    expect((await eventsOf(visitor.roomId)).at(-1)?.origin).toMatchObject({ channelType: 'LIVECHAT', channelId: visitor.contactChannelId });
    await sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId: visitor.roomId, text: 'Be kind' });
    expect((await eventsOf(visitor.roomId, true)).at(-1)?.origin).toMatchObject({ channelType: null, channelId: 'note' });
  });

  it('names who was assigned, added and removed', async () => {
    await write('Hello');
    await takeAs(rooms.deps, elena, visitor.roomId);
    const assigned = (await eventsOf(visitor.roomId)).find(({ eventData }) => eventData.type === 'USER_ASSIGNED');
    expect(assigned?.modifiedParticipants).toEqual([{ id: elena.userId, type: 'USER', name: 'Elena Test' }]);
    const [emil, ivo] = [await account.agent('Emil'), await account.agent('Ivo')];
    const change = <T>(work: Parameters<typeof inRooms<T>>[2]) => inRooms(database.db, account.accountId, work);
    const users = [dora.userId, emil.userId];
    const group = await change((tx) => createInternalRoom(tx, elena, { users, roomType: 'GROUP' }));
    await change((tx) => addParticipants(tx, elena, group, [ivo.userId]));
    await change((tx) => removeParticipants(tx, elena, group, [emil.userId]));
    const told = (await eventsOf(group)).map(({ eventData, origin, modifiedParticipants }) => [
      eventData.type,
      origin.name,
      modifiedParticipants,
    ]);
    // After what tells of its making.
    expect(told.slice(2)).toEqual([
      ['PARTICIPANT_ADDED', 'Elena Test', [{ id: ivo.userId, type: 'USER', name: 'Ivo Test' }]],
      ['PARTICIPANT_REMOVED', 'Elena Test', [{ id: emil.userId, type: 'USER', name: 'Emil Test' }]],
    ]);
  });
});
