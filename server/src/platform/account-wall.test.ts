import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SUPERUSER } from '../../../scripts/postgres-cluster.mjs';
import { databaseUrl } from '../../../scripts/postgres-roles.mjs';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount } from '../../test/people.ts';
import { receiveUpload } from '../files/index.ts';
import { receiveText } from '../rooms/index.ts';
import { newId } from './clock.ts';

/** Tables that belong to no account, and why parley_app may read them all the same. */
const NO_TENANT = new Set([
  'absence_watch',
  // The installation's: super admins keep them, and ends of several accounts may speak through one service.
  'carrier_service_troubles',
  'carrier_services',
  'carriers',
  'oidc_payloads',
  'outside_sign_ins',
  'setup_code',
  'signing_keys',
  'sign_in_attempts',
  'super_users',
]);
/** Definer functions pass row-level security: each must state its own predicate or return ids only. Add one here with its reason. */
const DEFINER_FUNCTIONS = [
  'account_of_person',
  // Only on behalf of an active super admin.
  'accounts_for_super_user',
  'accounts_with_waiting',
  'accounts_with_waking',
  // Yes or no alone.
  'anybody_there',
  // Before the account is known: return ids and accounts alone.
  'application_of_hook',
  'applications_of_service',
  // Claims an id for an account that does not exist yet, and tells nothing of others.
  'claim_account_creation',
  // Claims across accounts: return ids and accounts alone.
  'claim_attempts',
  'claim_coming_files',
  'claim_coming_pictures',
  'claim_inbound',
  'claim_mails',
  'claim_scheduled',
  // Triggers: an end says of itself what its service of the installation says, in every account, and nothing is read.
  'end_as_its_service',
  'ends_as_their_service',
  // Puts a row into the job queue, which no tenant may read.
  'enqueue',
  'find_one_time_link',
  'find_outside_identity',
  'find_sign_in',
  'find_visitor_session',
  'find_widget',
  // Deletes by a sign-in or a browser, and tells nothing.
  'forget_push_subscriptions',
  // Of one process alone, by its lease: deletes what it holds, takes what nobody holds, and returns ids and accounts alone.
  'give_back_mailboxes',
  'hold_mailboxes',
  // Numbers alone.
  'open_circuits',
  // Claim across accounts: returns ids and accounts alone.
  'people_away',
  // Yes or no alone.
  'sender_is_taken',
  // The same, of leases that ran out.
  'take_gone_leases',
  // Lets waiting messages be tried, and tells nothing.
  'try_ends_of_service',
  // A number alone.
  'uses_of_service',
];

/** Whether the foreign key `f` has the account in it. */
const WITH_ACCOUNT = `exists (select from pg_attribute o where o.attrelid = f.conrelid and o.attnum = any (f.conkey) and o.attname = 'account_id')`;
/** Columns with an id that no foreign key holds to the account, and why. */
const IDS_WITHOUT_KEY: Record<string, string> = {
  'attempts.lease': 'made for one claim, names no row',
  'audit_entries.actor_id': 'a person or a super admin, of that moment',
  'audit_entries.entity_id': 'of any table, and outlives it',
  'channel_applications.service_id': 'of the installation, which keeps carriers and their services',
  'client_creations.by_user_id': 'a person or a super admin, of that moment',
  'client_creations.client_id': 'chosen by a client; the key begins with the account',
  'client_creations.made_id': 'of any table by kind, and outlives it',
  'client_sends.event_id': 'stored by the call that stores the event, and taken away by age',
  'client_sends.sender_id': 'a person or a contact; the key begins with the account',
  'coming_files.lease': 'made for one claim, names no row',
  'coming_pictures.lease': 'made for one claim, names no row',
  'conversations.assigned_chatbot_id': 'chatbots have no table yet',
  'events.origin_id': 'of any table by origin_type, and outlives it',
  'events.quotes': 'read under the lock of the room that holds both, and looked for in that room alone',
  'inbound_receipts.channel_application_id':
    'every message would lock its one row; joined when it is written, and the key begins with the account',
  'inbound_receipts.event_id': 'stored by the call that stores the event',
  'mailbox_leases.lease': 'made for one process, names no row',
  'mails.lease': 'made for one claim, names no row',
  'notifications.event_id': 'of the room that a key holds to the account, and outlives it',
  'participants.associated_id': 'a person, a contact or a chatbot by type',
  'presence_leases.server_id': 'a process, names no row',
  'raw_inbound.channel_application_id':
    'every delivery would lock its one row; joined when it is written, and the key begins with the account',
  'raw_inbound.lease': 'made for one claim, names no row',
  'room_access.subject_id': 'a person or a queue',
  'room_drafts.file_ids': 'only ever compared with the files of the same account',
  'scheduled_messages.file_ids': 'only ever compared with the files of the same account',
  'scheduled_messages.lease': 'made for one claim, names no row',
  'waiting.passed': 'queues that it left, only ever compared with those that it may go on into',
};
/** Unique over the whole installation, and why. */
const KEYS_OF_ALL_ACCOUNTS: Record<string, string> = {
  'channel_applications.channel_applications_by_hook': 'made by us, of random numbers',
  'files.files_storage_key_key': 'made by us, of random numbers',
  'one_time_links.one_time_links_token_hash_key': 'made by us, of random numbers',
  'outside_identities.outside_identities_issuer_subject_key': 'says whose a sign-in is, before an account is known',
  'passkeys.passkeys_pkey': 'made by an authenticator, of random numbers; says whose a sign-in is',
  'push_subscriptions.push_subscriptions_endpoint_hash_key': 'a browser is one person’s at a time; who takes it over ends the one before',
  'sign_in_sessions.sign_in_sessions_pkey': 'made by us, of random numbers',
  'users.users_email_normalized_key': 'says whose a sign-in is, before an account is known',
  'visitor_sessions.visitor_sessions_secret_hash_key': 'made by us, of random numbers',
};

let database: TestDatabase;
let owner: pg.Client;
let app: pg.Client;
let superuser: pg.Client;
/** Both have people, a room with words in it, and a file. */
let first: TestAccount;
let second: TestAccount;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  app = new pg.Client({ connectionString: database.appUrl });
  const { secret, port } = inject('postgres');
  const name = new URL(database.ownerUrl).pathname.slice(1);
  superuser = new pg.Client({ connectionString: databaseUrl({ secret, port, role: SUPERUSER, database: name }) });
  await Promise.all([owner.connect(), app.connect(), superuser.connect()]);
  const rooms = givenRooms(database.db);
  first = await givenAccount(database.db, 'First');
  second = await givenAccount(database.db, 'Second');
  for (const account of [first, second]) {
    const zoe = await account.agent('Zoe');
    const uploader = { by: 'USER', accountId: account.accountId, id: zoe.userId } as const;
    const body = Readable.from([Buffer.from('words')]);
    await receiveUpload(rooms.deps.files, { uploader, name: 'a.txt', length: null, body, isCancelled: () => false });
    await receiveText(rooms.deps, { ...(await account.visitor('Vera')), text: 'Hello', clientMessageId: messageId() });
  }
});
afterAll(async () => {
  await Promise.all([owner.end(), app.end(), superuser.end()]);
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
    const { rows } = await owner.query<{
      name: string;
      secured: boolean;
      forced: boolean;
      roles: string[] | null;
      cmd: string;
      qual: string | null;
      written: string | null;
      always: boolean;
    }>(
      `select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced, p.roles::text[] as roles, p.qual,
         p.cmd, coalesce(p.with_check, p.qual) as written,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnotnull) as always
       from pg_class c left join pg_policies p on p.tablename = c.relname and p.schemaname = 'public' where c.relname = any($1)`,
      [await tenantTables()],
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect(row, row.name).toMatchObject({ secured: true, forced: false, roles: ['parley_app'], cmd: 'ALL' });
      expect(row.qual, row.name).toContain("current_setting('app.account'");
      // Rows of no account alone need more than equality, which an index can answer.
      if (row.always) expect(row.qual, row.name).not.toContain('DISTINCT');
      // What is written is held to the same as what is read.
      expect(row.written, row.name).toBe(row.qual);
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
    const accounts = [first, second];
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
    await app.query("select set_config('app.account', $1, false)", [first.accountId]);
    expect((await app.query('select count(*)::int as n from events')).rows[0].n).toBeGreaterThan(0);
  });

  /** The column of a table that says whose a row is. */
  const accountOf = (table: string) => (table === 'accounts' ? 'id' : 'account_id');
  /** What refuses: the wall itself, or that nobody may write this at all. */
  const REFUSED = /row-level security|permission denied/;

  it.each([
    ['with an account set', () => first.accountId],
    ['with none', () => ''],
  ])('takes into no tenant table a row that says another account, %s', async (_what, account) => {
    await app.query("select set_config('app.account', $1, false)", [account()]);
    // The wall is asked before anything that a row must have: one that says nothing but whose it is will do.
    for (const table of await tenantTables()) {
      const theirs = await owner.query<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where ${accountOf(table)} = $1 limit 1`,
        [second.accountId],
      );
      const row = theirs.rows[0]?.row ?? { [accountOf(table)]: second.accountId };
      const made = await owner.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and (attgenerated <> '' or attidentity <> '')`,
        [table],
      );
      const written = Object.keys(row)
        .filter((column) => !made.rows.some(({ name }) => name === column))
        .map((column) => `"${column}"`)
        .join(', ');
      const insert = `insert into ${table} (${written}) select ${written} from jsonb_populate_record(null::${table}, $1::jsonb)`;
      await expect(app.query(insert, [JSON.stringify(row)]), table).rejects.toThrow(REFUSED);
    }
  });

  it('lets no row of any tenant table be given to another account', async () => {
    const refusals = new Map<string, string>();
    for (const table of await tenantTables()) {
      await superuser.query('begin');
      try {
        await givenRowOf(table);
        await superuser.query('set local role parley_app');
        await superuser.query("select set_config('app.account', $1, true)", [first.accountId]);
        const own = await superuser.query(`select 1 from ${table}`).then(
          ({ rowCount }) => rowCount,
          (error: Error) => error.message,
        );
        if (typeof own === 'number') expect(own, table).toBeGreaterThan(0);
        const given = superuser.query(`update ${table} set ${accountOf(table)} = $1`, [second.accountId]);
        refusals.set(
          table,
          await given.then(
            () => 'taken',
            (error: Error) => error.message,
          ),
        );
      } finally {
        await superuser.query('rollback');
      }
    }
    for (const [table, refusal] of refusals) expect(refusal, table).toMatch(REFUSED);
    expect([...refusals.values()].filter((refusal) => refusal.includes('row-level security')).length).toBeGreaterThan(5);
  });

  /** A row of the first account's, where it has none: of nothing but whose it is, in this transaction, in which a row needs nothing else. */
  async function givenRowOf(table: string): Promise<void> {
    const there = await superuser.query(`select 1 from ${table} where ${accountOf(table)} = $1`, [first.accountId]);
    if (there.rowCount) return;
    await superuser.query('set local session_replication_role = replica');
    const { rows: constraints } = await superuser.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype <> 'n' and coninhcount = 0`,
      [table],
    );
    for (const { name } of constraints) await superuser.query(`alter table ${table} drop constraint if exists "${name}" cascade`);
    const { rows: needed } = await superuser.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attnotnull and attidentity = '' and not attisdropped`,
      [table],
    );
    for (const { name } of needed) await superuser.query(`alter table ${table} alter column "${name}" drop not null`);
    await superuser.query(`insert into ${table} (${accountOf(table)}) values ($1)`, [first.accountId]);
  }

  it('lets no row of one account point at a row of another, though foreign keys are checked behind the wall', async () => {
    const { rows } = await owner.query<{ name: string; columns: string[] }>(
      `select c.conrelid::regclass::text || '.' || c.conname as name,
         (select array_agg(a.attname::text) from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k) as columns
       from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and c.confrelid <> 'accounts'::regclass and c.confrelid <> all (array['super_users', 'carriers', 'carrier_services']::regclass[])`,
    );
    const single = rows.filter((row) => !row.columns.includes('account_id')).map((row) => row.name);
    expect(rows.length).toBeGreaterThan(20);
    expect(single).toEqual([]);
  });

  it('knows exactly these columns with an id that no key holds to the account', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.oid = any($1::regclass[]) and a.attnum > 0 and not a.attisdropped and a.attname not in ('id', 'account_id')
         and a.atttypid = any (array['uuid', 'uuid[]']::regtype[])
         and not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey) and ${WITH_ACCOUNT})
       order by 1`,
      [await tenantTables()],
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(IDS_WITHOUT_KEY).toSorted());
  });

  it('knows exactly these unique keys that one account could take before another', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select i.indrelid::regclass || '.' || k.relname as name from pg_index i join pg_class k on k.oid = i.indexrelid
       where i.indrelid = any($1::regclass[]) and i.indisunique
         and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attname = 'account_id')
         -- A row of another account cannot name what this key begins with.
         and not exists (select from pg_constraint f where f.conrelid = i.indrelid and f.contype = 'f' and ${WITH_ACCOUNT}
           and f.conkey && (i.indkey::int2[]))
         -- The row's own id, made by us.
         and not (i.indisprimary and i.indnatts = 1 and exists (select from pg_attribute a
           where a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attname = 'id' and a.atttypid = 'uuid'::regtype))
       order by 1`,
      [await tenantTables()],
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(KEYS_OF_ALL_ACCOUNTS).toSorted());
  });

  it('lets nobody store an event in a room, a conversation or a channel of another account', async () => {
    const theirs = await owner.query<{ row: Record<string, unknown> }>(
      'select to_jsonb(e) as row from events e where account_id = $1 and channel_seq is not null limit 1',
      [second.accountId],
    );
    const event = { ...theirs.rows[0]?.row, account_id: first.accountId, id: newId(), seq: 1000, channel_seq: 1000, file_id: null };
    const own = { room_id: null, conversation_id: null, contact_channel_id: null };
    await app.query("select set_config('app.account', $1, false)", [first.accountId]);
    const mine = await app.query<typeof own>(
      'select room_id, conversation_id, contact_channel_id from events where channel_seq is not null',
    );
    const stored = (given: object) =>
      app.query('insert into events select * from jsonb_populate_record(null::events, $1::jsonb)', [
        JSON.stringify({ ...event, ...mine.rows[0], ...given }),
      ]);
    for (const column of ['room_id', 'conversation_id', 'contact_channel_id'] as const) {
      const refused = expect.objectContaining({ code: '23503', constraint: `events_account_id_${column}_fkey` });
      await expect(stored({ [column]: event[column as keyof typeof event] }), column).rejects.toEqual(refused);
    }
    await app.query('begin');
    await expect(stored({})).resolves.toMatchObject({ rowCount: 1 });
    await app.query('rollback');
  });

  it.each([
    ['client_sends', '(account_id, sender_id, client_message_id, event_id)'],
    ['inbound_receipts', '(account_id, channel_application_id, provider_message_id, event_id)'],
    ['raw_inbound', '(account_id, channel_application_id, delivery_key, id, address, body)'],
  ])('lets nobody take a key of another account in %s', async (table, columns) => {
    const [names, keyed] = [newId(), newId()];
    for (const { accountId } of [first, second]) {
      await app.query("select set_config('app.account', $1, false)", [accountId]);
      const row = [accountId, names, keyed, newId(), ...(table === 'raw_inbound' ? ['+359888123456', '{}'] : [])];
      const insert = `insert into ${table} ${columns} values (${row.map((_value, at) => `$${at + 1}`).join(', ')})`;
      await expect(app.query(insert, row)).resolves.toMatchObject({ rowCount: 1 });
      // Its own key stays one.
      await expect(app.query(insert, row)).rejects.toMatchObject({ code: '23505' });
    }
  });
});
