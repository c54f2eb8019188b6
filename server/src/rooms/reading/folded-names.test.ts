import { foldedName, searchedName } from '@parley/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const reader = () => database.db.reader(account.accountId);

async function inDatabase(names: readonly string[], called: 'folded_name' | 'searched_name' = 'folded_name'): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select ${sql.raw(called)}(name) as folded from unnest(${names}::text[]) with ordinality n(name, place) order by place`.execute(
    reader(),
  );
  return rows.map(({ folded }) => folded);
}

describe('a name as it is searched', () => {
  it('is the same with letters and marks in any order', async () => {
    const letters = await knownLetters(reader());
    const name = fc.string({
      unit: fc.oneof(
        fc.nat(letters.length - 1).map((place) => letters[place] ?? ''),
        fc.constantFrom(..."aZéЁйŁßÆIİıσΣς\u0301\u0308\u0327- .'’ʼ‘()"),
      ),
      maxLength: 30,
    });
    const names = fc.sample(name, 5000);
    expect(await inDatabase(names)).toEqual(names.map(foldedName));
    expect(await inDatabase(names, 'searched_name')).toEqual(names.map(searchedName));
  }, 60_000);

  it('is kept of customers, colleagues and groups, and follows them', async () => {
    const { userId } = await account.agent('Ёлка');
    const user = () => reader().selectFrom('users').select('searched').where('id', '=', userId).executeTakeFirstOrThrow();
    expect((await user()).searched).toBe(foldedName('Ёлка Test'));
    await reader().updateTable('users').set({ last_name: 'O’Brien' }).where('id', '=', userId).execute();
    expect((await user()).searched).toBe(' елка o brien елка obrien');
  });
});
