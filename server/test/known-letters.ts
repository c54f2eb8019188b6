import { sql } from 'kysely';
import type { Reader } from '../src/platform/database.ts';

/** Every letter and sign that the database’s Unicode knows, which may be older than ours. */
export async function knownLetters(reader: Reader): Promise<string[]> {
  const letters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) letters.push(String.fromCodePoint(code));
  const assigned = letters.filter((letter) => /\p{Assigned}/u.test(letter));
  const { rows } = await sql<{ letter: string }>`select l as letter from unnest(${assigned}::text[]) l where unicode_assigned(l)`.execute(
    reader,
  );
  return rows.map(({ letter }) => letter);
}
