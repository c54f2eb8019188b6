import { exampleCall } from '@parley/contract/fixtures/emails';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestEvents } from '../../test/reads.ts';
import { givenRecordedTalk, type RecordedTalk } from '../../test/recorded-talk.ts';
import { newId } from '../platform/clock.ts';
import { changeCallbackStatus } from './call-events.ts';

let talk: RecordedTalk;
beforeAll(async () => {
  talk = await givenRecordedTalk();
});
afterAll(() => talk.database.drop());

it('what became of a call that was to be returned changes the call for those who see the room, once, and nobody else hears of it', async () => {
  const { rooms, account, elena, roomId, contactChannelId } = talk;
  const [mine, others] = [await rooms.screenOf(elena), await rooms.screenOf(await account.agent('Otto', { inQueue: false }))];
  const call = { ...exampleCall, recordingFileId: null, dialStatus: 'NO_ANSWER' };
  const [event] = await talk.record((work) =>
    work.record([
      { kind: 'COMMUNICATION', type: 'CALL', origin: 'CUSTOMER', originId: null, originName: 'Mira', contactChannelId, details: { call } },
    ]),
  );
  if (event === undefined) throw new Error('the call was not stored');
  const change = (eventId: string, status: string) => talk.record((work) => changeCallbackStatus(work, eventId, status));
  await change(event.id, 'CALLED_BACK');
  await change(event.id, 'CALLED_BACK');
  const told = mine.of('CallbackStatusUpdated');
  expect(told).toMatchObject([
    {
      roomId,
      change: event.change + 1,
      again: true,
      event: { id: event.id, seq: event.seq, eventData: { call: { ...call, callbackStatus: 'CALLED_BACK' } } },
    },
  ]);
  // What was told is what is read.
  const { content } = await newestEvents(talk.database.db.reader(account.accountId), roomId, false, 1);
  expect(content).toEqual([told[0]?.event]);
  expect(others.frames).toEqual([]);
  const words = (await newestEvents(talk.database.db.reader(account.accountId), roomId, false, 30)).content[0]?.id ?? '';
  for (const none of [newId(), words]) await expect(change(none, 'MISSED')).rejects.toMatchObject({ key: 'EVENT_NOT_FOUND' });
  expect(mine.of('CallbackStatusUpdated')).toHaveLength(1);
});
