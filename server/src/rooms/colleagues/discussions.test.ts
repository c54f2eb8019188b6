import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { takeAs } from '../acting.ts';
import { receiveText } from '../receive.ts';
import { beginDiscussion, linkedRooms } from './discussions.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let elena: Actor;
let dora: Actor;
let emil: Actor;
let petar: Actor;
let external: string;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
  [elena, dora, emil] = [await account.agent('Elena'), await account.agent('Dora', { inQueue: false }), await account.agent('Emil')];
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
  const visitor = await account.visitor('Maria');
  external = visitor.roomId;
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  await takeAs(rooms.deps, elena, external);
});
afterAll(() => database.drop());

const linked = async (actor: Actor, roomId: string) =>
  (await linkedRooms(database.db.reader(account.accountId), actor, roomId)).map(({ room }) => room);
const begin = (...users: Actor[]) => beginDiscussion(rooms.deps, elena, external, { users: users.map(({ userId }) => userId) });

it('a customer’s room is discussed in chats that lead to it, for those who see both, and tell others nothing of what they do not see', async () => {
  const screen = await rooms.screenOf(elena);
  const pair = await begin(dora);
  expect(await begin(dora)).toBe(pair);
  const group = await beginDiscussion(rooms.deps, elena, external, { users: [dora.userId, emil.userId], name: 'About Maria' });
  expect((await linked(elena, external)).map((room) => room?.id)).toEqual([group, pair]);
  expect(await linked(elena, group)).toEqual([
    { id: external, type: 'EXTERNAL', name: 'Maria', contactId: expect.any(String), people: [] },
  ]);
  // Dora does not see the customer’s room: that there is one is all she learns.
  expect(await linked(dora, group)).toEqual([null]);
  await expect(linked(dora, external)).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
  // Petar sees the customer’s room, and nothing of who talks about it.
  expect(await linked(petar, external)).toEqual([]);
  await expect
    .poll(() => screen.of('DiscussionsChanged').map(({ roomId }) => roomId))
    .toEqual(expect.arrayContaining([external, pair, group]));
  for (const [by, roomId, key] of [
    [dora, external, 'ROOM_NOT_FOUND'],
    [elena, pair, 'DISCUSSION_OF_CUSTOMERS_ROOMS'],
    [elena, newId(), 'ROOM_NOT_FOUND'],
  ] as const)
    await expect(beginDiscussion(rooms.deps, by, roomId, { users: [emil.userId] })).rejects.toMatchObject({ key });
});
