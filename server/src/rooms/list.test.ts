import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId } from '../../test/people.ts';
import { listRooms } from '../../test/reads.ts';
import type { Actor } from '../accounts/index.ts';
import { takeAs } from './acting.ts';
import { receiveText } from './receive.ts';

let database: TestDatabase;
let elena: Actor;
let roomIds: string[];

beforeAll(async () => {
  database = await freshDatabase();
  const account = await givenAccount(database.db);
  const rooms = givenRooms(database.db);
  elena = await account.agent('Elena');
  roomIds = [];
  for (let index = 0; index < 5; index++) {
    const visitor = await account.visitor('Maria');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, elena, visitor.roomId);
    roomIds.push(visitor.roomId);
  }
});
afterAll(() => database.drop());

const page = (number: number, size: number) =>
  listRooms(database.db.reader(elena.accountId), elena, {
    page: number,
    size,
    sort: 'lastEventTimestamp,asc',
    include: 'PARTICIPANTS',
    room_state: 'ASSIGNED',
    view: 'mine',
  });

describe('a page of the list', () => {
  it.each([
    { number: 0, size: 2, holds: [0, 1], last: false, totalPages: 3 },
    { number: 1, size: 2, holds: [2, 3], last: false, totalPages: 3 },
    { number: 2, size: 2, holds: [4], last: true, totalPages: 3 },
    { number: 3, size: 2, holds: [], last: true, totalPages: 3 },
    { number: 0, size: 5, holds: [0, 1, 2, 3, 4], last: true, totalPages: 1 },
    { number: 0, size: 1000, holds: [0, 1, 2, 3, 4], last: true, totalPages: 1 },
  ])('$number of $size each tells what it holds, how many there are and whether it is the last', async (expected) => {
    const { number, size, holds, last, totalPages } = expected;
    const answer = await page(number, size);
    expect(answer.content.map(({ id }) => id)).toEqual(holds.map((index) => roomIds[index]));
    expect(answer).toMatchObject({ page: number, size, totalElements: 5, totalPages, last });
  });
});
