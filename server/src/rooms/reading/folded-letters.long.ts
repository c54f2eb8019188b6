import { foldedName } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { knownLetters } from '../../../test/known-letters.ts';
import { givenAccount, type TestAccount } from '../../../test/people.ts';

let database: TestDatabase;
let account: TestAccount;
beforeAll(async () => {
  database = await freshDatabase();
  account = await givenAccount(database.db);
});
afterAll(() => database.drop());

it('a name as it is searched is the same for the database and for the contract, with every letter that there is, at the beginning of a word and within one', async () => {
  const reader = database.db.reader(account.accountId);
  const letters = await knownLetters(reader);
  expect(letters.length).toBeGreaterThan(50_000);
  const names = Array.from({ length: Math.ceil(letters.length / 50) }, (_, at) =>
    letters
      .slice(at * 50, at * 50 + 50)
      .map((letter) => `${letter}a${letter}b`)
      .join(' '),
  );
  const { rows } = await sql<{ folded: string }>`
    select folded_name(name) as folded from unnest(${names}::text[]) with ordinality n(name, place) order by place`.execute(reader);
  expect(names.filter((name, place) => rows[place]?.folded !== foldedName(name))).toEqual([]);
}, 60_000);
