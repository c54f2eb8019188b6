import { foldedName, searchedName } from '@parley/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
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

/** Every letter and sign that the database’s Unicode knows, which may be older than ours. */
async function known(): Promise<string[]> {
  const letters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) letters.push(String.fromCodePoint(code));
  const assigned = letters.filter((letter) => /\p{Assigned}/u.test(letter));
  const { rows } = await sql<{ letter: string }>`select l as letter from unnest(${assigned}::text[]) l where unicode_assigned(l)`.execute(
    reader(),
  );
  return rows.map(({ letter }) => letter);
}

describe('a name as it is searched', () => {
  it('is the same for the database and for the contract, with every letter that there is, at the beginning of a word and within one', async () => {
    const letters = await known();
    expect(letters.length).toBeGreaterThan(50_000);
    const names = Array.from({ length: Math.ceil(letters.length / 50) }, (_, at) =>
      letters
        .slice(at * 50, at * 50 + 50)
        .map((letter) => `${letter}a${letter}b`)
        .join(' '),
    );
    const folded = await inDatabase(names);
    expect(names.filter((name, place) => folded[place] !== foldedName(name))).toEqual([]);
  }, 60_000);

  it('is the same with letters and marks in any order', async () => {
    const letters = await known();
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
