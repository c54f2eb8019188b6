import './node-version.mjs';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endInTime } from './child.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { keepLogsSmall } from './log-file.mjs';
import { assertPortIsFree } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { RunningWork, startProgram } from './processes.mjs';
import { explained, Refusal } from './refusal.mjs';
import { takeLock } from './run-lock.mjs';
import { readOrMakeSecret } from './secret.mjs';
import { readSettings } from './settings.mjs';

// `npm start`. Everything that outlives a line of this file is ended by `stop`, in order: server, sandbox, database, all in 10 s.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const progress = (/** @type {string} */ text) => console.log(`  ${text}`);

const work = new RunningWork();
const abort = new AbortController();
/** @type {{ lock?: import('./run-lock.mjs').RunLock, server?: import('./child.mjs').Child, sandbox?: import('./child.mjs').Child,
 *   postgres?: import('node:child_process').ChildProcess }} */
const running = {};

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(0));
stopWithNpm();

try {
  await start();
} catch (error) {
  // While stopping, what is under way fails because we ended it.
  if (!abort.signal.aborted) fail(error);
}

async function start() {
  const settings = readSettings(process.env, root);
  console.log('Parley is starting');
  prepareDataFolder(settings.dataFolder);
  const lock = await holdDataFolder(settings);
  await checkPorts(settings);
  const node = await prepare({ root, build: true, progress, track: (child) => trackWork(child, lock) });
  goOn();
  keepLogsSmall(settings.dataFolder, ['server', 'sandbox', 'postgres']);
  const secret = settings.secret ?? readOrMakeSecret(settings.dataFolder);
  const env = environmentOf(settings, secret);
  if (settings.embedded) env.PARLEY_EMBEDDED_DATABASE_URL = await startDatabase(settings, secret, lock);
  goOn();
  progress('Starting the server');
  const server = await launch({ name: 'server', args: ['server/src/main.ts'], node, env, dataFolder: settings.dataFolder, lock });
  goOn();
  if (settings.demo) {
    const { PARLEY_SECRET: _secret, PARLEY_EMBEDDED_DATABASE_URL: _database, ...open } = env;
    await launch({ name: 'sandbox', args: ['sandbox/src/main.ts'], node, env: open, dataFolder: settings.dataFolder, lock });
    goOn();
  }
  lock.setAddress(settings.url);
  console.log(`\nParley     ${server.url}`);
  if (settings.demo) console.log(`Demo shop  ${settings.sandboxUrl}`);
  console.log('ready');
}

/** @param {string} folder */
function prepareDataFolder(folder) {
  // Others may pass through (PostgreSQL runs as another user when we are root) but not look in.
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Refusal(`The data folder ${folder} is a file, or lies below one: set PARLEY_DATA to a folder.`);
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Refusal(`No permission for the data folder ${folder}: give this user access, or set PARLEY_DATA to another one.`);
    }
    throw error;
  }
}

/** @param {import('./settings.mjs').StartSettings} settings */
async function holdDataFolder(settings) {
  const taken = await takeLock({
    folder: settings.dataFolder,
    name: 'run',
    waitMs: 12_000,
    onWait: () => progress('Waiting for an earlier Parley to end'),
  });
  if ('heldBy' in taken) {
    const address = taken.heldBy.address;
    throw new Refusal(
      address === undefined ? `Parley is already starting with ${settings.dataFolder}.` : `Parley is already running at ${address}.`,
    );
  }
  running.lock = taken.lock;
  goOn();
  return taken.lock;
}

/** @param {import('./settings.mjs').StartSettings} settings */
async function checkPorts({ host, port, demo }) {
  const remedy = 'set PARLEY_PORT to another one';
  await assertPortIsFree({ host, port, purpose: 'where Parley listens', remedy });
  if (demo)
    await assertPortIsFree({
      host: '127.0.0.1',
      port: port + 1,
      purpose: 'where the sandbox listens',
      remedy: `${remedy}, or PARLEY_DEMO to off`,
    });
}

/** @param {import('./settings.mjs').StartSettings} settings @param {string} secret @param {import('./run-lock.mjs').RunLock} lock */
async function startDatabase(settings, secret, lock) {
  const postgres = await startEmbeddedPostgres({
    dataFolder: settings.dataFolder,
    secret,
    progress,
    // The database itself is no child of the lock: the next start stops one that was left, rather than wait for it.
    track: (child, kind) => {
      if (kind === 'postgres') running.postgres = child;
      else trackWork(child, lock);
    },
    abort: abort.signal,
  });
  postgres.ended.then((how) =>
    failIfRunning(`The database ended unexpectedly (${how}); the reason stands in ${join(settings.dataFolder, 'logs/postgres.log')}.`),
  );
  return postgres.ownerUrl;
}

/** @param {{ name: 'server' | 'sandbox', args: string[], node: string, env: NodeJS.ProcessEnv, dataFolder: string, lock: import('./run-lock.mjs').RunLock }} options */
async function launch({ name, lock, ...options }) {
  const program = await startProgram({
    ...options,
    name,
    root,
    progress,
    onBirth: (child) => {
      running[name] = child;
      if (child.process.pid !== undefined) lock.addChild(child.process.pid);
    },
  });
  program.child.ended.then((how) =>
    failIfRunning(`The ${name} ended unexpectedly (${how ?? 'code 0'}); the reason stands in ${program.logPath}.`),
  );
  return program;
}

/** @param {import('./settings.mjs').StartSettings} settings @param {string} secret @returns {NodeJS.ProcessEnv} */
function environmentOf(settings, secret) {
  return {
    ...process.env,
    PARLEY_HOST: settings.host,
    PARLEY_PORT: String(settings.port),
    PARLEY_DATA: settings.dataFolder,
    PARLEY_SECRET: secret,
    PARLEY_DEMO: settings.demo ? 'on' : 'off',
  };
}

/** @param {import('node:child_process').ChildProcess} child @param {import('./run-lock.mjs').RunLock} lock */
function trackWork(child, lock) {
  work.add(child);
  if (child.pid !== undefined) lock.addChild(child.pid);
}

// After a wait: when a stop came meanwhile, nothing more may be started.
function goOn() {
  abort.signal.throwIfAborted();
}

// Under npm our parent is npm; when that is killed outright nobody tells us, and we would stay on unseen.
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(0), 250).unref();
}

/** @param {string} sentence */
function failIfRunning(sentence) {
  if (!abort.signal.aborted) fail(new Refusal(sentence));
}

/** @param {unknown} error */
function fail(error) {
  const told = explained(error);
  console.error(told instanceof Refusal ? told.message : told);
  stop(1);
}

/** @param {number} code the exit code when everything has ended in order */
async function stop(code) {
  if (abort.signal.aborted) return;
  abort.abort();
  try {
    await running.server?.stop({ politeMs: 6_000 });
    await running.sandbox?.stop({ politeMs: 1_000 });
    work.endAll();
    if (running.postgres) await endInTime(running.postgres, 'SIGINT', 2_000);
    running.lock?.release();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(code);
}
