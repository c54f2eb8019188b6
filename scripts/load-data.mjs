import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBackup } from './backup-folder.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { clusterFolderOf, hasCluster } from './postgres-cluster.mjs';
import { Refusal } from './refusal.mjs';
import { runNode } from './tool.mjs';

/** Stands in a data folder while a restore fills it; what was cut off must not be taken for an installation. */
const MARK = 'restoring';

/** @param {string} dataFolder @throws {Refusal} when a restore into it did not end */
export function assertNotHalfRestored(dataFolder) {
  if (existsSync(join(dataFolder, MARK)))
    throw new Refusal(`A restore into ${dataFolder} was cut off: run npm run restore again before starting.`);
}

/**
 * @typedef {object} LoadOptions
 * @property {string} root the project
 * @property {string} node to run the server's migrations with
 * @property {string} backup the backup's folder
 * @property {string} dataFolder exists and is held by the caller
 * @property {string | undefined} databaseUrl an outside database as its owner; undefined: the embedded one
 * @property {string} secret
 * @property {(text: string) => void} progress
 *
 * Restores a backup into an installation that has no data yet. The rows come in by one transaction; a run that was cut off is begun anew
 * by the next.
 *
 * @param {LoadOptions} options
 * @returns {Promise<import('./backup-folder.mjs').Manifest>}
 * @throws {Refusal} when there is data already, or the backup is damaged, too new, or made with another secret
 */
export async function loadData({ root, node, backup, dataFolder, databaseUrl, secret, progress }) {
  progress('Checking the backup');
  const manifest = await readBackup(backup, secret);
  const files = join(dataFolder, 'files');
  const again = existsSync(join(dataFolder, MARK));
  if (!again && ((databaseUrl === undefined && hasCluster(dataFolder)) || existsSync(files)))
    throw new Refusal(`${dataFolder} holds data already: set PARLEY_DATA to an empty folder.`);
  writeFileSync(join(dataFolder, MARK), '');
  if (again) for (const path of [clusterFolderOf(dataFolder), files]) rmSync(path, { recursive: true, force: true });
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataFolder, secret, progress }) : undefined;
  try {
    const ownerUrl = databaseUrl ?? embedded?.ownerUrl ?? '';
    await assertEmpty(ownerUrl);
    progress('Making the tables');
    await makeSchema({ root, node, dataFolder, secret, ownerUrl, upTo: manifest.lastMigration });
    progress('Restoring the database');
    await fill(ownerUrl, backup, manifest);
  } catch (error) {
    await embedded?.stop();
    // Nothing of what we made is worth keeping, and the next try shall find what this one found.
    if (embedded !== undefined) rmSync(clusterFolderOf(dataFolder), { recursive: true, force: true });
    rmSync(join(dataFolder, MARK), { force: true });
    throw error;
  }
  await embedded?.stop();
  progress('Restoring the files');
  for (const { path } of manifest.files) {
    mkdirSync(dirname(join(files, path)), { recursive: true, mode: 0o700 });
    copyFileSync(join(backup, 'files', path), join(files, path));
  }
  rmSync(join(dataFolder, MARK));
  return manifest;
}

/** @param {string} ownerUrl @throws {Refusal} */
async function assertEmpty(ownerUrl) {
  await withClient(ownerUrl, async (client) => {
    const { tablesOf } = await import('./table-copy.mjs');
    const [table] = await tablesOf(client);
    if (table !== undefined) throw new Refusal(`The database holds tables already (${table.name}): name an empty one.`);
  });
}

/** @param {{ root: string, node: string, dataFolder: string, secret: string, ownerUrl: string, upTo: string }} options */
async function makeSchema({ root, node, dataFolder, secret, ownerUrl, upTo }) {
  const env = { PARLEY_DATA: dataFolder, PARLEY_SECRET: secret, PARLEY_EMBEDDED_DATABASE_URL: ownerUrl, PARLEY_LOG_LEVEL: 'silent' };
  const { how, output } = await runNode({ root, node, args: ['server/src/main.ts', 'migrate', upTo], show: false, env });
  if (how !== undefined) throw new Refusal(output.trim().split('\n').at(-1) || `The tables could not be made (${how}).`);
}

/** @param {string} ownerUrl @param {string} folder @param {import('./backup-folder.mjs').Manifest} manifest */
async function fill(ownerUrl, folder, manifest) {
  const { copyTablesIn } = await import('./table-copy.mjs');
  await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    await copyTablesIn(client, folder, manifest);
    await client.query('commit');
    await client.query('analyze');
  });
}

/** @param {string} url @param {(client: import('pg').Client) => Promise<void>} work */
async function withClient(url, work) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'parley restore' });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}
