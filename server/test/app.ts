import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentReceives } from '@parley/contract';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { buildApp, type More } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { type Log, openLog } from '../src/platform/log.ts';
import { writeBuiltPages } from './built-pages.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export interface TestApp {
  origin: string;
  database: TestDatabase;
  dataFolder: string;
  close(): Promise<void>;
}

interface AppOptions {
  log?: Log;
  env?: Record<string, string>;
  /** Is given the database before the application opens it. */
  prepare?: (database: TestDatabase) => Promise<void>;
  /** Wires more into it before it listens. */
  more?: More;
}

/** The whole application as `app.ts` wires it, on a database and a port of its own, with stand-ins for the built pages. */
export async function startApp({ log = openLog('silent'), env = {}, prepare, more }: AppOptions = {}): Promise<TestApp> {
  const database = await freshDatabase();
  await prepare?.(database);
  const built = mkdtempSync(join(tmpdir(), 'parley-built-'));
  const pages = writeBuiltPages(built);
  const port = await freePort();
  const config = loadConfig({
    PARLEY_PORT: String(port),
    PARLEY_DATA: built,
    PARLEY_SECRET: inject('postgres').secret,
    PARLEY_EMBEDDED_DATABASE_URL: database.ownerUrl,
    PARLEY_DEMO: 'off',
    PARLEY_PROVE_READS: 'on',
    ...env,
  });
  const app = await buildApp(config, log, () => {}, pages, more);
  const origin = await app.listen();
  return {
    origin,
    database,
    dataFolder: built,
    async close() {
      await app.close();
      await database.drop();
      rmSync(built, { recursive: true, force: true });
    },
  };
}

/** A socket of the agents' application that remembers what it was told. */
export class AgentConnection {
  readonly frames: AgentReceives[] = [];
  readonly #ws: WebSocket;
  readonly #waiting = new Map<string, (frame: AgentReceives) => void>();
  #ids = 0;

  private constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as AgentReceives;
      this.frames.push(frame);
      this.#waiting.get(frame.id)?.(frame);
      this.#waiting.delete(frame.id);
    });
  }

  static async open(origin: string, token: string): Promise<AgentConnection> {
    const answer = await fetch(`${origin}/api/realtime/tickets`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    const { ticket } = (await answer.json()) as { ticket: string };
    const url = `${origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
    const ws = new WebSocket(url, { headers: { origin } });
    const connection = new AgentConnection(ws);
    await once(ws, 'open');
    return connection;
  }

  /** Sends a frame, whatever is in it, and waits for its answer. */
  ask(type: string, payload: unknown): Promise<AgentReceives> {
    const id = `ask-${++this.#ids}`;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#ws.send(JSON.stringify({ type, id, payload }));
    });
  }

  /** Sends a frame that is not answered. */
  tell(type: string, payload: unknown): void {
    this.#ws.send(JSON.stringify({ type, id: '', payload }));
  }

  close(): void {
    this.#ws.close();
  }
}
