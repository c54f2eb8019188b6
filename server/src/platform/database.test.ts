import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { newId } from './clock.ts';
import { openDatabase } from './database.ts';
import { asProblem } from './http.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('outlives a connection that dies between two statements of a transaction', async () => {
  const { db, appUrl } = database;
  const broken = db.inAccount(newId(), async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    // Of the same role, which may end its own sessions.
    const other = new pg.Client({ connectionString: appUrl });
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await other.end();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`select 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow();
  await db.ping();
});

it('waits for a free connection so long and no longer, and then says when to come again', async () => {
  const db = openDatabase(database.appUrl, 1, 3000);
  let free = () => {};
  let busy: Promise<void> | undefined;
  await new Promise<void>((begun, failed) => {
    busy = db.outside(() => {
      begun();
      return new Promise<void>((resolve) => (free = resolve));
    });
    busy.catch(failed);
  });
  const refused = await db.call(newId(), { name: 'nothing', text: 'select 1', values: [] }).catch(asProblem);
  expect(refused).toMatchObject({ key: 'ERROR_UNAVAILABLE', status: 503, retryAfter: '1' });
  free();
  await busy;
  await db.ping();
  await db.close();
});
