import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newId } from '../platform/clock.ts';
import { receiveText, resolveAs, takeAs } from './index.ts';
import { resolveConversations } from './resolve.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
});
afterAll(() => database.drop());

const reader = () => database.db.reader(account.accountId);
async function arrives(name: string) {
  const visitor = await account.visitor(name);
  await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
  const { id } = await reader().selectFrom('conversations').select('id').where('room_id', '=', visitor.roomId).executeTakeFirstOrThrow();
  return { roomId: visitor.roomId, conversationId: id };
}
const stateOf = async ({ conversationId }: { conversationId: string }) =>
  (await reader().selectFrom('conversations').select('state').where('id', '=', conversationId).executeTakeFirstOrThrow()).state;

it('resolves several, each for itself: what is refused of one stands beside it and keeps no other', async () => {
  const [dora, emil] = [await account.agent('Dora'), await account.agent('Emil')];
  const [first, waits, others, ended, last] = [
    await arrives('First'),
    await arrives('Waits'),
    await arrives('Others'),
    await arrives('Ended'),
    await arrives('Last'),
  ];
  for (const { roomId } of [first, ended, last]) await takeAs(rooms.deps, dora, roomId);
  await takeAs(rooms.deps, emil, others.roomId);
  await resolveAs(rooms.deps, dora, ended.roomId);
  const nowhere = { roomId: newId(), conversationId: newId() };
  const refused = await resolveConversations(database.db, dora, [first, waits, others, ended, nowhere, last]);
  expect(refused.map(({ conversationId, problem }) => [conversationId, problem.message])).toEqual([
    [waits.conversationId, 'CONVERSATION_NOT_YOURS'],
    // A room that a colleague works in is out of an agent's sight.
    [others.conversationId, 'ROOM_NOT_FOUND'],
    [nowhere.conversationId, 'ROOM_NOT_FOUND'],
  ]);
  expect(await Promise.all([first, waits, others, ended, last].map(stateOf))).toEqual([
    'RESOLVED',
    'UNASSIGNED',
    'ASSIGNED',
    'RESOLVED',
    'RESOLVED',
  ]);
});
