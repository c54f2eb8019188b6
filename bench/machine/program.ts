import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** One of our programs in a process of its own, whose time is counted. */
export interface Program {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

const STARTED_WITHIN = 60_000;
const STOPPED_WITHIN = 10_000;

/**
 * Starts a program that says `{type:'ready', url}` when it can be asked, as the server does.
 *
 * @param options.folder where its log goes
 * @param options.nodeOptions for a profile of it
 */
export async function startProgram(
  path: string,
  { name, folder, env, nodeOptions = [] }: { name: string; folder: string; env: Record<string, string>; nodeOptions?: string[] },
): Promise<Program> {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = fork(path, {
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', ...nodeOptions],
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
  });
  closeSync(log);
  try {
    const url = await readyUrl(child, name, join(folder, `${name}.log`));
    return { pid: child.pid as number, url, stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

function readyUrl(child: ChildProcess, name: string, logPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} was not ready in time; see ${logPath}`)), STARTED_WITHIN);
    const settle = (work: () => void) => {
      clearTimeout(late);
      work();
    };
    child.on('message', (message: { type: string; url?: string; message?: string }) => {
      if (message.type === 'ready') settle(() => resolve(message.url ?? ''));
      if (message.type === 'failed') settle(() => reject(new Error(message.message)));
    });
    child.once('exit', (code) => settle(() => reject(new Error(`${name} ended with ${code} while it was starting; see ${logPath}`))));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN);
  await gone;
  clearTimeout(timer);
}

/** A port of the loopback address that nobody has, below those that systems give out by themselves. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 12_000 + Math.floor(Math.random() * 7_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error('no port is free');
}
