import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId } from '../../test/people.ts';
import { receiveUpload } from '../files/index.ts';
import { receiveText } from '../rooms/index.ts';
import { newId } from './clock.ts';

/** Tables that belong to no account, and why parley_app may read them all the same. */
const NO_TENANT = new Set(['oidc_payloads', 'setup_code', 'signing_keys', 'sign_in_attempts', 'super_users']);
/** Definer functions pass row-level security: each must state its own predicate or return ids only. Add one here with its reason. */
const DEFINER_FUNCTIONS = [
  'account_of_person',
  // Only on behalf of an active super admin.
  'accounts_for_super_user',
  'accounts_with_waiting',
  // Yes or no alone.
  'anybody_there',
  // Claims across accounts: return ids and accounts alone.
  'claim_attempts',
  'claim_inbound',
  // Puts a row into the job queue, which no tenant may read.
  'enqueue',
  'find_one_time_link',
  'find_sign_in',
  'find_visitor_session',
  'find_widget',
];

let database: TestDatabase;
let owner: pg.Client;
let app: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  app = new pg.Client({ connectionString: database.appUrl });
  await Promise.all([owner.connect(), app.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await database.drop();
});

async function tenantTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not like 'kysely_%' order by 1`,
  );
  return rows.map((row) => row.name).filter((name) => !NO_TENANT.has(name));
}

describe('the account wall', () => {
  it('holds every tenant table: security on, not forced, one policy for parley_app alone', async () => {
    const { rows } = await owner.query<{ name: string; secured: boolean; forced: boolean; roles: string[] | null; qual: string | null }>(
      `select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced, p.roles::text[] as roles, p.qual
       from pg_class c left join pg_policies p on p.tablename = c.relname and p.schemaname = 'public' where c.relname = any($1)`,
      [await tenantTables()],
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect(row, row.name).toMatchObject({ secured: true, forced: false, roles: ['parley_app'] });
      expect(row.qual, row.name).toContain("current_setting('app.account'");
    }
  });

  it('knows exactly these functions that pass it', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosecdef order by 1`,
    );
    expect(rows.map((row) => row.name)).toEqual(DEFINER_FUNCTIONS);
  });

  it('gives neither role the means to climb it', async () => {
    const { rows } = await owner.query(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname in ('parley_app', 'parley_owner') order by 1`,
    );
    for (const row of rows) expect(row).toMatchObject({ rolsuper: false, rolbypassrls: false });
    expect(rows).toHaveLength(2);
  });

  it('shows nothing while no account is set, and of two accounts over one connection each its own', async () => {
    const rooms = givenRooms(database.db);
    const accounts = [await givenAccount(database.db, 'First'), await givenAccount(database.db, 'Second')];
    for (const account of accounts) {
      const zoe = await account.agent('Zoe');
      const uploader = { by: 'USER', accountId: account.accountId, id: zoe.userId } as const;
      const body = Readable.from([Buffer.from('words')]);
      await receiveUpload(rooms.deps.files, { uploader, name: 'a.txt', length: null, body, isCancelled: () => false });
      await receiveText(rooms.deps, { ...(await account.visitor('Vera')), text: 'Hello', clientMessageId: messageId() });
    }
    for (const table of await tenantTables()) {
      await app.query("select set_config('app.account', '', false)");
      expect((await app.query(`select count(*)::int as n from ${table}`)).rows[0], table).toEqual({ n: 0 });
      for (const { accountId } of accounts) {
        await app.query("select set_config('app.account', $1, false)", [accountId]);
        const column = table === 'accounts' ? 'id' : 'account_id';
        const foreign = await app.query(`select count(*)::int as n from ${table} where ${column} <> $1`, [accountId]);
        expect(foreign.rows[0], table).toEqual({ n: 0 });
      }
    }
    const [first, second] = accounts;
    await app.query("select set_config('app.account', $1, false)", [first?.accountId]);
    expect((await app.query('select count(*)::int as n from events')).rows[0].n).toBeGreaterThan(0);
    await expect(app.query('insert into contacts (id, account_id) values ($1, $2)', [newId(), second?.accountId])).rejects.toThrow(
      /row-level security/,
    );
  });

  it('lets no row of one account point at a row of another, though foreign keys are checked behind the wall', async () => {
    const { rows } = await owner.query<{ name: string; columns: string[] }>(
      `select c.conrelid::regclass::text || '.' || c.conname as name,
         (select array_agg(a.attname::text) from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k) as columns
       from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and c.confrelid <> 'accounts'::regclass and c.confrelid <> all (array['super_users'::regclass])`,
    );
    const single = rows.filter((row) => !row.columns.includes('account_id')).map((row) => row.name);
    expect(rows.length).toBeGreaterThan(20);
    expect(single).toEqual([]);
  });
});
