import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const PROGRAM = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));

/** The sandbox in a process of its own, spoken to over its addresses alone: it shares nothing with what is tested. */
export interface TestSandbox {
  /** By which it is reached. */
  origin: string;
  /** Of its SMPP carrier. */
  smppPort: number;
  get<Answer>(path: string): Promise<Answer>;
  /** Throws what it answers where that is not 200. */
  ask<Answer = Record<string, unknown>>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
}

/** @param at where it listens; left out: anywhere */
export async function startSandbox(at?: number): Promise<TestSandbox> {
  const port = at ?? (await freePort());
  const env = {
    ...process.env,
    PARLEY_SANDBOX_PORT: String(port),
    PARLEY_SANDBOX_SMPP_PORT: '0',
    PARLEY_PRODUCT_URL: 'http://127.0.0.1:1',
  };
  const child = fork(PROGRAM, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [said] = (await once(child, 'message')) as [{ type: string; message?: string }];
  if (said.type !== 'ready') throw new Error(`the sandbox did not start: ${said.message}`);
  const origin = `http://127.0.0.1:${port}`;
  async function ask<Answer = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer> {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${origin}${path}`, { method, ...sent });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${method} ${path}: ${answer}`);
    return JSON.parse(answer) as Answer;
  }
  const { smppPort } = await ask<{ smppPort: number }>('GET', '/providers/sms/controls');
  return {
    origin,
    smppPort,
    get: (path) => ask('GET', path),
    ask,
    async close() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
