import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { receiveUpload } from '../files/index.ts';
import { createInternalRoom } from './colleagues/internal-rooms.ts';
import { receiveText } from './receive.ts';
import { sendFile, sendNote, sendText } from './send.ts';
import { recordActivity } from './user-deleted.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let elena: Actor;
let dora: Actor;
let emil: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = await givenAccount(database.db);
  [elena, dora, emil] = [await account.agent('Elena'), await account.agent('Dora'), await account.agent('Emil')];
});

const make = (...users: Actor[]) =>
  inRooms(database.db, account.accountId, (tx) =>
    createInternalRoom(tx, elena, { users: users.map(({ userId }) => userId), roomType: 'GROUP' }),
  );
const setActive = (who: Actor, active: boolean) =>
  database.db.inAccount(account.accountId, (tx) =>
    tx.updateTable('users').set({ active, modified_at: new Date().toISOString() }).where('id', '=', who.userId).execute(),
  );
const tell = (who: Actor) => inRooms(database.db, account.accountId, (tx) => recordActivity(tx, account.accountId, who.userId));
const told = async (roomId: string) =>
  (await newestEvents(database.db.reader(account.accountId), roomId, false, 30)).content
    .filter(({ eventType }) => eventType === 'SYSTEM')
    .map(({ eventData: { type } }) => type)
    .filter((type) => type.startsWith('USER_'));
const say = (who: Actor, roomId: string, clientMessageId = messageId()) =>
  sendText(rooms.deps, who, { roomId, channelId: 'internal', clientMessageId, text: 'Are you there?' });
const gone = async (roomId: string) =>
  (await newestEvents(database.db.reader(account.accountId), roomId, false, 30)).content
    .filter(({ eventData }) => eventData.type === 'USER_DELETED')
    .flatMap(({ modifiedParticipants }) => modifiedParticipants.map(({ name }) => name));

describe('somebody who is no user any more', () => {
  it('is told of in each chat with colleagues that they are in, once, however often the job is done', async () => {
    const [pair, group, other] = [await make(dora), await make(dora, emil), await make(emil)];
    const visitor = await account.visitor('Maria');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    const screen = await rooms.screenOf(elena);
    await setActive(dora, false);
    await tell(dora);
    await tell(dora);
    expect([await gone(pair), await gone(group), await gone(other), await gone(visitor.roomId)]).toEqual([
      ['Dora Test'],
      ['Dora Test'],
      [],
      [],
    ]);
    expect(screen.of('UserDeleted').map(({ roomId }) => roomId)).toEqual([pair, group].toSorted());
  });

  it('is told of again when they had come back meanwhile, and not while they are here', async () => {
    const pair = await make(dora);
    await tell(dora);
    expect(await gone(pair)).toEqual([]);
    await setActive(dora, false);
    await tell(dora);
    await setActive(dora, true);
    await tell(dora);
    expect(await gone(pair)).toEqual(['Dora Test']);
    await setActive(dora, false);
    await tell(dora);
    expect(await gone(pair)).toEqual(['Dora Test', 'Dora Test']);
  });

  it('is told of as back, in each chat that said that they were gone, once and in its order', async () => {
    const [pair, group] = [await make(dora), await make(dora, emil)];
    await setActive(dora, false);
    await setActive(dora, true);
    await tell(dora);
    expect(await told(pair)).toEqual([]);
    for (let round = 0; round < 2; round++) {
      for (const active of [false, true]) {
        await setActive(dora, active);
        await tell(dora);
        await tell(dora);
      }
    }
    for (const roomId of [pair, group])
      expect(await told(roomId)).toEqual(['USER_DELETED', 'USER_RETURNED', 'USER_DELETED', 'USER_RETURNED']);
  });

  it('is not written to in a chat of two, in whatever way, until they are back; a group goes on', async () => {
    const [pair, group] = [await make(dora), await make(dora, emil)];
    const sent = messageId();
    const first = await say(elena, pair, sent);
    await setActive(dora, false);
    const refusal = expect.objectContaining({ key: 'COLLEAGUE_GONE', status: 409 });
    const note = { roomId: pair, clientMessageId: messageId(), text: 'A note' };
    const uploader = { by: 'USER', accountId: account.accountId, id: elena.userId } as const;
    const upload = { uploader, name: 'a.txt', length: null, body: Readable.from([Buffer.from('words')]), isCancelled: () => false };
    const { fileId } = await receiveUpload(rooms.deps.files, upload);
    await expect(say(elena, pair)).rejects.toEqual(refusal);
    await expect(sendNote(rooms.deps, elena, note)).rejects.toEqual(refusal);
    const quoting = {
      roomId: pair,
      channelId: 'internal',
      clientMessageId: messageId(),
      text: 'So?',
      quotedEventId: first.eventId,
    } as const;
    await expect(sendText(rooms.deps, elena, quoting)).rejects.toEqual(refusal);
    const file = { roomId: pair, channelId: 'internal', clientMessageId: messageId(), fileId, text: null } as const;
    await expect(sendFile(rooms.deps, elena, 'FILE', file)).rejects.toEqual(refusal);
    // What was taken before is answered as it was.
    expect(await say(elena, pair, sent)).toEqual(first);
    await say(elena, group);
    await setActive(dora, true);
    await say(elena, pair);
    // A file that was refused can be sent.
    await sendFile(rooms.deps, elena, 'FILE', { ...file, clientMessageId: messageId() });
  });
});
