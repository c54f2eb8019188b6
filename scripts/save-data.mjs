import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, hashOfFile, manifestOf, writeManifest } from './backup-folder.mjs';
import { Refusal } from './refusal.mjs';

/** Where the server writes uploads until they are whole. */
const ARRIVING = '.arriving/';

/**
 * Writes a backup of a running installation: the database as one snapshot, then what people uploaded. Files are written once and never
 * changed, so those that the snapshot names are there. The folder gets its name only when all is written.
 *
 * @param {object} options
 * @param {string} options.root the project
 * @param {string} options.folder must not exist yet, or be empty
 * @param {string} options.ownerUrl the database as its owner
 * @param {string} options.dataFolder
 * @param {string} options.secret
 * @param {boolean} [options.withFiles] false when only the database is moved
 * @param {(text: string) => void} options.progress
 * @returns {Promise<import('./backup-folder.mjs').Manifest>}
 * @throws {Refusal}
 */
export async function saveData({ root, folder, ownerUrl, dataFolder, secret, withFiles = true, progress }) {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw new Refusal(`${folder} is not empty: name a new folder for the backup.`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
  try {
    progress('Copying the database');
    const database = await saveDatabase(unfinished, ownerUrl);
    if (withFiles) progress('Copying the files');
    const files = withFiles ? await saveFiles(join(dataFolder, 'files'), join(unfinished, 'files')) : [];
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const manifest = manifestOf({ parley: version, ...database, files }, secret);
    writeManifest(unfinished, manifest);
    renameSync(unfinished, folder);
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** @param {string} folder @param {string} ownerUrl */
async function saveDatabase(folder, ownerUrl) {
  const [{ default: pg }, { copyTablesOut, sequencesOf }] = await Promise.all([import('pg'), import('./table-copy.mjs')]);
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000, application_name: 'parley backup' });
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query(
      `select to_json(clock_timestamp()) #>> '{}' as at, current_setting('server_version_num')::int / 10000 as major,
        to_regclass('public.kysely_migration') is not null as ours`,
    );
    if (!rows[0].ours) throw new Refusal('The database holds no data of Parley: there is nothing to back up.');
    const { rows: last } = await client.query('select max(name) as name from kysely_migration');
    const tables = await copyTablesOut(client, folder);
    const sequences = await sequencesOf(client);
    await client.query('commit');
    return { madeAt: rows[0].at, postgres: rows[0].major, lastMigration: last[0].name, tables, sequences };
  } finally {
    await client.end();
  }
}

/**
 * What is still being uploaded belongs to no message and is left out.
 *
 * @param {string} from @param {string} to
 */
async function saveFiles(from, to) {
  const copies = [];
  for (const path of filesBelow(from).filter((one) => !one.startsWith(ARRIVING))) {
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    try {
      copyFileSync(join(from, path), target);
    } catch (error) {
      // Deleted since we looked, hence not named by the snapshot, or erased on purpose.
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') continue;
      throw error;
    }
    copies.push({ path, bytes: statSync(target).size, sha256: await hashOfFile(target) });
  }
  return copies;
}
