import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { type Attempts, countAttempts } from './attempts.ts';

let test: TestDatabase;
let attempts: Attempts;
let address = 0;
let home: string;

beforeAll(async () => {
  test = await freshDatabase();
  attempts = countAttempts(test.db, Buffer.alloc(32, 7));
});
afterAll(() => test.drop());
beforeEach(() => {
  home = `198.51.100.${++address}`;
});

const seconds = async (name: string, address: string) => (await attempts.begin(name, address)).seconds;
const later = (seconds: number) =>
  sql`update sign_in_attempts set last_at = last_at - make_interval(secs => ${seconds}), blocked_until = blocked_until - make_interval(secs => ${seconds})`.execute(
    test.db.outsideReader(),
  );

it('lets five tries for a name through, then makes each wait twice as long, until the tenth locks it for a quarter of an hour', async () => {
  const name = 'elena@lumen.example';
  const guess = async () => (await attempts.begin(name, home)).seconds;
  for (let at = 0; at < 5; at++) expect(await guess()).toBe(0);
  for (const seconds of [1, 2, 4, 8]) {
    expect(await guess()).toBe(seconds);
    await later(seconds);
    expect(await guess()).toBe(0);
  }
  await later(16);
  expect(await attempts.begin(name, home)).toEqual({ seconds: 0, locks: true });
  expect(await attempts.begin(name, home)).toEqual({ seconds: 900, locks: false });
  await later(900);
  expect(await guess()).toBe(0);
});

it('forgets after a quarter of an hour, and at once after the right password', async () => {
  const name = 'petar@lumen.example';
  for (let at = 0; at < 5; at++) await attempts.begin(name, home);
  expect(await seconds(name, home)).toBeGreaterThan(0);
  await later(901);
  for (let at = 0; at < 5; at++) expect(await seconds(name, home)).toBe(0);
  await attempts.succeeded(name, home);
  for (let at = 0; at < 5; at++) expect(await seconds(name, home)).toBe(0);
});

it('slows guesses at many names from one address, whichever names, but not an office that signs in', async () => {
  const guesses = [];
  for (let at = 0; at < 32; at++) guesses.push(await seconds(`name${at}@lumen.example`, home));
  expect(guesses.slice(0, 30)).toEqual(Array(30).fill(0));
  expect(guesses[30]).toBeGreaterThan(0);
  const office = '203.0.113.1';
  for (let at = 0; at < 60; at++) {
    expect(await seconds(`colleague${at}@lumen.example`, office)).toBe(0);
    await attempts.succeeded(`colleague${at}@lumen.example`, office);
  }
});

it('keeps neither names nor addresses, and sweeps what is long past', async () => {
  await attempts.begin('nora@lumen.example', home);
  const { rows } = await sql<{ key: string }>`select key from sign_in_attempts`.execute(test.db.outsideReader());
  expect(rows.some(({ key }) => key.includes('nora') || key.includes('198.51'))).toBe(false);
  await later(901);
  await attempts.sweep();
  const left = await sql`select 1 from sign_in_attempts`.execute(test.db.outsideReader());
  expect(left.rows).toHaveLength(0);
});
