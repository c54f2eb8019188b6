import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { explained, Refusal } from './refusal.mjs';
import { takeLock } from './run-lock.mjs';
import { readOrMakeSecret } from './secret.mjs';
import { readSettings } from './settings.mjs';

/**
 * What the commands that work on the data (backup, restore, upgrade) begin with.
 *
 * @typedef {object} DataCommand
 * @property {string} root
 * @property {string} node
 * @property {string} dataFolder
 * @property {string | undefined} databaseUrl an outside database, where one is set
 * @property {(text: string) => void} progress
 * @property {string[]} args
 */

/**
 * Runs one of them to its end and ends this process: 0, or 1 after one sentence.
 *
 * @param {(command: DataCommand) => Promise<string[]>} work returns the lines to print at the end
 */
export async function runDataCommand(work) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const progress = (/** @type {string} */ text) => console.log(`  ${text}`);
  try {
    const { dataFolder } = readSettings(process.env, root);
    const node = await prepare({ root, build: false, progress });
    const databaseUrl = process.env.PARLEY_DATABASE_URL || undefined;
    const lines = await work({ root, node, dataFolder, databaseUrl, progress, args: process.argv.slice(2) });
    console.log(lines.join('\n'));
    process.exit(0);
  } catch (error) {
    const told = explained(error);
    console.error(told instanceof Refusal ? told.message : told);
    process.exit(1);
  }
}

/**
 * A folder that a person named counts from where they stood when they typed it, also under npm.
 *
 * @param {string | undefined} given
 * @param {string} usage
 */
export function folderOf(given, usage) {
  if (given === undefined || given === '') throw new Refusal(`Which folder? For instance: ${usage}`);
  return resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

/** @param {string} dataFolder @returns {string} the installation's secret, never a new one */
export function presentSecret(dataFolder) {
  const given = process.env.PARLEY_SECRET;
  if (given) return given;
  if (!existsSync(join(dataFolder, 'secret')))
    throw new Refusal(`There is no secret: put the installation's into ${join(dataFolder, 'secret')}, or set PARLEY_SECRET to it.`);
  return readOrMakeSecret(dataFolder);
}

/**
 * Works while nobody else does with this data folder.
 *
 * @template T
 * @param {string} dataFolder made when it is not there
 * @param {() => Promise<T>} work
 * @param {(port: number) => Promise<T>} [whileRunning] what to do instead when Parley runs; gets the embedded database's port
 * @returns {Promise<T>}
 */
export async function holding(dataFolder, work, whileRunning) {
  mkdirSync(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const taken = await takeLock({ folder: dataFolder, name: 'run', waitMs: 12_000, waitForHolder: whileRunning === undefined });
  if ('lock' in taken) {
    try {
      return await work();
    } finally {
      taken.lock.release();
    }
  }
  if (whileRunning === undefined) throw new Refusal(`Parley is running with ${dataFolder}: stop it first.`);
  if (taken.heldBy.address === undefined) throw new Refusal(`Parley is starting or busy with ${dataFolder}: try again in a moment.`);
  return whileRunning(Number(readFileSync(join(dataFolder, 'postgres.port'), 'utf8')));
}
