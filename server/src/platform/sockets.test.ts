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

const frames = { Heavy: z.object({}), Ping: z.object({}), Slow: z.object({}) };
let inHand = 0;
let mostInHand = 0;
const slow = async () => {
  mostInHand = Math.max(mostInHand, ++inHand);
  await new Promise((resolve) => setTimeout(resolve, 20));
  inHand--;
  return ack();
};
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
    handlers: { Heavy: () => ({ type: 'Heavy', payload: HEAVY }), Ping: () => ack(), Slow: slow },
    maxFrameBytes: 64 * 1024,
    maxUnreadBytes: 4 * 1024 * 1024,
    rate: { perSecond: 1, burst: 500 },
    allowed: () => true,
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
  ws.send(`{"type":"Ping","id":"${'1'.repeat(70_000)}","payload":{}}`);
  const [code] = await once(ws, 'close');
  expect(code).toBe(1009);
});

it('ends a flood at once, also of one who never agrees to it', async () => {
  const before = gone;
  const ws = await opened();
  ws.on('error', () => {});
  for (let n = 0; n < 20_000; n++) ws.send('{"type":"Ping","id":"","payload":{}}');
  const [code] = await once(ws, 'close');
  expect([1006, 1008]).toContain(code);
  const deaf = await opened();
  deaf.on('error', () => {});
  deaf.pause();
  for (let n = 0; n < 1000; n++) deaf.send('{"type":"Ping","id":"","payload":{}}');
  await expect.poll(() => gone - before, { timeout: 5000 }).toBe(2);
});

it('counts binary frames as it counts texts, and ends a flood of them', async () => {
  const ws = await opened();
  ws.on('error', () => {});
  for (let n = 0; n < 20_000; n++) ws.send(Buffer.from([1]));
  const [code] = await once(ws, 'close');
  expect([1006, 1008]).toContain(code);
});

it('works on so many frames of one socket at once, and answers all of them', async () => {
  const ws = await opened();
  let answered = 0;
  const all = new Promise<void>((resolve) => {
    ws.on('message', () => void (++answered === 200 && resolve()));
  });
  for (let n = 0; n < 200; n++) ws.send('{"type":"Slow","id":"1","payload":{}}');
  await all;
  expect(mostInHand).toBe(32);
  ws.close();
});

it('lets a frame cost what it weighs', async () => {
  const ws = await opened();
  const answers: string[] = [];
  const all = new Promise<void>((resolve) => {
    ws.on('message', (data) => void (answers.push(String(data)) === 60 && resolve()));
  });
  // 15 tokens each, of 500 that there are.
  for (let n = 0; n < 60; n++) ws.send(`{"type":"Ping","id":"1","payload":{"weight":"${'x'.repeat(60_000)}"}}`);
  await all;
  expect(answers.filter((answer) => answer.includes('ERROR_TOO_MANY_REQUESTS')).length).toBeGreaterThan(20);
  expect(answers.filter((answer) => answer.includes('Ack')).length).toBeGreaterThan(20);
  ws.close();
});
