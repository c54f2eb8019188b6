import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import type { Actor } from '../accounts/index.ts';
import { newId } from '../platform/clock.ts';
import { assignByPerson } from './assign.ts';
import { receiveText } from './receive.ts';
import { storeReports } from './reports.ts';
import { sendNote } from './send.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let dora: Actor;
beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
  dora = await account.agent('Dora');
});
afterAll(() => database.drop());

/** A room that Dora holds, with so many of the customer's messages. */
async function room(messages: number): Promise<{ roomId: string; events: string[] }> {
  const visitor = await account.visitor('Maria');
  const { roomId } = visitor;
  const events: string[] = [];
  for (let n = 1; n <= messages; n++)
    events.push((await receiveText(rooms.deps, { ...visitor, text: `Question ${n}`, clientMessageId: messageId() })).event_id);
  const open = database.db.reader(account.accountId).selectFrom('conversations').select('id').where('room_id', '=', roomId);
  const { id: conversationId } = await open.executeTakeFirstOrThrow();
  const take = { roomId, conversationId, userId: dora.userId, expectedUserId: null };
  await inRooms(database.db, account.accountId, (tx) => assignByPerson(tx, dora, take));
  return { roomId, events };
}

const membership = (roomId: string) =>
  database.db
    .reader(account.accountId)
    .selectFrom('memberships')
    .select(['seen_public', 'seen_private'])
    .where('room_id', '=', roomId)
    .where('user_id', '=', dora.userId)
    .executeTakeFirst();

describe('what a person’s screens report at once', () => {
  it('is stored room by room, the highest of each kind for all before it, whatever their order', async () => {
    const [one, other] = [await room(12), await room(3)];
    const note = await sendNote(rooms.deps, dora, { roomId: one.roomId, clientMessageId: messageId(), text: 'Ask the store' });
    const screen = await rooms.screenOf(dora);
    const store = storeReports(rooms.deps);
    const shuffled = [5, 2, 11, 7, 0, 3].map((at) => one.events[at] as string);
    await Promise.all([
      ...shuffled.map((eventId) => store(dora, one.roomId, { kind: 'SEEN', eventId })),
      store(dora, one.roomId, { kind: 'SEEN', eventId: note.eventId }),
      ...other.events.map((eventId) => store(dora, other.roomId, { kind: 'DELIVERED', eventId })),
    ]);
    expect(await membership(one.roomId)).toEqual({ seen_public: 12, seen_private: 1 });
    expect((await membership(other.roomId))?.seen_public ?? 0).toBe(0);
    // One of each kind and room: the first is stored alone, since nothing waited then.
    const told = screen.of('RoomMembership').filter(({ roomId }) => roomId === one.roomId);
    expect(told.length).toBeLessThanOrEqual(3);
    const reached = rooms.told.filter(([kind]) => kind === 'customersMessages').map(([, , upTo, status]) => [upTo, status]);
    expect(reached).toContainEqual([12, 'SEEN']);
    expect(reached).toContainEqual([3, 'DELIVERED']);
  });

  it('is refused each for itself where there is no such event, and the others are stored', async () => {
    const { roomId, events } = await room(2);
    const store = storeReports(rooms.deps);
    const [first, second] = events as [string, string];
    const answers = await Promise.allSettled([
      store(dora, roomId, { kind: 'SEEN', eventId: newId() }),
      store(dora, roomId, { kind: 'SEEN', eventId: first }),
      store(dora, newId(), { kind: 'SEEN', eventId: second }),
      store(dora, roomId, { kind: 'SEEN', eventId: second }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.key] : []))).toEqual(['EVENT_NOT_FOUND', 'EVENT_NOT_FOUND']);
    expect((await membership(roomId))?.seen_public).toBe(2);
  });

  it('takes as many transactions as there are rooms, however much waits', async () => {
    const [one, other] = [await room(40), await room(40)];
    const store = storeReports(rooms.deps);
    const screen = await rooms.screenOf(dora);
    await Promise.all(
      [...one.events.map((id) => [one.roomId, id]), ...other.events.map((id) => [other.roomId, id])].map(([roomId, eventId]) =>
        store(dora, roomId as string, { kind: 'SEEN', eventId: eventId as string }),
      ),
    );
    expect(screen.of('RoomMembership').length).toBeLessThanOrEqual(4);
    expect([(await membership(one.roomId))?.seen_public, (await membership(other.roomId))?.seen_public]).toEqual([40, 40]);
  });

  it('of what has arrived in many rooms tells each customer of whose room they are part, and refuses what is not of its room', async () => {
    const mine = await Promise.all([3, 1, 2].map((messages) => room(messages)));
    const waiting = await account.visitor('Ivan');
    const heard = await receiveText(rooms.deps, { ...waiting, text: 'Hello', clientMessageId: messageId() });
    const store = storeReports(rooms.deps);
    const before = rooms.told.length;
    const arrived = (roomId: string, eventId: string) => store(dora, roomId, { kind: 'DELIVERED', eventId });
    // The first is stored alone, since nothing waited then; the others go together.
    const [first, ...others] = await Promise.allSettled([
      arrived(mine[0]?.roomId ?? '', mine[0]?.events[0] ?? ''),
      ...mine.flatMap(({ roomId, events }) => events.map((eventId) => arrived(roomId, eventId))),
      arrived(mine[1]?.roomId ?? '', mine[0]?.events[0] ?? ''),
      // Waits, and is seen by Dora, who takes no part: its customer is told nothing.
      arrived(waiting.roomId, heard.event_id),
      arrived(mine[2]?.roomId ?? '', newId()),
    ]);
    expect(first?.status).toBe('fulfilled');
    expect(others.map((one) => (one.status === 'rejected' ? one.reason.key : 'stored'))).toEqual([
      ...Array.from({ length: 6 }, () => 'stored'),
      'EVENT_NOT_FOUND',
      'stored',
      'EVENT_NOT_FOUND',
    ]);
    const told = rooms.told.slice(before).filter(([kind]) => kind === 'customersMessages');
    expect(new Set(told.map(([, channel]) => channel)).size).toBe(3);
    expect(told.map(([, , upTo]) => upTo)).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(told.every(([, , , status]) => status === 'DELIVERED')).toBe(true);
  });
});
