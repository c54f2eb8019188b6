import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { newId } from './clock.ts';

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
