import { realpathSync } from 'node:fs';
import { chooseAccount } from './postgres-account.mjs';
import { findPostgresBinaries } from './postgres-binaries.mjs';
import { clusterFolderOf, clusterMajor, hasCluster, launchCluster, makeCluster, SUPERUSER, stopCluster } from './postgres-cluster.mjs';
import { APP, databaseUrl, OWNER, passwordOf, provision } from './postgres-roles.mjs';
import { Refusal } from './refusal.mjs';

/**
 * @typedef {object} EmbeddedPostgres
 * @property {number} port
 * @property {string} ownerUrl the database as its owner: migrations, definer functions
 * @property {string} appUrl the database as the role that row-level security holds to one account
 * @property {Promise<string>} ended resolves when the process ends, whatever the reason, and says how
 * @property {(limits?: { fastMs?: number }) => Promise<void>} stop ends it in order and returns when it is gone
 */

/**
 * Starts the embedded PostgreSQL on a data folder, making its files, roles and database where they are missing. One that was left
 * running there is stopped first: the caller holds the folder, so nobody else can need it.
 *
 * @param {object} options
 * @param {string} options.dataFolder exists and may be written
 * @param {string} options.secret 64 hexadecimal digits; all three passwords derive from it
 * @param {(text: string) => void} [options.progress]
 * @param {import('./postgres-cluster.mjs').Track} [options.track]
 * @param {Record<string, string>} [options.settings] PostgreSQL settings that differ from the product's
 * @param {import('./postgres-binaries.mjs').PostgresBinaries} [options.binaries] others than the product's, to move data between major versions
 * @param {AbortSignal} [options.abort] nothing more is launched once it fires; what runs by then, `track` has told of
 * @returns {Promise<EmbeddedPostgres>}
 * @throws {import('./refusal.mjs').Refusal} for what a person can mend (wrong secret, no build for this machine)
 */
export async function startEmbeddedPostgres({
  dataFolder: given,
  secret,
  progress = () => {},
  track = () => {},
  settings,
  abort,
  binaries = findPostgresBinaries(),
}) {
  const dataFolder = realpathSync(given);
  assertSameMajor(clusterMajor(dataFolder), binaries.major);
  const account = chooseAccount({ clusterFolder: clusterFolderOf(dataFolder), neededPaths: [dataFolder, binaries.initdb] });
  if (!hasCluster(dataFolder)) {
    progress('Making the database');
    await makeCluster({ dataFolder, superuserPassword: passwordOf(secret, SUPERUSER), binaries, account, track });
  }
  abort?.throwIfAborted();
  if (await stopCluster(dataFolder)) progress('Stopped a database that an earlier run had left');
  progress('Starting the database');
  const { port, process: child } = await launchCluster({ dataFolder, binaries, account, settings, track, abort });
  const ended = new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(howItEnded(child));
    else child.once('exit', () => resolve(howItEnded(child)));
  });
  try {
    await provision({ secret, port });
  } catch (error) {
    await stopCluster(dataFolder);
    throw error;
  }
  return {
    port,
    ownerUrl: databaseUrl({ secret, port, role: OWNER }),
    appUrl: databaseUrl({ secret, port, role: APP }),
    ended,
    stop: async (limits) => {
      await stopCluster(dataFolder, limits);
    },
  };
}

/**
 * Stops the embedded PostgreSQL of a data folder from any process of the same user. The server calls it when its starter died.
 *
 * @param {string} dataFolder
 * @returns {Promise<boolean>} whether one was running
 */
export function stopByDataFolder(dataFolder) {
  return stopCluster(realpathSync(dataFolder));
}

/**
 * PostgreSQL reads the files of its own major version alone.
 *
 * @param {number | undefined} made
 * @param {number} brought
 */
function assertSameMajor(made, brought) {
  if (made === undefined || made === brought) return;
  throw new Refusal(
    made < brought
      ? `The database was made by PostgreSQL ${made}, and this version of Parley brings ${brought}: run npm run upgrade-postgres once, then start again.`
      : `The database was made by PostgreSQL ${made}, which is newer than the ${brought} of this version of Parley: start the newer version; nothing was changed.`,
  );
}

/** @param {import('node:child_process').ChildProcess} child */
function howItEnded(child) {
  return child.signalCode ?? `code ${child.exitCode}`;
}
