import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { newestEvents } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { createInternalRoom } from './colleagues/internal-rooms.ts';
import { receiveText } from './receive.ts';
import { recordUserDeleted } from './user-deleted.ts';
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
const tell = (who: Actor) => inRooms(database.db, account.accountId, (tx) => recordUserDeleted(tx, account.accountId, who.userId));
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
});
