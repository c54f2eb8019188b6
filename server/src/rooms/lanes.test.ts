import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { receiveText } from './receive.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;

beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  rooms = givenRooms(database.db);
});
afterAll(() => database.drop());

const say = (visitor: Awaited<ReturnType<typeof account.visitor>>, text: string) =>
  receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
async function talking() {
  const visitor = await account.visitor('Maria');
  await say(visitor, 'Hello');
  return visitor;
}

describe('storing', () => {
  it('goes on for all rooms but one that somebody keeps locked, and for that one in order afterwards', async () => {
    const [held, free] = [await talking(), await talking()];
    const holder = new pg.Client({ connectionString: database.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from rooms where id = $1 for update', [held.roomId]);
    const waiting = ['one', 'two', 'three'].map((text) => say(held, text));
    await sleep(20);
    const first = await say(free, 'behind the locked one');
    const second = await say(free, 'and again');
    expect([first.verdict, second.verdict]).toEqual(['STORED', 'STORED']);
    await holder.query('rollback');
    await holder.end();
    const seqs = (await Promise.all(waiting)).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(seqs).size).toBe(3);
  });

  it('tells of a room’s events in the order of their numbers, whatever comes together', async () => {
    const screen = await rooms.screenOf(await account.agent('Elena'));
    const visitors = await Promise.all(Array.from({ length: 5 }, talking));
    screen.frames.length = 0;
    await Promise.all(Array.from({ length: 60 }, (_, index) => say(visitors[index % 5] as (typeof visitors)[0], `line ${index}`)));
    await expect.poll(() => screen.of('Text').length).toBe(60);
    const told = new Map<string, number[]>();
    for (const { roomId, change } of screen.of('Text') as Array<{ roomId: string; change: number }>)
      told.set(roomId, [...(told.get(roomId) ?? []), change]);
    for (const { roomId } of visitors) {
      const changes = told.get(roomId) ?? [];
      expect(changes).toHaveLength(12);
      expect(changes).toEqual(changes.map((_, index) => (changes[0] as number) + index));
    }
  });
});
