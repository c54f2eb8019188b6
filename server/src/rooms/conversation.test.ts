import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { listRooms, newestEvents } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { Problem } from '../platform/problem.ts';
import { assignByPerson } from './assign.ts';
import { channelHistory } from './customer-side.ts';
import { readRoomViews } from './reading/room-view.ts';
import { type Incoming, receiveText } from './receive.ts';
import { resolveConversation } from './resolve.ts';
import { sendNote, sendText } from './send.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let dora: Actor;
let petar: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
  dora = await account.agent('Dora');
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
});
afterAll(() => database.drop());

type Visitor = Omit<Incoming, 'text' | 'clientMessageId'>;
let visitor: Visitor;
beforeEach(async () => {
  visitor = await account.visitor('Maria');
});

const write = (text: string, id = messageId()) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: id });
const reader = () => database.db.reader(account.accountId);
async function conversationOf(roomId: string) {
  const [room] = await readRoomViews(reader(), elena.userId, [roomId]);
  return room?.roomConversations.find((one) => one.state !== 'RESOLVED');
}
async function give(by: Actor, { from, to }: { from: Actor | null; to: Actor }) {
  const conversation = await conversationOf(visitor.roomId);
  const { roomId } = visitor;
  const conversationId = conversation?.id ?? '';
  const assignment = { roomId, conversationId, userId: to.userId, expectedUserId: from?.userId ?? null };
  await inRooms(database.db, account.accountId, (tx) => assignByPerson(tx, by, assignment));
  return conversationId;
}
const take = (actor: Actor, from: Actor | null = null) => give(actor, { from, to: actor });
const resolve = (actor: Actor, conversationId: string) =>
  inRooms(database.db, account.accountId, (tx) => resolveConversation(tx, actor, { roomId: visitor.roomId, conversationId }));
const refused = async (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Problem ? error.key : error),
  );

describe('a conversation in a room', () => {
  it('starts with the first message, waits in the default queue and is one event however often it is sent', async () => {
    const id = messageId();
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => write('Is the Aster in stock?', id)));
    expect(new Set(five.map((one) => one.event_id)).size).toBe(1);
    const { content } = await newestEvents(reader(), visitor.roomId, false, 30);
    expect(content.map((event) => event.eventData.type)).toEqual(['CREATE', 'ENTER_QUEUE', 'MESSAGE']);
    expect(content.map((event) => event.seq)).toEqual([1, 2, 3]);
    const [room] = await readRoomViews(reader(), elena.userId, [visitor.roomId]);
    expect(room).toMatchObject({ state: 'UNASSIGNED', name: 'Maria', publicCount: 1, lastSeq: 3 });
    expect(room?.roomConversations[0]).toMatchObject({ state: 'UNASSIGNED', queueId: account.queueId });
    expect(room?.roomConversations[0]?.waitingSince).not.toBeNull();
  });

  it('is one conversation when 20 first messages come at once (BUG-085)', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(`message ${index}`)));
    const [room] = await readRoomViews(reader(), elena.userId, [visitor.roomId]);
    expect(room?.roomConversations).toHaveLength(1);
    expect(room?.publicCount).toBe(20);
    const { content } = await newestEvents(reader(), visitor.roomId, false, 30);
    expect(content.map((event) => event.seq)).toEqual(content.map((_, index) => index + 1));
  });

  it('answers a repeated send as the first, and refuses another message under the same id, by whichever way', async () => {
    await write('Hello');
    await take(elena);
    const key = messageId();
    const note = { roomId: visitor.roomId, clientMessageId: key };
    const first = await sendNote(rooms.deps, elena, { ...note, text: 'She is a regular' });
    expect(await sendNote(rooms.deps, elena, { ...note, text: 'She is a regular' })).toEqual(first);
    expect(await refused(sendNote(rooms.deps, elena, { ...note, text: 'She is not' }))).toBe('CLIENT_MESSAGE_ID_USED');
    const reply = { ...note, channelId: visitor.contactChannelId, text: 'She is a regular' };
    expect(await refused(sendText(rooms.deps, elena, reply))).toBe('CLIENT_MESSAGE_ID_USED');
    const other = await account.visitor('Kalina');
    await receiveText(rooms.deps, { ...other, text: 'Hello', clientMessageId: messageId() });
    const elsewhere = { ...note, roomId: other.roomId, text: 'She is a regular' };
    expect(await refused(sendNote(rooms.deps, petar, elsewhere))).toBe('nothing');
    expect(await refused(sendNote(rooms.deps, petar, { ...elsewhere, roomId: visitor.roomId }))).toBe('CLIENT_MESSAGE_ID_USED');
    const sent = messageId();
    await write('One', sent);
    expect((await write('One', sent)).verdict).toBe('DUPLICATE');
    expect(await refused(write('Two', sent))).toBe('CLIENT_MESSAGE_ID_USED');
  });

  it('takes the same words on another channel, or of another kind, for another message', async () => {
    await write('Hello');
    await take(elena);
    const said = { roomId: visitor.roomId, channelId: visitor.contactChannelId, clientMessageId: messageId(), text: 'At noon' };
    const first = await sendText(rooms.deps, elena, said);
    expect(await sendText(rooms.deps, elena, said)).toEqual(first);
    const { accountId, roomId, contactId } = visitor;
    const second = newId();
    await database.db.inAccount(accountId, (tx) =>
      tx
        .insertInto('contact_channels')
        .values({
          id: second,
          account_id: accountId,
          channel_application_id: account.widgetId,
          contact_id: contactId,
          room_id: roomId,
          type: 'LIVECHAT',
          address: second,
        })
        .execute(),
    );
    expect(await refused(sendText(rooms.deps, elena, { ...said, channelId: second }))).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await refused(sendNote(rooms.deps, elena, { roomId, clientMessageId: said.clientMessageId, text: said.text }))).toBe(
      'CLIENT_MESSAGE_ID_USED',
    );
    expect(await sendText(rooms.deps, elena, said)).toEqual(first);
  });

  it('has one winner when two agents take it at once, and the other is told who it was', async () => {
    await write('Hello');
    const outcomes = await Promise.all([refused(take(elena)), refused(take(dora))]);
    expect(outcomes.toSorted()).toEqual(['CONVERSATION_TAKEN', 'nothing']);
    const { content } = await newestEvents(reader(), visitor.roomId, false, 30);
    expect(content.filter((event) => event.eventData.type === 'USER_ASSIGNED')).toHaveLength(1);
  });

  it('lets its holder write, and nobody else, and answers a repeated send as the first', async () => {
    await write('Hello');
    await take(elena);
    const message = { clientMessageId: messageId(), roomId: visitor.roomId, channelId: visitor.contactChannelId, text: 'Good day!' };
    const answer = await sendText(rooms.deps, elena, message);
    expect(await sendText(rooms.deps, elena, message)).toEqual(answer);
    expect(await refused(sendText(rooms.deps, petar, { ...message, clientMessageId: messageId() }))).toBe('ROOM_NOT_A_PARTICIPANT');
    expect(await refused(sendText(rooms.deps, dora, { ...message, clientMessageId: messageId() }))).toBe('ROOM_NOT_FOUND');
    const foreigner = await (await givenAccount(database.db, 'Orion')).agent('Zoe');
    expect(await refused(sendText(rooms.deps, foreigner, { ...message, clientMessageId: messageId() }))).toBe('ROOM_NOT_FOUND');
    expect(await refused(sendText(rooms.deps, elena, { ...message, clientMessageId: messageId(), channelId: 'internal' }))).toBe(
      'CHANNEL_NOT_FOUND',
    );
  });

  it('ends once, removes colleagues from the room, and the next message starts another in the same room', async () => {
    await write('Hello');
    const first = await take(elena);
    await resolve(elena, first);
    expect(await refused(resolve(elena, first))).toBe('ROOM_ALREADY_RESOLVED');
    let [room] = await readRoomViews(reader(), elena.userId, [visitor.roomId]);
    expect(room).toMatchObject({ state: 'RESOLVED' });
    expect(room?.roomParticipants.map((one) => one.type)).toEqual(['CUSTOMER']);
    const message = { clientMessageId: messageId(), roomId: visitor.roomId, channelId: visitor.contactChannelId, text: 'too late' };
    expect(await refused(sendText(rooms.deps, elena, message))).toBe('CONVERSATION_RESOLVED');
    await write('One more thing');
    [room] = await readRoomViews(reader(), elena.userId, [visitor.roomId]);
    expect(room?.roomConversations.map((one) => one.state)).toEqual(['UNASSIGNED', 'RESOLVED']);
    expect(room?.state).toBe('UNASSIGNED');
  });

  it('is resolved and handed over only by its holder or by those who may', async () => {
    await write('Hello');
    // Dora held it before, and so still sees it.
    const conversationId = await take(dora);
    await give(petar, { from: dora, to: elena });
    expect(await refused(resolve(dora, conversationId))).toBe('CONVERSATION_NOT_YOURS');
    expect(await refused(take(dora, elena))).toBe('CONVERSATION_NOT_YOURS');
    await take(petar, elena);
    const [room] = await readRoomViews(reader(), petar.userId, [visitor.roomId]);
    expect(room?.roomConversations[0]?.assignedUserId).toBe(petar.userId);
    expect(room?.roomParticipants.filter((one) => one.type === 'USER').map((one) => one.associatedParticipantId)).toEqual([petar.userId]);
    await resolve(petar, conversationId);
  });

  it('keeps notes from the customer: no trace in their numbering, history or pushes (BUG-149)', async () => {
    await write('Hello');
    await take(elena);
    rooms.told.length = 0;
    const secret = 'DO NOT TELL: the customer disputes the bill';
    await sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId: visitor.roomId, text: secret });
    const channelId = visitor.contactChannelId;
    await sendText(rooms.deps, elena, { clientMessageId: messageId(), roomId: visitor.roomId, channelId, text: 'A moment, please.' });
    const { content } = await channelHistory(reader(), channelId, null, 30);
    expect(content.map((event) => [event.channelSeq, event.text])).toEqual([
      [1, 'Hello'],
      [2, 'A moment, please.'],
    ]);
    await rooms.deps.lanes.drained();
    const pushed = rooms.told.flatMap(([kind, , stored]) =>
      kind === 'stored' ? (stored as Array<{ draft: { contactChannelId?: string; text?: string } }>) : [],
    );
    expect(pushed.filter((one) => one.draft.contactChannelId !== undefined).map((one) => one.draft.text)).toEqual(['A moment, please.']);
  });

  it('is shown to its queue while it waits, to who held it afterwards, and to nobody else', async () => {
    const outsider = await account.agent('Ivo', { inQueue: false });
    await write('Hello');
    const query = {
      page: 0,
      size: 1000,
      sort: 'lastEventTimestamp,asc',
      include: 'PARTICIPANTS,CONVERSATIONS',
      room_state: 'UNASSIGNED',
      view: 'waiting',
    } as const;
    const sees = async (actor: Actor) => (await listRooms(reader(), actor, query)).content.some((room) => room.id === visitor.roomId);
    expect([await sees(elena), await sees(petar), await sees(outsider)]).toEqual([true, true, false]);
    const screen = await rooms.screenOf(outsider);
    const mine = await rooms.screenOf(elena);
    await take(elena);
    await write('Are you there?');
    await rooms.deps.lanes.drained();
    expect(screen.frames).toEqual([]);
    expect(mine.of('Text')).toHaveLength(1);
    expect(await sees(elena)).toBe(false);
  });

  it('tells every change with the next number, without a hole', async () => {
    await write('Hello');
    const screen = await rooms.screenOf(petar);
    const held = (await readRoomViews(reader(), petar.userId, [visitor.roomId]))[0]?.change ?? 0;
    const conversationId = await take(elena);
    await write('More');
    await sendNote(rooms.deps, petar, { clientMessageId: messageId(), roomId: visitor.roomId, text: 'Be quick' });
    await rooms.deps.lanes.drained();
    await resolve(elena, conversationId);
    const changes = screen.frames
      .filter((frame) => frame.payload.roomId === visitor.roomId && 'change' in frame.payload)
      .map((frame) => frame.payload.change);
    expect(changes).toEqual(changes.map((_, index) => held + 1 + index));
    const now = (await readRoomViews(reader(), petar.userId, [visitor.roomId]))[0];
    expect(now?.change).toBe(changes.at(-1));
  });
});
