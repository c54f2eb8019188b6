import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

/** The sandbox as a process of its own, spoken with over HTTP alone: it shares nothing with what is tested. */
export interface Sandbox {
  /** By which it is reached. */
  origin: string;
  /** Asks it for something. Rejects with its words where it refuses. */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));

export async function startSandbox(): Promise<Sandbox> {
  const port = await freePort();
  const env = { ...process.env, PARLEY_SANDBOX_PORT: String(port) };
  const child: ChildProcess = fork(MAIN, {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [told] = (await once(child, 'message')) as [{ type: string; message?: string }];
  if (told.type !== 'ready') throw new Error(`the sandbox did not start: ${told.message}`);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    async ask(method, path, body) {
      const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await fetch(`${origin}${path}`, { method, ...json });
      const answer = (await response.json()) as Record<string, unknown>;
      if (response.status !== 200) throw new Error(`the sandbox answered ${response.status}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
