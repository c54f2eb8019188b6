import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import { newId } from '../platform/clock.ts';
import { type MetaEvent, recordMetaEvent } from './meta-events.ts';
import { receiveText } from './receive.ts';
import { inRooms, roomWork } from './work.ts';

let database: TestDatabase;
let rooms: TestRooms;
let account: TestAccount;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  account = await givenAccount(database.db);
});
afterAll(() => database.drop());

it('each is an entry of the history, and told to those who see the room and to nobody else', async () => {
  const elena = await account.agent('Elena');
  const [mine, others] = [await rooms.screenOf(elena), await rooms.screenOf(await account.agent('Otto', { inQueue: false }))];
  const visitor = await account.visitor('Mira');
  const { roomId } = await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() }).then(() => visitor);
  const on = database.db.reader(account.accountId);
  const { id: contextId } = await on.selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow();
  const context = { contextType: 'CONVERSATION', contextId, isTagged: true, isUpdated: false } as const;
  const done = (type: MetaEvent['type'], more: Partial<MetaEvent> = {}) =>
    inRooms(database.db, account.accountId, async (tx) =>
      recordMetaEvent(rooms.deps, await roomWork(tx, account.accountId, roomId), { ...context, type, by: elena, value: 'VIP', ...more }),
    );
  const types = ['TAG_ADDED', 'COMMENT_ADDED', 'COMMENT_MODIFIED', 'COMMENT_REMOVED', 'TAG_REMOVED'] as const;
  for (const type of types) await done(type, { isTagged: type !== 'TAG_REMOVED', isUpdated: type === 'COMMENT_MODIFIED' });
  const { content } = await newestEvents(on, roomId, false, types.length);
  expect(content.map(({ eventData, origin }) => [eventData.type, eventData.modifiedValue, origin.id])).toEqual(
    types.map((type) => [type, 'VIP', elena.userId]),
  );
  expect(mine.of('MetaEventAssociation')).toEqual(
    types.map((type) => ({ ...context, roomId, isTagged: type !== 'TAG_REMOVED', isUpdated: type === 'COMMENT_MODIFIED' })),
  );
  expect(others.of('MetaEventAssociation')).toEqual([]);
  await expect(done('TAG_ADDED', { contextId: newId() })).rejects.toMatchObject({ key: 'CONVERSATION_NOT_FOUND' });
});
