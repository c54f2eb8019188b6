import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { APP, passwordOf } from '../scripts/postgres-roles.mjs';
import { openDatabase } from '../server/src/platform/database.ts';
import { givenAccount, type TestAccount } from '../server/test/people.ts';
import { givePassword, SignInBrowser } from '../server/test/sign-in.ts';
import { readDataFile } from './demo-database.ts';
import { runScript } from './npm-script.ts';
import { missingPostgres15, type OutsidePostgres, startPostgres15 } from './outside-postgres.ts';
import { DATA_PORT, OUTSIDE_PORT } from './ports.ts';
import { expectOneClearSentence, type Product, startInVain, startProduct, temporaryDataFolder } from './product.ts';
import { Line } from './storm/line.ts';
import { newVisitor, type Visitor, visitorWith } from './visitor.ts';

/** The owner has nothing but its database: no superuser, no passing of row-level security, no making of roles or databases. */
const OWNER = { name: 'chat_owner', password: 'made-up-owner' };
const PERSON = { email: '', password: 'a quiet harbour at dawn' };

const dataFolder = temporaryDataFolder();
const place = dirname(dataFolder);
let postgres: OutsidePostgres;
let product: Product | undefined;
let account: TestAccount;
let visitor: Visitor;

const ownerUrl = (database = 'chat') => postgres.url(OWNER.name, OWNER.password, database);
const env = (database?: string) => ({ PARLEY_DATABASE_URL: ownerUrl(database) });

test.describe.configure({ mode: 'serial', timeout: 180_000 });
test.beforeAll(async () => {
  const missing = missingPostgres15();
  if (missing !== undefined) throw new Error(missing);
  postgres = await startPostgres15({ folder: join(place, 'postgres'), port: OUTSIDE_PORT });
  await postgres.administer(
    'postgres',
    `create role ${OWNER.name} login nosuperuser nobypassrls nocreatedb nocreaterole password '${OWNER.password}'`,
    `create role stranger login password '${OWNER.password}'`,
    `create database chat owner ${OWNER.name} encoding 'UTF8' template template0`,
    `create database restored owner ${OWNER.name} encoding 'UTF8' template template0`,
    `create database latin owner ${OWNER.name} encoding 'LATIN1' locale 'C' template template0`,
  );
});
test.afterAll(async () => {
  await product?.stop();
  await postgres?.stop();
  rmSync(place, { recursive: true, force: true });
});

test('what it cannot work in, it says in one sentence', async () => {
  const refused = async (url: string) => (await startInVain({ port: DATA_PORT, dataFolder, env: { PARLEY_DATABASE_URL: url } })).output;
  expectOneClearSentence(await refused(ownerUrl('latin')), /^The database's encoding is LATIN1: create it anew with encoding UTF8\.$/);
  expectOneClearSentence(await refused(postgres.url('stranger', OWNER.password, 'chat')), /must name the role that owns the database/);
  expectOneClearSentence(
    await refused(ownerUrl()),
    /may not create roles: let the database's administrator run what npm run database-role/,
  );
});

test('with the role that its administrator made, the tables are made and the product is ready', async () => {
  const { code, output } = await runScript('database-role', [], { PARLEY_DATA: dataFolder });
  expect(code).toBe(0);
  await postgres.administer('postgres', output);
  product = await startProduct({ port: DATA_PORT, dataFolder, env: env() });
  expect(await (await fetch(`${product.url}/health/ready`)).json()).toMatchObject({ status: 'ready' });
  const db = openDatabase(ownerUrl(), 1);
  try {
    account = await givenAccount(db, 'Harbour');
    const { userId } = await account.agent('Vera');
    PERSON.email = `vera-${userId}@lumen.example`;
    await givePassword(db, account.accountId, userId, PERSON.password);
  } finally {
    await db.close();
  }
});

/** The agent's REST, by a token that they signed in for. */
async function agentCalls(origin: string) {
  const { access_token } = await new SignInBrowser(origin).signIn(PERSON.email, PERSON.password);
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const said = await answer.json();
    expect(answer.status, JSON.stringify(said)).toBe(200);
    return said;
  };
}

test('a visitor writes, and the agent who gets it answers', async () => {
  const { url } = product as Product;
  const agent = await agentCalls(url);
  const line = new Line({
    where: { origin: url, socketPort: DATA_PORT },
    app: 'agent-web',
    ticket: async () => (await agent('POST', 'realtime/tickets')).ticket,
    heard: () => {},
    opened: async () => {},
  });
  await expect.poll(() => line.connects).toBe(1);
  await agent('PUT', 'users/me/chat-status', { status: 'ready' });
  visitor = await newVisitor(url, account.widgetId);
  await visitor.say('Is the harbour open?');
  const mine = () => agent('GET', 'rooms?view=mine');
  await expect.poll(async () => (await mine()).totalElements).toBe(1);
  const [room] = (await mine()).content;
  const payload = { clientMessageId: 'harbour-answer-1', roomId: room.id, channelId: room.channels[0].channelId, text: 'From seven on.' };
  await agent('POST', `rooms/${room.id}/messages`, { type: 'Text', payload });
  expect(await visitor.history()).toEqual(['Is the harbour open?', 'From seven on.']);
  line.stop();
});

test('the account wall stands: parley_app is weak, and sees one account', async () => {
  const secret = readDataFile(dataFolder, 'secret');
  const app = new pg.Client({ connectionString: postgres.url(APP, passwordOf(secret, APP), 'chat') });
  const owner = new pg.Client({ connectionString: ownerUrl() });
  await Promise.all([app.connect(), owner.connect()]);
  try {
    const { rows: roles } = await owner.query(
      `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as strong from pg_roles where rolname = any($1)`,
      [[APP, OWNER.name]],
    );
    expect(roles).toEqual([{ strong: false }, { strong: false }]);
    const { rows: open } = await owner.query(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity
         and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')`,
    );
    expect(open).toEqual([]);
    const events = async (as: pg.Client) => (await as.query('select count(*)::int as n from events')).rows[0].n;
    expect(await events(app)).toBe(0);
    await app.query(`select set_config('app.account', gen_random_uuid()::text, false)`);
    expect(await events(app)).toBe(0);
    await app.query(`select set_config('app.account', $1, false)`, [account.accountId]);
    expect(await events(app)).toBe(await events(owner));
    await expect(app.query('select * from graphile_worker.jobs')).rejects.toThrow(/permission denied/);
  } finally {
    await Promise.all([app.end(), owner.end()]);
  }
});

test('it is backed up while it runs, and restored into another database of the same owner', async () => {
  const backup = join(place, 'backup');
  const restored = join(place, 'restored');
  const secret = readDataFile(dataFolder, 'secret');
  expect(await runScript('backup', [backup], { PARLEY_DATA: dataFolder, ...env() })).toMatchObject({ code: 0 });
  await product?.stop();
  const into = { PARLEY_DATA: restored, PARLEY_SECRET: secret };
  expect(await runScript('restore', [backup], { ...into, ...env('restored') })).toMatchObject({ code: 0 });
  product = await startProduct({ port: DATA_PORT, dataFolder: restored, env: { PARLEY_SECRET: secret, ...env('restored') } });
  expect(await visitorWith(product.url, visitor.secret).history()).toEqual(['Is the harbour open?', 'From seven on.']);
  await visitorWith(product.url, visitor.secret).say('Thank you');
});

test('what a cut restore has left in it is told, and never started as an installation', async () => {
  await product?.stop();
  product = undefined;
  const half = join(place, 'half');
  mkdirSync(half);
  writeFileSync(join(half, 'restoring'), 'npm run restore\n');
  const secret = readDataFile(dataFolder, 'secret');
  const into = { PARLEY_DATA: half, PARLEY_SECRET: secret, ...env('restored') };
  for (let tries = 0; tries < 2; tries++) {
    const again = await runScript('restore', [join(place, 'backup')], into);
    expect(again.code).toBe(1);
    expectOneClearSentence(again.output, /^The database holds what a restore that was cut off has made \(.*\): drop the database/);
  }
  const started = await startInVain({ port: DATA_PORT, dataFolder: half, env: { PARLEY_SECRET: secret, ...env('restored') } });
  expectOneClearSentence(started.output, /is not whole, since npm run restore was cut off: run it again before starting\.$/);
});
