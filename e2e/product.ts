import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A run of the real product, started as `npm start` starts it. */
export interface Product {
  readonly url: string;
  /** Undefined without the demo. */
  readonly sandboxUrl: string | undefined;
  readonly dataFolder: string;
  /** The starter's process. */
  readonly pid: number;
  /** What the starter has printed so far. */
  output(): string;
  /** Asks it to stop and waits for its end. @returns the exit code */
  stop(): Promise<number | null>;
  /** Kills the starter outright, as the system would. */
  kill(): Promise<void>;
  /** Waits for an end that nobody asked for. @returns the exit code */
  ended(): Promise<number | null>;
}

export interface ProductOptions {
  /** A low fixed port; the sandbox takes the next one. */
  readonly port: number;
  /** A new temporary folder when not given. */
  readonly dataFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another clone, whose `npm start` is run. */
  readonly clone?: string;
  /** Who starts it, when that is not who tests. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/**
 * Starts the product and waits until it says `ready`.
 *
 * @throws Error with everything it printed, when it ends before
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const dataFolder = options.dataFolder ?? temporaryDataFolder();
  const run = launch({ ...options, dataFolder });
  await Promise.race([
    run.says(/^ready$/m),
    run.ended.then((code) => {
      throw new Error(`The product ended with code ${code} before it was ready:\n${run.output()}`);
    }),
  ]);
  const address = (label: string) => new RegExp(`^${label} +(http\\S+)$`, 'm').exec(run.output())?.[1];
  const url = address('Parley');
  if (url === undefined) throw new Error(`The product printed no address:\n${run.output()}`);
  return {
    url,
    sandboxUrl: address('Demo shop'),
    dataFolder,
    pid: run.pid,
    output: run.output,
    ended: () => run.ended,
    async stop() {
      run.child.kill('SIGTERM');
      return run.ended;
    },
    async kill() {
      run.child.kill('SIGKILL');
      await run.ended;
    },
  };
}

/** Starts the product where it is expected to refuse, and waits for its end. */
export async function startInVain(
  options: ProductOptions & { readonly dataFolder: string },
): Promise<{ code: number | null; output: string }> {
  const run = launch(options);
  return { code: await run.ended, output: run.output() };
}

/** A refusal is one whole sentence at the end, without a stack trace, and never `ready`. */
export function expectOneClearSentence(output: string, pattern: RegExp): void {
  expect(output.trimEnd().split('\n').at(-1)).toMatch(pattern);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toMatch(/^ready$/m);
}

/** Only a name: a test file is also loaded to list its tests, and would leave a folder each time. */
export function temporaryDataFolder(): string {
  return join(tmpdir(), `parley-e2e-${randomBytes(6).toString('hex')}`, 'data');
}

/**
 * Every process that belongs to a data folder: starter, server and sandbox by their environment, PostgreSQL by its command line.
 *
 * @returns their command lines
 */
export function processesOf(dataFolder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), command: procText(pid, 'cmdline').trim(), environment: procText(pid, 'environ') }))
    .filter(({ pid }) => pid !== process.pid)
    .filter(({ command, environment }) => command.includes(dataFolder) || environment.includes(`PARLEY_DATA=${dataFolder} `))
    .map(({ pid, command }) => ({ pid, command }));
}

/** Empty for a process that has ended meanwhile or is somebody else's. */
function procText(pid: string, file: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')} `;
  } catch {
    return '';
  }
}

function launch({ port, dataFolder, env = {}, clone, user }: ProductOptions & { readonly dataFolder: string }) {
  // What npm told of this run is of another clone and of another user.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PARLEY_|npm_|INIT_CWD$)/.test(name));
  const [program, args] = clone === undefined ? [process.execPath, ['scripts/start.mjs']] : ['npm', ['start']];
  const child: ChildProcess = spawn(program, args, {
    cwd: clone ?? ROOT,
    ...user,
    env: { ...Object.fromEntries(inherited), PARLEY_SANDBOX_SMPP_PORT: '0', PARLEY_PORT: String(port), PARLEY_DATA: dataFolder, ...env },
    // By the channel it notices when the test run is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid === undefined || child.stdout === null || child.stderr === null) throw new Error('The starter could not be run.');
  let printed = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      for (const look of waiting) look();
    });
  }
  return {
    child,
    pid: child.pid,
    output: () => printed,
    ended: once(child, 'close').then(([code]: (number | null)[]) => code ?? null),
    says: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (pattern.test(printed)) resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
