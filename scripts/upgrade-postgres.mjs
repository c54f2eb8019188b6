import './node-version.mjs';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBackup } from './backup-folder.mjs';
import { holding, presentSecret, runDataCommand } from './data-command.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { isHalfRestored, loadDatabase, markHalfRestored, unmarkHalfRestored } from './load-data.mjs';
import { fetchOlderPostgres, OLDER_MAJORS } from './older-postgres.mjs';
import { findPostgresBinaries } from './postgres-binaries.mjs';
import { clusterFolderOf, clusterMajor } from './postgres-cluster.mjs';
import { Refusal } from './refusal.mjs';
import { saveData } from './save-data.mjs';

// `npm run upgrade-postgres`: moves the embedded database to the major version of PostgreSQL that this version of Parley brings. The old
// files stay beside the new ones; a run that was cut off is begun anew by the next.
await runDataCommand(async (command) => {
  if (command.databaseUrl !== undefined) throw new Refusal('PARLEY_DATABASE_URL is set: an outside database is upgraded by who runs it.');
  return holding(command.dataFolder, () => upgrade(command));
});

/** @param {import('./data-command.mjs').DataCommand} command */
async function upgrade({ root, node, dataFolder, progress }) {
  const secret = presentSecret(dataFolder);
  const cluster = clusterFolderOf(dataFolder);
  putBack(dataFolder, cluster);
  const [from, to] = [clusterMajor(dataFolder), findPostgresBinaries().major];
  if (from === undefined) throw new Refusal(`There is no database in ${dataFolder}.`);
  if (from === to) return [`The database is of PostgreSQL ${to} already: there is nothing to do.`];
  if (from > to) throw new Refusal(`The database was made by PostgreSQL ${from}, which is newer than ${to}: start the newer Parley.`);
  const backup = join(dataFolder, `postgres-${from}-copy`);
  const kept = keptFolder(dataFolder, from);
  const older = await fetchOlderPostgres({ root, major: from, progress });
  rmSync(backup, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataFolder, secret, progress, binaries: older });
  try {
    await saveData({ root, folder: backup, ownerUrl: postgres.ownerUrl, dataFolder, secret, withFiles: false, progress });
  } finally {
    await postgres.stop();
  }
  const manifest = await readBackup(backup, secret);
  markHalfRestored(dataFolder, 'npm run upgrade-postgres');
  renameSync(cluster, kept);
  try {
    await loadDatabase({ root, node, backup, dataFolder, databaseUrl: undefined, secret, progress }, manifest);
  } catch (error) {
    putBack(dataFolder, cluster);
    throw error;
  }
  unmarkHalfRestored(dataFolder);
  rmSync(backup, { recursive: true, force: true });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Moved ${rows} rows of ${manifest.tables.length} tables from PostgreSQL ${from} to ${to}`,
    `The former files are kept in ${kept}: delete them when all is well.`,
  ];
}

/**
 * After a run that did not end: the old files are the data, what was made of them is not.
 *
 * @param {string} dataFolder
 * @param {string} cluster
 */
function putBack(dataFolder, cluster) {
  if (!isHalfRestored(dataFolder)) return;
  const kept = OLDER_MAJORS.map((major) => keptFolder(dataFolder, major)).find(existsSync);
  if (kept !== undefined) {
    rmSync(cluster, { recursive: true, force: true });
    renameSync(kept, cluster);
  }
  unmarkHalfRestored(dataFolder);
}

/** @param {string} dataFolder @param {number} major */
function keptFolder(dataFolder, major) {
  return join(dataFolder, `postgres-${major}-former`);
}
