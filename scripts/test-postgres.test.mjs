import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, startTestPostgres } from './test-postgres.mjs';

/** @type {Awaited<ReturnType<typeof startTestPostgres>>} */
let postgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

/** @param {string} url @param {string} sql */
async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('signs in an owner and an app role that have no power beyond their own', async () => {
    const database = await createTestDatabase(postgres);
    const sql = `select current_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as powerful,
      (select datdba::regrole::text from pg_database where datname = current_database()) as owner from pg_roles where rolname = current_user`;
    expect(await query(database.ownerUrl, sql)).toEqual([{ name: 'parley_owner', powerful: false, owner: 'parley_owner' }]);
    expect(await query(database.appUrl, sql)).toEqual([{ name: 'parley_app', powerful: false, owner: 'parley_owner' }]);
    await expect(query(database.appUrl, 'create table stray ()')).rejects.toThrow('permission denied');
  });

  it('refuses a wrong password: nobody is trusted', async () => {
    const { appUrl } = await createTestDatabase(postgres);
    await expect(query(appUrl.replace(/:[0-9a-f]{64}@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('sorts by code point, keeps UTF-8, listens on loopback, and has the extensions', async () => {
    const { ownerUrl } = await createTestDatabase(postgres);
    const [row] = await query(
      ownerUrl,
      `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
        (select array_agg(v order by v) from unnest(array['b', 'B', 'я', 'a']) v) as sorted,
        lower('ЯЖ') as lower, (select array_agg(extname::text order by extname) from pg_extension) as extensions`,
    );
    expect(row).toEqual({
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      sorted: ['B', 'a', 'b', 'я'],
      lower: 'яж',
      extensions: ['btree_gin', 'citext', 'pg_stat_statements', 'pg_trgm', 'pgcrypto', 'plpgsql', 'unaccent'],
    });
  });

  it('copies a prepared template', async () => {
    const template = await createTestDatabase(postgres);
    await query(template.ownerUrl, 'create table kept as select 7 as n');
    const copy = await createTestDatabase(postgres, { template: template.name });
    expect(await query(copy.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }]);
  });
});
