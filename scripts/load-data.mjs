import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBackup } from './backup-folder.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { clusterFolderOf, hasCluster } from './postgres-cluster.mjs';
import { Refusal } from './refusal.mjs';
import { runNode } from './tool.mjs';

/** Stands in a data folder while it is filled, and names the command; what was cut off must not be taken for an installation. */
const MARK = 'restoring';

/** @param {string} dataFolder @throws {Refusal} when a command that fills it did not end */
export function assertNotHalfRestored(dataFolder) {
  if (!isHalfRestored(dataFolder)) return;
  const command = readFileSync(join(dataFolder, MARK), 'utf8').trim() || 'npm run restore';
  throw new Refusal(`The data in ${dataFolder} is not whole, since ${command} was cut off: run it again before starting.`);
}

/** @param {string} dataFolder */
export function isHalfRestored(dataFolder) {
  return existsSync(join(dataFolder, MARK));
}

/** @param {string} dataFolder @param {string} command what to run again if this one is cut off */
export function markHalfRestored(dataFolder, command) {
  writeFileSync(join(dataFolder, MARK), `${command}\n`);
}

/** @param {string} dataFolder */
export function unmarkHalfRestored(dataFolder) {
  rmSync(join(dataFolder, MARK), { force: true });
}

/**
 * Restores a backup into an installation that has no data yet. A run that was cut off is begun anew by the next.
 *
 * @param {LoadOptions} options
 * @returns {Promise<import('./backup-folder.mjs').Manifest>}
 * @throws {Refusal} when there is data already, or the backup is damaged, too new, or made with another secret
 */
export async function loadData(options) {
  const { backup, dataFolder, databaseUrl, progress } = options;
  const files = join(dataFolder, 'files');
  const again = isHalfRestored(dataFolder);
  if (!again && ((databaseUrl === undefined && hasCluster(dataFolder)) || existsSync(files)))
    throw new Refusal(`${dataFolder} holds data already: set PARLEY_DATA to an empty folder.`);
  progress('Checking the backup');
  const manifest = await readBackup(backup, options.secret);
  if (databaseUrl !== undefined) await assertEmpty(databaseUrl, again);
  markHalfRestored(dataFolder, 'npm run restore');
  if (again) for (const path of [clusterFolderOf(dataFolder), files]) rmSync(path, { recursive: true, force: true });
  try {
    await loadDatabase(options, manifest);
  } catch (error) {
    // Nothing of what we made is worth keeping, and the next try shall find what this one found. In a database of somebody else's
    // it is left, and the mark with it: an installation of half the data must not start.
    if (databaseUrl === undefined) {
      rmSync(clusterFolderOf(dataFolder), { recursive: true, force: true });
      unmarkHalfRestored(dataFolder);
    }
    throw error;
  }
  progress('Restoring the files');
  for (const { path } of manifest.files) {
    mkdirSync(dirname(join(files, path)), { recursive: true, mode: 0o700 });
    copyFileSync(join(backup, 'files', path), join(files, path));
  }
  unmarkHalfRestored(dataFolder);
  return manifest;
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
 * @property {import('./postgres-binaries.mjs').PostgresBinaries} [binaries] another PostgreSQL than the product's
 *
 * The database's part: makes the tables as they were, and fills them by one transaction. It does not run afterwards.
 *
 * @param {LoadOptions} options
 * @param {import('./backup-folder.mjs').Manifest} manifest
 */
export async function loadDatabase({ root, node, backup, dataFolder, databaseUrl, secret, progress, binaries }, manifest) {
  const embedded =
    databaseUrl === undefined ? await startEmbeddedPostgres({ dataFolder, secret, progress, ...(binaries && { binaries }) }) : undefined;
  try {
    const ownerUrl = databaseUrl ?? embedded?.ownerUrl ?? '';
    await assertEmpty(ownerUrl);
    progress('Making the tables');
    await makeSchema({ root, node, dataFolder, secret, ownerUrl, upTo: manifest.lastMigration });
    progress('Restoring the database');
    await fill(ownerUrl, backup, manifest);
  } finally {
    await embedded?.stop();
  }
}

/** @param {string} ownerUrl @param {boolean} [again] after a restore that was cut off @throws {Refusal} */
async function assertEmpty(ownerUrl, again = false) {
  await withClient(ownerUrl, async (client) => {
    const { tablesOf } = await import('./table-copy.mjs');
    const [table] = await tablesOf(client);
    if (table === undefined) return;
    throw new Refusal(
      again
        ? `The database holds what a restore that was cut off has made (${table.name}): drop the database, make it anew, and run this again.`
        : `The database holds tables already (${table.name}): name an empty one.`,
    );
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
