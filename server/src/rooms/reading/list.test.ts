import { placeOfRoom } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount } from '../../../test/people.ts';
import { listRooms } from '../../../test/reads.ts';
import type { Actor } from '../../accounts/index.ts';
import { newId } from '../../platform/clock.ts';
import { takeAs } from '../acting.ts';
import { receiveText } from '../receive.ts';

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

describe('pages behind a cursor', () => {
  let account: TestAccount;
  let boss: Actor;
  beforeAll(async () => {
    account = await givenAccount(database.db, 'Orion');
    boss = await account.agent('Boss', { role: 'supervisor', inQueue: false });
  });

  /** When a room was made and when something was last said there, in milliseconds of one second; null where nothing was. */
  interface Times {
    made: number;
    said: number | null;
  }

  /** Rooms with these times. @returns when each was last heard of */
  async function givenList(times: readonly Times[]): Promise<Map<string, number>> {
    const rooms = new Map(times.map((one) => [newId(), one]));
    const rows = [...rooms].map(([id, { made, said }]) => ({
      id,
      account_id: account.accountId,
      type: 'GROUP' as const,
      state: 'ASSIGNED' as const,
      name: 'Night shift',
      created_at: at(made),
      last_event_at: said === null ? null : at(said),
    }));
    await database.db.inAccount(account.accountId, async (tx) => {
      await tx.deleteFrom('room_access').execute();
      await tx.deleteFrom('rooms').execute();
      if (rows.length === 0) return;
      await tx.insertInto('rooms').values(rows).execute();
      await tx
        .insertInto('room_access')
        .values(rows.map(({ id }) => ({ account_id: account.accountId, room_id: id, subject_id: boss.userId })))
        .execute();
    });
    return new Map([...rooms].map(([id, { made, said }]) => [id, said ?? made]));
  }
  const at = (millis: number) => new Date(Date.UTC(2026, 10, 2, 8) + millis).toISOString();
  const moved = (id: string, millis: number) =>
    database.db.inAccount(account.accountId, (tx) =>
      tx
        .updateTable('rooms')
        .set({ last_event_at: at(millis) })
        .where('id', '=', id)
        .execute(),
    );

  /** Every page by its cursor; something is said in `moves` rooms after each page. */
  async function walk(direction: 'asc' | 'desc', size: number, meanwhile: (page: number) => Promise<void>): Promise<string[]> {
    const read: string[] = [];
    const places: string[] = [];
    const query = { page: 0, size, sort: `lastEventTimestamp,${direction}`, include: 'PARTICIPANTS', room_state: 'ASSIGNED' } as const;
    let after: string | undefined;
    for (let number = 0; number < 100; number++) {
      const answer = await listRooms(database.db.reader(account.accountId), boss, { ...query, ...(after === undefined ? {} : { after }) });
      read.push(...answer.content.map(({ id }) => id));
      places.push(...answer.content.map(placeOfRoom));
      expect(answer.last).toBe(answer.next === null);
      if (answer.next === null) {
        // As every client puts them, by what it was told of them.
        expect(places).toEqual(direction === 'asc' ? places.toSorted() : places.toSorted().toReversed());
        return read;
      }
      expect(answer.content).toHaveLength(size);
      after = answer.next;
      await meanwhile(number);
    }
    throw new Error('the pages do not end');
  }

  const said = fc.oneof({ weight: 5, arbitrary: fc.nat(20) }, { weight: 2, arbitrary: fc.constant(null) });
  const times = fc.array(fc.record({ made: fc.nat(20), said }), { maxLength: 25, size: 'max' });

  it.each(['asc', 'desc'] as const)(
    'hold every room once and in order, %s, whatever has the same time or none',
    async (direction) => {
      await fc.assert(
        fc.asyncProperty(times, fc.integer({ min: 1, max: 7 }), async (list, size) => {
          const rooms = await givenList(list);
          const key = (id: string) => [rooms.get(id) ?? 0, id] as const;
          const ascending = [...rooms.keys()].sort((a, b) => key(a)[0] - key(b)[0] || (a < b ? -1 : 1));
          expect(await walk(direction, size, async () => {})).toEqual(direction === 'asc' ? ascending : ascending.toReversed());
        }),
        { numRuns: 25 },
      );
    },
    60_000,
  );

  it('hold none twice while rooms move to the top, and lose none but those: of these each is told by its own frame', async () => {
    await fc.assert(
      fc.asyncProperty(
        times,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.array(fc.nat(24), { maxLength: 3 }), { maxLength: 8 }),
        async (list, size, moves) => {
          const rooms = await givenList(list);
          const ids = [...rooms.keys()];
          const spoken = new Set<string>();
          let clock = 1000;
          const read = await walk('desc', size, async (page) => {
            for (const index of moves[page] ?? []) {
              const id = ids[index];
              if (id === undefined) continue;
              spoken.add(id);
              await moved(id, ++clock);
            }
          });
          expect(new Set(read).size).toBe(read.length);
          expect(new Set([...read, ...spoken])).toEqual(new Set(ids));
          const quiet = read.filter((id) => !spoken.has(id));
          const key = (id: string) => [rooms.get(id) ?? 0, id] as const;
          expect(quiet).toEqual(quiet.toSorted((a, b) => key(b)[0] - key(a)[0] || (a < b ? 1 : -1)));
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('tell what they hold and no more: nothing is counted again for each', async () => {
    await givenList([1, 2, 3].map((made) => ({ made, said: made })));
    const query = { page: 0, size: 2, sort: 'lastEventTimestamp,desc', include: 'PARTICIPANTS', room_state: 'ASSIGNED' } as const;
    const on = database.db.reader(account.accountId);
    const first = await listRooms(on, boss, query);
    expect(first).toMatchObject({ totalElements: 3, last: false });
    expect(await listRooms(on, boss, { ...query, after: first.next ?? '' })).toMatchObject({
      totalElements: 1,
      totalPages: 1,
      last: true,
      next: null,
    });
  });
});
