import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenRecordedTalk, type RecordedTalk } from '../../test/recorded-talk.ts';
import { newId } from '../platform/clock.ts';
import { type MetaEvent, recordMetaEvent } from './meta-events.ts';

let talk: RecordedTalk;
beforeAll(async () => {
  talk = await givenRecordedTalk();
});
afterAll(() => talk.database.drop());

it('each is an entry of the history, and told to those who see the room and to nobody else', async () => {
  const { rooms, account, elena, roomId, conversationId: contextId } = talk;
  const [mine, others] = [await rooms.screenOf(elena), await rooms.screenOf(await account.agent('Otto', { inQueue: false }))];
  const context = { contextType: 'CONVERSATION', contextId, isTagged: true, isUpdated: false } as const;
  const done = (type: MetaEvent['type'], more: Partial<MetaEvent> = {}) =>
    talk.record((work) => recordMetaEvent(rooms.deps, work, { ...context, type, by: elena, value: 'VIP', ...more }));
  const types = ['TAG_ADDED', 'COMMENT_ADDED', 'COMMENT_MODIFIED', 'COMMENT_REMOVED', 'TAG_REMOVED'] as const;
  for (const type of types) await done(type, { isTagged: type !== 'TAG_REMOVED', isUpdated: type === 'COMMENT_MODIFIED' });
  expect(await talk.recorded(types.length)).toEqual(types.map((type) => [type, 'VIP', elena.userId]));
  expect(mine.of('MetaEventAssociation')).toEqual(
    types.map((type) => ({ ...context, roomId, isTagged: type !== 'TAG_REMOVED', isUpdated: type === 'COMMENT_MODIFIED' })),
  );
  expect(others.of('MetaEventAssociation')).toEqual([]);
  await expect(done('TAG_ADDED', { contextId: newId() })).rejects.toMatchObject({ key: 'CONVERSATION_NOT_FOUND' });
});
