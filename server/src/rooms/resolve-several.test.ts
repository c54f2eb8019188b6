import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newId } from '../platform/clock.ts';
import { assignByPerson, releaseByPerson } from './assign.ts';
import { receiveText, resolveAs, takeAs } from './index.ts';
import { resolveConversations } from './resolve.ts';
import { sendText } from './send.ts';
import { inRooms } from './work.ts';

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
  return { roomId: visitor.roomId, conversationId: id, visitor };
}
const stateOf = async ({ conversationId }: { conversationId: string }) =>
  (await reader().selectFrom('conversations').select('state').where('id', '=', conversationId).executeTakeFirstOrThrow()).state;

it('leaves open what its customer has written in since, or somebody else holds by now, and says so of each', async () => {
  const [dora, emil] = [await account.agent('Dora'), await account.agent('Emil')];
  const petar = await account.agent('Petar', { role: 'supervisor' });
  const [read, written, answered, moved, released] = [
    await arrives('Read'),
    await arrives('Written'),
    await arrives('Answered'),
    await arrives('Moved'),
    await arrives('Released'),
  ];
  for (const { roomId } of [read, written, answered, moved, released]) await takeAs(rooms.deps, dora, roomId);
  const seen = async ({ roomId, conversationId }: typeof read) => {
    const { public_count: expectedPublicNo } = await reader()
      .selectFrom('rooms')
      .select('public_count')
      .where('id', '=', roomId)
      .executeTakeFirstOrThrow();
    return { roomId, conversationId, expectedUserId: dora.userId, expectedPublicNo };
  };
  const all = await Promise.all([read, written, answered, moved, released].map(seen));
  await receiveText(rooms.deps, { ...written.visitor, text: 'And one thing more', clientMessageId: messageId() });
  // What an agent says, and what stands in the record, is nothing that the customer waits for an answer to.
  await sendText(rooms.deps, dora, {
    roomId: answered.roomId,
    channelId: answered.visitor.contactChannelId,
    text: 'Done',
    clientMessageId: messageId(),
  });
  await inRooms(database.db, account.accountId, (tx) =>
    assignByPerson(tx, petar, { ...moved, userId: emil.userId, expectedUserId: dora.userId }),
  );
  await inRooms(database.db, account.accountId, (tx) => releaseByPerson(tx, petar, { ...released, expectedUserId: dora.userId }));
  const refused = await resolveConversations(database.db, petar, all);
  expect(refused.map(({ conversationId, problem }) => [conversationId, problem.message, problem.errors[0]?.params])).toEqual([
    [written.conversationId, 'CONVERSATION_WRITTEN_SINCE', {}],
    [moved.conversationId, 'CONVERSATION_TAKEN', { name: 'Emil Test' }],
    [released.conversationId, 'CONVERSATION_MOVED', {}],
  ]);
  expect(await Promise.all(all.map(stateOf))).toEqual(['RESOLVED', 'ASSIGNED', 'RESOLVED', 'ASSIGNED', 'UNASSIGNED']);
  // Once they hold it, they may.
  const again = await seen(written);
  expect(await resolveConversations(database.db, dora, [again])).toEqual([]);
  // A client of the release before says nothing of what it saw.
  const { roomId, conversationId } = moved;
  expect(await resolveConversations(database.db, petar, [{ roomId, conversationId }])).toEqual([]);
});

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
