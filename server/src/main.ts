import { stopByDataFolder } from '../../scripts/embedded-postgres.mjs';
import packageJson from '../package.json' with { type: 'json' };
import { type App, buildApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { consoleLink } from './identity/index.ts';
import { openDatabase } from './platform/database.ts';
import { type ErrorReports, startErrorReports } from './platform/error-report.ts';
import { openLog } from './platform/log.ts';
import { appUrl, migrate } from './platform/migrate.ts';
import { derivePassword } from './platform/secret.ts';
import { startTracing } from './platform/tracing.ts';

/** What stops in order gets this long; then the process ends all the same, and the next start recovers. */
const STOP_WITHIN = 5500;

/** The starter listens over IPC; without one (a process manager of one's own) there is only the log. */
function say(message: { type: 'progress'; text: string } | { type: 'ready'; url: string } | { type: 'failed'; message: string }): void {
  process.send?.(message);
}

let app: App | undefined;
let stopping = false;
let reports: ErrorReports | undefined;
let tracing: { stop(): Promise<void> } | undefined;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(code === 0 ? 1 : code), STOP_WITHIN).unref();
  try {
    await app?.close();
  } catch (error) {
    log.error({ err: error }, 'stopping was not clean');
  }
  // What a collector does not take in time is lost; stopping does not wait for others.
  await Promise.race([Promise.allSettled([tracing?.stop(), reports?.stop()]), new Promise((resolve) => setTimeout(resolve, 1000))]);
  process.exit(code);
}

const log = openLog(process.env.PARLEY_LOG_LEVEL ?? 'info', { onError: (...told) => reports?.onError(...told) });
process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'a rejection that nobody handled');
  void stop(1);
});
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'an exception that nobody caught');
  void stop(1);
});

try {
  const config = loadConfig(process.env);
  // `main.ts migrate <name>`: the tables as they were after that migration, for a restore.
  // `main.ts password-link <address>`: prints a link by which whoever signs in with it chooses a new password.
  const [command, argument] = process.argv.slice(2);
  if (command === 'migrate') {
    await migrate(config.database.ownerUrl, derivePassword(config.secret, 'database:app'), argument);
    process.exit(0);
  }
  if (command === 'password-link') {
    process.stdout.write(`${await passwordLink(config, argument ?? '')}\n`);
    process.exit(0);
  }
  // The starter is gone without a word: stop, and the embedded database with us, since nobody else would.
  process.on('disconnect', async () => {
    await Promise.race([app?.close(), new Promise((resolve) => setTimeout(resolve, STOP_WITHIN))]).catch(() => {});
    if (config.database.embedded) await stopByDataFolder(config.dataFolder);
    process.exit(0);
  });
  if (config.sentryDsn !== undefined) reports = await startErrorReports(config.sentryDsn, packageJson.version);
  if (config.traceUrl !== undefined) tracing = await startTracing(config.traceUrl);
  app = await buildApp(config, log, (text) => {
    say({ type: 'progress', text });
    // Without a starter nobody else would show it; the log is no place for it.
    if (process.send === undefined) process.stderr.write(`${text}\n`);
  });
  const url = await app.listen();
  log.info({ url }, 'ready');
  say({ type: 'ready', url });
} catch (error) {
  log.fatal({ err: error }, 'could not start');
  const sentence = error instanceof ConfigError ? error.message : sentenceOf(error);
  say({ type: 'failed', message: sentence });
  if (process.send === undefined) process.stderr.write(`${sentence}\n`);
  // The message must leave before the process does.
  setTimeout(() => process.exit(1), 100);
}

/** One clear sentence for what went wrong while starting. */
function sentenceOf(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Set PARLEY_PORT to another one.';
  if (code === 'ECONNREFUSED') return 'The database does not answer. Check PARLEY_DATABASE_URL.';
  if (code === '53100') return 'The disk of the database is full: make room and start again; nothing that was stored is lost.';
  if (code === '28P01') return 'The database refuses the password. Check PARLEY_DATABASE_URL and PARLEY_SECRET.';
  return error instanceof Error ? error.message : String(error);
}

/** Throws an Error with one clear sentence. */
async function passwordLink({ database, secret, publicUrl, outsideProvider }: Config, email: string): Promise<string> {
  if (outsideProvider !== undefined) throw new Error(`Passwords are kept by ${outsideProvider.issuer}: choose a new one there.`);
  const db = openDatabase(appUrl(database.ownerUrl, derivePassword(secret, 'database:app')), 1);
  const link = await consoleLink({ db, secret, publicUrl }, email);
  if (link === null) throw new Error('Nobody who is active signs in with this address.');
  return link;
}
