import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../../test/people.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { takeAs } from '../acting.ts';
import { receiveText } from '../receive.ts';
import { endConversationOf, resolveConversation } from '../resolve.ts';
import { sendText } from '../send.ts';
import { inRooms, roomWork } from '../work.ts';
import { pastConversations } from './past-conversations.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;
let dora: Actor;
let petar: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  dora = await account.agent('Dora');
  petar = await account.agent('Petar', { role: 'supervisor', inQueue: false });
});

type Visitor = Awaited<ReturnType<TestAccount['visitor']>>;
const reader = () => database.db.reader(account.accountId);
const past = (roomId: string, by = dora, { after = null as string | null, size = 10 } = {}) =>
  pastConversations(database.db.reader(by.accountId), by, { roomId, after, size });
const write = (visitor: Visitor, text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
const openIn = async (roomId: string) =>
  (
    await reader()
      .selectFrom('conversations')
      .select('id')
      .where('room_id', '=', roomId)
      .where('state', '<>', 'RESOLVED')
      .executeTakeFirstOrThrow()
  ).id;

/** A conversation that Dora held and that somebody resolved. */
async function held(visitor: Visitor, text: string, by = dora): Promise<string> {
  await write(visitor, text);
  await takeAs(rooms.deps, dora, visitor.roomId);
  const conversationId = await openIn(visitor.roomId);
  await sendText(rooms.deps, dora, {
    roomId: visitor.roomId,
    channelId: visitor.contactChannelId,
    text: 'Here you are',
    clientMessageId: messageId(),
  });
  await inRooms(database.db, account.accountId, (tx) => resolveConversation(tx, by, { roomId: visitor.roomId, conversationId }));
  return conversationId;
}

it('says of each, the newest first, what it was about, who held it, how it ended, and where it begins', async () => {
  const visitor = await account.visitor('Maria');
  const first = await held(visitor, 'Where is my parcel?');
  const second = await held(visitor, 'And the invoice?', petar);
  await write(visitor, 'Lamps, cheap');
  const third = await openIn(visitor.roomId);
  await inRooms(database.db, account.accountId, async (tx) =>
    endConversationOf(await roomWork(tx, account.accountId, visitor.roomId), petar, visitor.contactChannelId),
  );
  await write(visitor, 'One more thing');
  const { content, last } = await past(visitor.roomId);
  expect(last).toBe(true);
  const by = (actor: Actor) => ({ isAutomatic: false, originType: 'USER', byId: actor.userId, byName: actor.name });
  expect(content).toMatchObject([
    { id: third, assignedUserId: null, firstMessage: { text: 'Lamps, cheap' }, ending: { ...by(petar), reason: 'RESOLVE_REASON_SPAM' } },
    { id: second, assignedUserId: dora.userId, firstMessage: { text: 'And the invoice?' }, ending: { ...by(petar), reason: null } },
    {
      id: first,
      assignedUserId: dora.userId,
      firstMessage: { type: 'MESSAGE', text: 'Where is my parcel?' },
      ending: { ...by(dora), reason: null },
      channels: [{ channelId: visitor.contactChannelId, channelType: 'LIVECHAT' }],
    },
  ]);
  for (const { id, firstEventId, createdAt, resolvedAt } of content) {
    expect(createdAt < resolvedAt).toBe(true);
    const began = await reader()
      .selectFrom('events')
      .select('id')
      .where('conversation_id', '=', id)
      .orderBy('seq')
      .executeTakeFirstOrThrow();
    expect(firstEventId).toBe(began.id);
  }
});

it('goes on behind the last one of the page before, and says when none follows', async () => {
  const visitor = await account.visitor('Maria');
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift(await held(visitor, `Question ${n}`));
  const idsOf = ({ content }: { content: Array<{ id: string }> }) => content.map(({ id }) => id);
  const one = await past(visitor.roomId, dora, { size: 2 });
  const two = await past(visitor.roomId, dora, { size: 2, after: ids[1] ?? null });
  const three = await past(visitor.roomId, dora, { size: 2, after: ids[3] ?? null });
  expect([one, two, three].map(({ last }) => last)).toEqual([false, false, true]);
  expect([one, two, three].flatMap(idsOf)).toEqual(ids);
});

it('tells nothing of a room that an agent may not see, nor of another account’s', async () => {
  const visitor = await account.visitor('Maria');
  await held(visitor, 'Where is my parcel?');
  const outsider = await account.agent('Vera', { inQueue: false });
  const foreign = await (await givenAccount(database.db, 'Orion')).agent('Ada', { role: 'admin' });
  const refusalOf = (by: Actor, roomId: string) =>
    past(roomId, by).then(
      () => null,
      (error: unknown) => (error instanceof Problem ? error.key : error),
    );
  for (const by of [outsider, foreign]) expect(await refusalOf(by, visitor.roomId)).toBe('ROOM_NOT_FOUND');
  expect(await refusalOf(dora, newId())).toBe('ROOM_NOT_FOUND');
  expect((await past(visitor.roomId, petar)).content).toHaveLength(1);
});
