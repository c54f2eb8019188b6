import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, stopByDataFolder } from './embedded-postgres.mjs';
import { APP, createDatabase, DATABASE, databaseUrl, dropDatabase, OWNER } from './postgres-roles.mjs';
import { identityOf, isRunning } from './process-identity.mjs';

const PREFIX = 'parley-test-postgres-';

/**
 * What a test process needs to make databases; plain data, so that vitest can hand it to its workers.
 *
 * @typedef {{ secret: string, port: number }} TestPostgres
 * @typedef {{ name: string, ownerUrl: string, appUrl: string }} TestDatabase
 */

/**
 * Starts one embedded PostgreSQL in a temporary folder for a run of the tests. Its roles and extensions are the product's; only fsync
 * is off, since nothing in it shall outlive the run. What killed runs have left behind is removed first.
 *
 * @returns {Promise<TestPostgres & { stop: () => Promise<void> }>}
 */
export async function startTestPostgres() {
  await removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(identityOf(process.pid)));
  // mkdtemp closes the folder to everybody else, and as root PostgreSQL is somebody else.
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { mode: 0o755 });
  const secret = randomBytes(32).toString('hex');
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const { port, stop } = await startEmbeddedPostgres({ dataFolder, secret, settings });
  return {
    secret,
    port,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes a database owned by parley_owner, with the product's extensions, in which parley_app may sign in. As a template serves either the
 * empty one or one that a test run has migrated before; nobody may be connected to a template at that moment.
 *
 * @param {TestPostgres} postgres
 * @param {{ name?: string, template?: string }} [options] name: lower-case letters, digits and underscores
 * @returns {Promise<TestDatabase>}
 */
export async function createTestDatabase({ secret, port }, { name = `test_${randomBytes(8).toString('hex')}`, template = DATABASE } = {}) {
  await createDatabase({ secret, port, name, template });
  return {
    name,
    ownerUrl: databaseUrl({ secret, port, role: OWNER, database: name }),
    appUrl: databaseUrl({ secret, port, role: APP, database: name }),
  };
}

/** @param {TestPostgres} postgres @param {string} name @returns {Promise<void>} */
export async function dropTestDatabase({ secret, port }, name) {
  await dropDatabase({ secret, port, name });
}

async function removeLeftovers() {
  for (const entry of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), entry);
    const owner = join(folder, 'owner.json');
    if (!entry.startsWith(PREFIX) || !existsSync(owner) || isRunning(JSON.parse(readFileSync(owner, 'utf8')))) continue;
    if (existsSync(join(folder, 'data'))) await stopByDataFolder(join(folder, 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
}
