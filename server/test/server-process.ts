import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The product's own entry, on what `npm run build` made. */
export const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** The same application with stand-ins for the pages. */
const WITHOUT_PAGES = fileURLToPath(new URL('./server-program.ts', import.meta.url));
const READY_WITHIN = 60_000;
const STOPPED_WITHIN = 10_000;

/** The product's server in a process of its own, as a starter runs it. */
export interface ServerProcess {
  readonly pid: number;
  /** Where it itself listens, whatever the address is by which people reach it. */
  readonly origin: string;
  readonly isRunning: boolean;
  /** What it has written to its log so far lies there. */
  readonly logFile: string;
  stop(): Promise<void>;
  /** SIGKILL: nothing is said to anybody. */
  kill(): Promise<void>;
}

/**
 * Starts it and waits until it listens.
 *
 * @param options.port where it listens; its log goes to `server-<port>.log` of the folder
 * @throws Error with its one sentence when it refuses
 */
export async function startServerProcess({
  port,
  folder,
  env,
  program = WITHOUT_PAGES,
}: {
  port: number;
  folder: string;
  env: Readonly<Record<string, string>>;
  program?: string;
}): Promise<ServerProcess> {
  const logFile = join(folder, `server-${port}.log`);
  const log = openSync(logFile, 'a');
  const child = fork(program, {
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env, PARLEY_LISTEN_PORT: String(port) },
  });
  closeSync(log);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN);
    await gone;
    clearTimeout(late);
  };
  try {
    await ready(child, logFile);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    pid: child.pid as number,
    origin: `http://127.0.0.1:${port}`,
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    logFile,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function ready(child: ChildProcess, logFile: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the server was not ready in time; see ${logFile}`)), READY_WITHIN);
    const settle = (work: () => void) => {
      clearTimeout(late);
      work();
    };
    child.on('message', (message: { type: string; message?: string }) => {
      if (message.type === 'ready') settle(resolve);
      if (message.type === 'failed') settle(() => reject(new Error(message.message)));
    });
    child.once('exit', (code) => settle(() => reject(new Error(`the server ended with ${code} while it was starting; see ${logFile}`))));
  });
}
