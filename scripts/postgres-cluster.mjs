import { spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, startedAt } from './process-identity.mjs';
import { Refusal } from './refusal.mjs';

/**
 * Told of every process at its birth, so that the caller can end it: the one that makes the files, or the database itself.
 *
 * @typedef {(child: import('node:child_process').ChildProcess, kind: 'initdb' | 'postgres') => void} Track
 */

/** The superuser's name. Nobody but the launcher signs in with it. */
export const SUPERUSER = 'postgres';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A socket's path may not be longer than 107 bytes, which a deep data folder passes easily; TCP serves everybody.
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  shared_preload_libraries: 'pg_stat_statements',
};

/** @param {string} dataFolder @returns {string} where the database's own files lie */
export function clusterFolderOf(dataFolder) {
  return join(dataFolder, 'postgres');
}

/** @param {string} dataFolder @returns {boolean} */
export function hasCluster(dataFolder) {
  return existsSync(join(clusterFolderOf(dataFolder), 'PG_VERSION'));
}

/** @param {string} dataFolder @returns {number | undefined} the major version that made the files, if there are any */
export function clusterMajor(dataFolder) {
  if (!hasCluster(dataFolder)) return undefined;
  return Number.parseInt(readFileSync(join(clusterFolderOf(dataFolder), 'PG_VERSION'), 'utf8'), 10);
}

/**
 * Makes the database's files. They get their final name only when they are complete, so that a kill in the middle leaves nothing that
 * looks like a database.
 *
 * @param {{ dataFolder: string, superuserPassword: string, binaries: import('./postgres-binaries.mjs').PostgresBinaries,
 *   account: import('./postgres-account.mjs').PostgresAccount, track: Track }} options
 */
export async function makeCluster({ dataFolder, superuserPassword, binaries, account, track }) {
  const unfinished = `${clusterFolderOf(dataFolder)}.unfinished`;
  const passwordFile = `${unfinished}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${superuserPassword}\n`, { mode: 0o600 });
  if (account.owner) {
    for (const path of [unfinished, passwordFile]) chownSync(path, account.owner.uid, account.owner.gid);
  }
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-instructions'];
  try {
    await runToEnd(account.wrap(binaries.initdb, [`--pgdata=${unfinished}`, ...locale, ...access]), track);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(join(unfinished, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  renameSync(unfinished, clusterFolderOf(dataFolder));
}

/**
 * Starts the server process and waits until it answers; recovery after a crash is part of that wait. Tried again for a short while,
 * since the port may have been taken a moment ago, and since the children of a killed server hold its memory until they notice.
 *
 * @param {LaunchOptions} options
 * @returns {Promise<{ port: number, process: import('node:child_process').ChildProcess }>}
 */
export async function launchCluster(options) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchOnce(options);
    } catch (error) {
      if (attempt === 4 || options.abort?.aborted) throw error;
      await sleep(500 * attempt, undefined, { signal: options.abort });
    }
  }
}

/**
 * In its own process group: a Ctrl-C in the terminal must not take the database from a draining server.
 *
 * @typedef {{ dataFolder: string, binaries: import('./postgres-binaries.mjs').PostgresBinaries, track: Track,
 *   account: import('./postgres-account.mjs').PostgresAccount, settings?: Record<string, string> | undefined, abort?: AbortSignal | undefined }} LaunchOptions
 *
 * @param {LaunchOptions} options
 */
async function launchOnce({ dataFolder, binaries, account, settings, track }) {
  const clusterFolder = clusterFolderOf(dataFolder);
  const portFile = join(dataFolder, 'postgres.port');
  const logPath = join(dataFolder, 'logs', 'postgres.log');
  mkdirSync(join(dataFolder, 'logs'), { recursive: true, mode: 0o755 });
  const port = await freePort(readPort(portFile));
  writeFileSync(portFile, `${port}\n`);
  const given = Object.entries({ ...SETTINGS, ...settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { program, args, ids } = account.wrap(binaries.postgres, ['-D', clusterFolder, ...given]);
  const log = openSync(logPath, 'a', 0o600);
  const child = spawn(program, args, { ...ids, cwd: '/', env: environment(), detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  track(child, 'postgres');
  /** @type {string | undefined} */
  let ended;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`;
  });
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(15)) {
    if (ended !== undefined) throw new Error(`PostgreSQL did not start (${ended}); see ${logPath}.`);
    const state = readPostmaster(clusterFolder);
    if (state?.pid === child.pid && state?.ready) return { port, process: child };
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL was not ready after two minutes; see ${logPath}.`);
}

/**
 * Stops the PostgreSQL that runs on this data folder, whoever started it. Returns when it is gone.
 *
 * @param {string} dataFolder
 * @param {{ fastMs?: number }} [limits] how long open transactions and the last checkpoint may take; then it is cut off, and the next start recovers
 * @returns {Promise<boolean>} whether one was running
 */
export async function stopCluster(dataFolder, { fastMs = 6_000 } = {}) {
  const clusterFolder = clusterFolderOf(dataFolder);
  const pid = readPostmaster(clusterFolder)?.pid;
  if (pid === undefined || !isOurPostgres(pid, clusterFolder)) return false;
  const began = startedAt(pid);
  const gone = () => startedAt(pid) !== began;
  for (const [signal, ms] of /** @type {[NodeJS.Signals, number][]} */ ([
    ['SIGINT', fastMs],
    ['SIGQUIT', 1_500],
    ['SIGKILL', 1_000],
  ])) {
    if (!gone()) signalProcess(pid, signal);
    for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(15)) {
      if (gone()) return true;
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) cannot be stopped.`);
}

/** @param {string} clusterFolder @returns {{ pid: number, ready: boolean } | undefined} */
function readPostmaster(clusterFolder) {
  let lines;
  try {
    lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * After a crash of the machine the file may name a process that is somebody else's by now.
 *
 * @param {number} pid
 * @param {string} clusterFolder
 */
function isOurPostgres(pid, clusterFolder) {
  const command = commandOf(pid);
  return command?.includes('postgres') === true && command.includes(`-D ${clusterFolder} `);
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {string} portFile */
function readPort(portFile) {
  const port = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : Number.NaN;
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/**
 * The recorded port if it is still free, else another one, below the range from which systems take ports for outgoing connections.
 *
 * @param {number | undefined} wanted
 */
async function freePort(wanted) {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  for (let tries = 0; tries < 200; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port found for PostgreSQL.');
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * @param {{ program: string, args: string[], ids: { uid?: number, gid?: number } }} call
 * @param {Track} track
 * @returns {Promise<void>}
 */
function runToEnd({ program, args, ids }, track) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...ids, cwd: '/', env: environment(), detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    track(child, 'initdb');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(initdbFailed(output.trim()))));
  });
}

/** @param {string} output */
function initdbFailed(output) {
  if (output.includes('No space left on device'))
    return new Refusal('The disk has no room for the database, which needs about 100 MB: make room and start again.');
  return new Error(`The database could not be made: ${output.slice(-2_000)}`);
}

// Nothing of ours goes to PostgreSQL by the environment: no secret, and no PG… variable or language of the person who starts it.
function environment() {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
