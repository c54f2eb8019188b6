import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { inOwnTurn } from './own-turn.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('what comes beyond a thousand that wait for one turn is told to come again, others are not, and later there is room again', async () => {
  const { db } = database;
  let begin = () => {};
  const held = new Promise<void>((resolve) => (begin = resolve));
  const order: number[] = [];
  const all = Array.from({ length: 1000 }, (_, n) =>
    inOwnTurn(db, 'one', async () => {
      await held;
      order.push(n);
    }),
  );
  let isBegun = false;
  const beyond = inOwnTurn(db, 'one', async () => {
    isBegun = true;
  });
  await expect(beyond).rejects.toMatchObject({ key: 'ERROR_UNAVAILABLE', status: 503, retryAfter: '1' });
  expect(await inOwnTurn(db, 'other', async () => 'done')).toBe('done');
  begin();
  await Promise.all(all);
  expect(order).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  expect(isBegun).toBe(false);
  expect(await inOwnTurn(db, 'one', async () => 'again')).toBe('again');
});

it('work that fails ends its turn', async () => {
  const { db } = database;
  await expect(
    inOwnTurn(db, 'one', async () => {
      throw new Error('it fails');
    }),
  ).rejects.toThrow('it fails');
  expect(await inOwnTurn(db, 'one', async () => 'next')).toBe('next');
});
