import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, type TestAccount } from '../../test/people.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let account: TestAccount;
beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
  givenRooms(database.db);
});
afterAll(() => database.drop());

it('a change of rooms that PostgreSQL ends for the sake of another one is done again, and both are done once', async () => {
  const [one, other] = [await account.agent('Ana'), await account.agent('Boris')];
  let begun = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => (meet = resolve));
  const renamed = (first: string, second: string) =>
    inRooms(database.db, account.accountId, async (tx) => {
      begun += 1;
      const rename = (id: string) => sql`update users set first_name = first_name || '+' where id = ${id}`.execute(tx);
      await rename(first);
      if (begun === 2) meet();
      await met;
      await rename(second);
    });
  await Promise.all([renamed(one.userId, other.userId), renamed(other.userId, one.userId)]);
  const rows = await database.db.reader(account.accountId).selectFrom('users').select('first_name').orderBy('first_name').execute();
  expect(rows.map(({ first_name: name }) => name)).toEqual(['Ana++', 'Boris++']);
  // The first try of both, and one more of whoever was ended, who may meet the other once again.
  expect(begun).toBeGreaterThanOrEqual(3);
});
