import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { resolveAs, takeAs } from '../acting.ts';
import { assignByPerson } from '../assign.ts';
import { starRoom } from '../colleagues/following.ts';
import { createInternalRoom } from '../colleagues/internal-rooms.ts';
import { receiveText } from '../receive.ts';
import { sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { readCounters } from './counters.ts';
import { readRoomViews } from './room-view.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
});
afterAll(() => database.drop());

it('counts each room of mine with something missed once, and the conversations that wait', async () => {
  const elena = await account.agent('Elena');
  const reader = database.db.reader(account.accountId);
  const held: string[] = [];
  for (const name of ['Maria', 'Georgi', 'Nikolay', 'Petya']) {
    const visitor = await account.visitor(name);
    const say = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
    await say('Is the Aster in stock?');
    if (name === 'Petya') continue;
    const { roomId } = visitor;
    const [room] = await readRoomViews(reader, elena.userId, [roomId]);
    const conversationId = room?.roomConversations[0]?.id ?? '';
    await inRooms(database.db, account.accountId, (tx) =>
      assignByPerson(tx, elena, { roomId, conversationId, userId: elena.userId, expectedUserId: null }),
    );
    await say('And in blue?');
    await say('Hello?');
    held.push(roomId);
  }
  expect(await readCounters(reader, elena)).toEqual({
    missedRooms: held.length,
    missedInternalRooms: 0,
    waitingConversations: 1,
    snoozedConversations: 0,
  });
});

it('counts colleagues’ rooms apart from customers’, and none that is resolved', async () => {
  const [dora, ivo] = [await account.agent('Dora'), await account.agent('Ivo')];
  const pair = { users: [ivo.userId], roomType: 'INTERNAL' } as const;
  const roomId = await inRooms(database.db, account.accountId, (tx) => createInternalRoom(tx, dora, pair));
  await sendText(rooms.deps, dora, { clientMessageId: messageId(), roomId, channelId: 'internal', text: 'Lunch?' });
  const counts = await readCounters(database.db.reader(account.accountId), ivo);
  expect([counts.missedRooms, counts.missedInternalRooms]).toEqual([0, 1]);
  // Somebody follows a room, and has not seen what was said there before it was resolved.
  const visitor = await account.visitor('Yana');
  const say = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
  await say('Hello');
  await inRooms(database.db, account.accountId, (tx) => starRoom(tx, ivo, visitor.roomId, true));
  await say('Anybody?');
  const missed = async () => (await readCounters(database.db.reader(account.accountId), ivo)).missedRooms;
  expect(await missed()).toBe(1);
  await takeAs(rooms.deps, dora, visitor.roomId);
  await resolveAs(rooms.deps, dora, visitor.roomId);
  expect(await missed()).toBe(0);
  await say('One more thing');
  expect(await missed()).toBe(1);
});
