import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { openLog } from './log.ts';
import { ack, type Sockets, serveSockets } from './sockets.ts';

/** What one answer weighs; so many of them are asked for that they cannot all lie in the buffers between the two ends. */
const HEAVY = 'x'.repeat(256 * 1024);
const ASKED = 200;

const frames = { Heavy: z.object({}), Ping: z.object({}) };
let server: Server;
let sockets: Sockets;
let url: string;
let gone = 0;

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws?app=test&v=1&token=any`;
  sockets = serveSockets(server, openLog('silent'));
  sockets.register<typeof frames, object>('test', {
    frames,
    handlers: { Heavy: () => ({ type: 'Heavy', payload: HEAVY }), Ping: () => ack() },
    maxFrameBytes: 1024,
    maxUnreadBytes: 4 * 1024 * 1024,
    rate: { perSecond: 10_000, burst: 10_000 },
    originAllowed: () => true,
    admit: async () => ({}),
    opened: () => {},
    closed: () => {
      gone++;
    },
  });
});
afterAll(() => {
  sockets.close();
  server.closeAllConnections();
  server.close();
});

const opened = async (): Promise<WebSocket> => {
  const ws = new WebSocket(url);
  await once(ws, 'open');
  return ws;
};

it('cuts off who does not read, and keeps nothing for them; the others go on', async () => {
  const [deaf, other] = [await opened(), await opened()];
  deaf.on('error', () => {});
  deaf.pause();
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < ASKED; n++) deaf.send('{"type":"Heavy","id":"","payload":{}}');
  await expect.poll(() => gone, { timeout: 10_000 }).toBe(1);
  other.send('{"type":"Ping","id":"1","payload":{}}');
  const [answer] = await once(other, 'message');
  expect(String(answer)).toContain('Ack');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan((ASKED * HEAVY.length) / 2);
  deaf.terminate();
  other.close();
});

it('closes who sends frames that are too large', async () => {
  const ws = await opened();
  ws.on('error', () => {});
  ws.send(`{"type":"Ping","id":"${'1'.repeat(2000)}","payload":{}}`);
  const [code] = await once(ws, 'close');
  expect(code).toBe(1009);
});
