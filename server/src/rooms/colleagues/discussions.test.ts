import { LINKED_ROOMS_SIZE } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { takeAs } from '../acting.ts';
import { receiveText } from '../receive.ts';
import { beginDiscussion, endDiscussion, linkedRooms } from './discussions.ts';

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
  (await linkedRooms(database.db.reader(account.accountId), actor, roomId)).content.map(({ room }) => room);
const begin = (...users: Actor[]) => beginDiscussion(rooms.deps, elena, external, { users: users.map(({ userId }) => userId) });

it('a customer’s room is discussed in chats that lead to it, for those who see both, and tell others nothing of what they do not see', async () => {
  const screen = await rooms.screenOf(elena);
  const pair = await begin(dora);
  expect(await begin(dora)).toBe(pair);
  const group = await beginDiscussion(rooms.deps, elena, external, { users: [dora.userId, emil.userId], name: 'About Maria' });
  expect((await linked(elena, external)).map((room) => room?.id)).toEqual([group, pair]);
  expect(await linked(elena, group)).toEqual([
    { id: external, type: 'EXTERNAL', name: 'Maria', contactId: expect.any(String), isVisitor: true, address: null, people: [] },
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

it('a chat is about a customer’s room no longer, for those who may link the two; both rooms are told, and who ended it stays', async () => {
  const group = await beginDiscussion(rooms.deps, elena, external, { users: [dora.userId, emil.userId], name: 'Is it about Maria?' });
  const of = { roomId: external, chatId: group };
  for (const [by, place] of [
    // In the chat, without sight of the customer’s room; in sight of that, and not in the chat.
    [dora, of],
    [petar, of],
    [elena, { ...of, chatId: newId() }],
    [elena, { roomId: newId(), chatId: group }],
  ] as const)
    await expect(endDiscussion(rooms.deps, by, place)).rejects.toMatchObject({ key: 'ROOM_NOT_FOUND' });
  const screen = await rooms.screenOf(dora);
  await endDiscussion(rooms.deps, elena, of);
  expect((await linked(elena, external)).map((room) => room?.id)).not.toContain(group);
  expect(await linked(dora, group)).toEqual([]);
  await expect.poll(() => screen.of('DiscussionsChanged').map(({ roomId }) => roomId)).toEqual([group]);
  // Once more changes nothing, and tells nobody.
  await endDiscussion(rooms.deps, elena, of);
  const rows = () =>
    database.db.reader(account.accountId).selectFrom('discussions').select(['begun_by', 'ended_by']).where('chat_id', '=', group).execute();
  expect(await rows()).toEqual([{ begun_by: elena.userId, ended_by: elena.userId }]);
  // The chat of two that was unlinked is linked again by beginning it anew.
  const pair = await begin(emil);
  await endDiscussion(rooms.deps, elena, { roomId: external, chatId: pair });
  expect((await linked(elena, external)).map((room) => room?.id)).not.toContain(pair);
  expect(await begin(emil)).toBe(pair);
  expect((await linked(elena, external))[0]?.id).toBe(pair);
  expect(screen.of('DiscussionsChanged')).toHaveLength(1);
});

it('linked rooms come by pages, the newest first, and what is out of sight takes no place', async () => {
  const visitor = await account.visitor('Nadia');
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  await takeAs(rooms.deps, elena, visitor.roomId);
  const begun: string[] = [];
  for (let at = 0; at < LINKED_ROOMS_SIZE + 2; at += 1) {
    const users = [dora.userId, emil.userId];
    begun.push(await beginDiscussion(rooms.deps, elena, visitor.roomId, { users, name: `Group ${at}` }));
  }
  const page = async (actor: Actor, number: number) => {
    const { content, last } = await linkedRooms(database.db.reader(account.accountId), actor, visitor.roomId, number);
    return { ids: content.map(({ room }) => room?.id), last };
  };
  const newestFirst = begun.toReversed();
  expect(await page(elena, 0)).toEqual({ ids: newestFirst.slice(0, LINKED_ROOMS_SIZE), last: false });
  expect(await page(elena, 1)).toEqual({ ids: newestFirst.slice(LINKED_ROOMS_SIZE), last: true });
  expect(await page(petar, 0)).toEqual({ ids: [], last: true });
});
