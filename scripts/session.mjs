import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { endInTime } from './child.mjs';
import { diskFull } from './disk.mjs';
import { startEmbeddedPostgres } from './embedded-postgres.mjs';
import { assertNotHalfRestored } from './load-data.mjs';
import { keepLogsSmall } from './log-file.mjs';
import { makeFolder } from './make-folder.mjs';
import { assertPortIsFree } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { RunningWork, startProgram } from './processes.mjs';
import { explained, Refusal, UnexpectedEnd } from './refusal.mjs';
import { takeLock } from './run-lock.mjs';
import { readOrMakeSecret } from './secret.mjs';
import { readSettings } from './settings.mjs';

/** For all to end in order, with a second to spare of the ten. */
const ORDERLY_MS = 9_000;

/**
 * What a kind of start (`npm start`, `npm run dev`) sees of a session.
 *
 * @typedef {object} Session
 * @property {import('./settings.mjs').StartSettings} settings
 * @property {NodeJS.ProcessEnv} env for the server, secret included
 * @property {(name: ProgramName, args: string[], env: NodeJS.ProcessEnv) => Promise<string>} launch starts one of our programs, tied to
 *   the session: when it ends unasked, all ends. Returns its address
 * @property {() => Promise<void>} endServer ends the server alone, to start it anew
 *
 * @typedef {'server' | 'sandbox' | 'web'} ProgramName
 */

/**
 * One run of Parley: holds the data folder, brings libraries and builds up to date, starts the database and what `programs` launches, says
 * `ready`, and ends everything in order within 10 s when it is told to, when npm is gone, or when a part of it dies. It ends this process.
 *
 * @param {{ root: string, programs: (session: Session) => Promise<string[]> }} options programs: what to start; returns the lines to print
 *   before `ready`
 */
export async function runSession({ root, programs }) {
  const progress = (/** @type {string} */ text) => console.log(`  ${text}`);
  const abort = new AbortController();
  const work = new RunningWork();
  /** @type {Partial<Record<ProgramName, import('./child.mjs').Child>>} */
  const running = {};
  /** @type {import('./run-lock.mjs').RunLock | undefined} */
  let lock;
  /** @type {string | undefined} known once it is there */
  let dataFolder;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let postgres;

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(0));
  stopWithParent(() => stop(0));
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
    dataFolder = settings.dataFolder;
    lock = await holdDataFolder(settings, progress);
    assertNotHalfRestored(settings.dataFolder);
    abort.signal.throwIfAborted();
    await checkPorts(settings);
    const node = await prepare({ root, build: true, progress, track: trackWork });
    abort.signal.throwIfAborted();
    keepLogsSmall(settings.dataFolder, ['server', 'sandbox', 'web', 'postgres']);
    const secret = settings.secret ?? readOrMakeSecret(settings.dataFolder);
    const env = environmentOf(settings, secret, join(root, '.parley', 'compile-cache'));
    if (settings.embedded) env.PARLEY_EMBEDDED_DATABASE_URL = await startDatabase(settings, secret);
    const lines = await programs({
      settings,
      env,
      launch: (name, args, given) => launch({ name, args, node, env: given, settings }),
      endServer,
    });
    abort.signal.throwIfAborted();
    lock.setAddress(settings.url);
    console.log(`\n${lines.join('\n')}\nready`);
  }

  /** @param {import('./settings.mjs').StartSettings} settings @param {string} secret */
  async function startDatabase({ dataFolder }, secret) {
    const { ownerUrl, ended } = await startEmbeddedPostgres({
      dataFolder,
      secret,
      progress,
      // The database itself is no child of the lock: the next start stops one that was left, rather than wait for it.
      track: (child, kind) => {
        if (kind === 'postgres') postgres = child;
        else trackWork(child);
      },
      abort: abort.signal,
    });
    ended.then((how) =>
      fail(new UnexpectedEnd(`The database ended unexpectedly (${how}); the reason stands in ${join(dataFolder, 'logs/postgres.log')}.`)),
    );
    return ownerUrl;
  }

  /** @param {{ name: ProgramName, args: string[], node: string, env: NodeJS.ProcessEnv, settings: import('./settings.mjs').StartSettings }} options */
  async function launch({ name, settings, ...options }) {
    abort.signal.throwIfAborted();
    const { child, url, logPath } = await startProgram({
      ...options,
      name,
      root,
      dataFolder: settings.dataFolder,
      progress,
      onBirth: (born) => {
        running[name] = born;
        if (born.process.pid !== undefined) lock?.addChild(born.process.pid);
      },
    });
    child.ended.then((how) => {
      if (running[name] === child)
        fail(new UnexpectedEnd(`The ${name} ended unexpectedly (${how ?? 'code 0'}); the reason stands in ${logPath}.`));
    });
    return url;
  }

  async function endServer() {
    const { server } = running;
    delete running.server;
    await server?.stop({ politeMs: 6_000 });
  }

  /** @param {import('node:child_process').ChildProcess} child */
  function trackWork(child) {
    work.add(child);
    if (child.pid !== undefined) lock?.addChild(child.pid);
  }

  /** @param {unknown} error */
  function fail(error) {
    if (abort.signal.aborted) return;
    const told = toldOf(error, dataFolder);
    console.error(told instanceof Refusal ? told.message : told);
    stop(1);
  }

  function release() {
    try {
      lock?.release();
    } catch (error) {
      // Only a courtesy to the next start, which sees by itself that we are gone.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error;
    }
  }

  /** @param {number} code the exit code when everything has ended in order */
  async function stop(code) {
    if (abort.signal.aborted) return;
    abort.abort();
    const orderlyUntil = Date.now() + ORDERLY_MS;
    try {
      await running.web?.stop({ politeMs: 500 });
      await running.server?.stop({ politeMs: 6_000 });
      await running.sandbox?.stop({ politeMs: 1_000 });
      work.endAll();
      // Its last checkpoint takes as long as the disk is busy: it has all that the others have left of the ten seconds.
      if (postgres) await endInTime(postgres, 'SIGINT', Math.max(2_000, orderlyUntil - Date.now()));
      release();
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
    process.exit(code);
  }
}

/**
 * What a person reads: our own sentences as they are; for everything that has no reason yet, the full disk where it is full.
 *
 * @param {unknown} error
 * @param {string | undefined} dataFolder
 */
function toldOf(error, dataFolder) {
  const reasonKnown = error instanceof Refusal && !(error instanceof UnexpectedEnd);
  const full = reasonKnown || dataFolder === undefined ? undefined : diskFull(dataFolder);
  return full ?? explained(error);
}

/** @param {string} folder */
function prepareDataFolder(folder) {
  try {
    // Others may pass through (PostgreSQL runs as another user when we are root) but not look in.
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Refusal(`The data folder ${folder} is a file, or lies below one: set PARLEY_DATA to a folder.`);
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Refusal(`No permission for the data folder ${folder}: give this user access, or set PARLEY_DATA to another one.`);
    }
    if (code === 'ENOENT') throw new Refusal(`The data folder ${folder} cannot be made there: set PARLEY_DATA to another one.`);
    throw error;
  }
}

/** @param {import('./settings.mjs').StartSettings} settings @param {(text: string) => void} progress */
async function holdDataFolder({ dataFolder }, progress) {
  const taken = await takeLock({
    folder: dataFolder,
    name: 'run',
    waitMs: 12_000,
    onWait: () => progress('Waiting for an earlier Parley to end'),
  });
  if ('lock' in taken) return taken.lock;
  const { address } = taken.heldBy;
  throw new Refusal(address === undefined ? `Parley is already starting with ${dataFolder}.` : `Parley is already running at ${address}.`);
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

/**
 * @param {import('./settings.mjs').StartSettings} settings
 * @param {string} secret
 * @param {string} compileCache halves the time that the server needs to read its sources
 * @returns {NodeJS.ProcessEnv}
 */
function environmentOf(settings, secret, compileCache) {
  // These pass from us to the server and are nobody else's to set.
  const { PARLEY_EMBEDDED_DATABASE_URL: _embedded, PARLEY_LISTEN_PORT: _listen, PARLEY_PROVE_READS: _prove, ...given } = process.env;
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...given,
    PARLEY_HOST: settings.host,
    PARLEY_PORT: String(settings.port),
    PARLEY_DATA: settings.dataFolder,
    PARLEY_SECRET: secret,
    PARLEY_DEMO: settings.demo ? 'on' : 'off',
  };
}

/**
 * Under npm our parent is npm; when that is killed outright nobody tells us, and we would stay on unseen. A program that starts us with
 * an IPC channel (the browser tests) is watched by that channel.
 *
 * @param {() => void} stop
 */
function stopWithParent(stop) {
  process.on('disconnect', stop);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 250).unref();
}
