import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { type Log, openLog } from '../src/platform/log.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

/** The whole server as `main.ts` builds it, on a database of its own and with empty pages in the place of the built ones. */
export interface TestServer {
  origin: string;
  database: TestDatabase;
  close(): Promise<void>;
}

export async function startServer({
  log = openLog('silent'),
  env = {},
}: {
  log?: Log;
  env?: Record<string, string>;
} = {}): Promise<TestServer> {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'parley-server-'));
  const built = { web: join(folder, 'web'), widget: join(folder, 'widget') };
  for (const path of [built.web, join(built.widget, 'assets')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(built.web, 'index.html'), '<!doctype html>');
  writeFileSync(join(built.widget, 'widget.js'), '(()=>{})()');
  writeFileSync(join(built.widget, 'chat.html'), '<script type="application/json" id="chat-page">"chat-page-data"</script>');
  writeFileSync(join(built.widget, 'assets/chat.js'), 'export {}');
  const config = loadConfig({
    PARLEY_PORT: String(await freePort()),
    PARLEY_DATA: folder,
    PARLEY_SECRET: inject('postgres').secret,
    PARLEY_EMBEDDED_DATABASE_URL: database.ownerUrl,
    PARLEY_DEMO: 'off',
    ...env,
  });
  const app = await buildApp(config, log, () => {}, built);
  await app.listen();
  return {
    origin: `http://127.0.0.1:${config.listenPort}`,
    database,
    async close() {
      await app.close();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Below the range from which systems take ports for outgoing connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 9000 + Math.floor(Math.random() * 10_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

export interface Frame {
  type: string;
  id: string;
  payload: Record<string, unknown>;
}

export interface SocketEnd {
  send(type: string, payload: unknown, id?: string): void;
  /** The first frame that fits, now or later. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame>;
  close(): void;
}

/** A socket of either application, opened by a ticket that somebody has asked for. */
export async function openSocket(origin: string, app: 'agent-web' | 'widget', ticket: string): Promise<SocketEnd> {
  const ws = new WebSocket(`${origin.replace('http', 'ws')}/api/ws?app=${app}&v=1&token=${encodeURIComponent(ticket)}`, { origin });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  ws.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    for (const look of waiting) look();
  });
  await once(ws, 'open');
  const frame = (fits: (frame: Frame) => boolean) =>
    new Promise<Frame>((found) => {
      const look = () => {
        const one = frames.find(fits);
        if (!one) return;
        waiting.delete(look);
        found(one);
      };
      waiting.add(look);
      look();
    });
  const send = (type: string, payload: unknown, id = type) => ws.send(JSON.stringify({ type, id, payload }));
  // Answered only once the socket hears what is said.
  send('Ping', {});
  await frame(({ type }) => type === 'Pong');
  return { send, frame, close: () => ws.close() };
}
