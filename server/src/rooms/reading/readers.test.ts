import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import { markSeen } from '../../../test/reports.ts';
import type { Actor } from '../../accounts/index.ts';
import { takeAs } from '../acting.ts';
import { createInternalRoom, removeParticipants } from '../colleagues/internal-rooms.ts';
import { receiveText } from '../receive.ts';
import { sendText } from '../send.ts';
import { inRooms } from '../work.ts';
import { readersOf } from './readers.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let dora: Actor;
let emil: Actor;
let roomId: string;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  [elena, dora, emil] = [await account.agent('Elena'), await account.agent('Dora'), await account.agent('Emil')];
  const users = [dora.userId, emil.userId];
  roomId = await inRooms(database.db, account.accountId, (tx) => createInternalRoom(tx, elena, { users, roomType: 'GROUP' }));
});

const readers = (actor: Actor, id = roomId) => readersOf(database.db.reader(account.accountId), actor, id);
const say = (actor: Actor, text: string) =>
  sendText(rooms.deps, actor, { clientMessageId: messageId(), roomId, channelId: 'internal', text });
const see = (actor: Actor, roomEventId: string, id = roomId) =>
  inRooms(database.db, account.accountId, (tx) => markSeen(rooms.deps, tx, actor, { roomId: id, roomEventId }));

describe('how far colleagues have read', () => {
  it('is told at once to those in the room and read by them, whoever writes having read their own', async () => {
    const first = await say(elena, 'one');
    const second = await say(elena, 'two');
    const screens = { elena: await rooms.screenOf(elena), emil: await rooms.screenOf(emil) };
    await see(dora, second.eventId);
    // What was seen before moves nobody back.
    await see(dora, first.eventId);
    for (const screen of [screens.elena, screens.emil]) {
      expect(screen.of('ColleagueSeen').map(({ userId, seenPublicNo }) => [userId, seenPublicNo])).toEqual([
        [dora.userId, 2],
        [dora.userId, 2],
      ]);
    }
    const told = new Map((await readers(emil)).map(({ userId, seenPublicNo }) => [userId, seenPublicNo]));
    expect(told).toEqual(
      new Map([
        [elena.userId, 2],
        [dora.userId, 2],
      ]),
    );
  });

  it('is no business of who is not, or no more, in the room', async () => {
    const { eventId } = await say(elena, 'one');
    const petar = await account.agent('Petar', { role: 'supervisor' });
    await expect(readers(petar)).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
    await see(emil, eventId);
    await inRooms(database.db, account.accountId, (tx) => removeParticipants(tx, elena, roomId, [emil.userId]));
    await expect(readers(emil)).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
    const screen = await rooms.screenOf(emil);
    await see(dora, eventId);
    expect(screen.of('ColleagueSeen')).toEqual([]);
    expect((await readers(dora)).map(({ userId }) => userId).toSorted()).toEqual([elena.userId, dora.userId].toSorted());
  });

  it('is not told of a customer’s room', async () => {
    const visitor = await account.visitor('Maria');
    const write = { ...visitor, text: 'Hello', clientMessageId: messageId() };
    const { event_id: eventId } = await receiveText(rooms.deps, write);
    await takeAs(rooms.deps, elena, visitor.roomId);
    const screen = await rooms.screenOf(elena);
    await see(elena, eventId, visitor.roomId);
    expect(screen.of('ColleagueSeen')).toEqual([]);
    await expect(readers(elena, visitor.roomId)).rejects.toMatchObject({ key: 'READERS_OF_COLLEAGUES_ONLY' });
  });
});
