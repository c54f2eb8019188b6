import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CloseCode, ErrorBody } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { openLog } from './log.ts';
import { ack, type Sockets, serveSockets } from './sockets.ts';

/** What one answer weighs; so many of them are asked for that they cannot all lie in the buffers between the two ends. */
const HEAVY = 'x'.repeat(256 * 1024);
const ASKED = 200;

const frames = { Heavy: z.object({}), Ping: z.object({}), Pong: z.object({}), Slow: z.object({}) };
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
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws?app=test&v=2&token=`;
  sockets = serveSockets(server, openLog('silent'), { perClient: 3, perNetwork: 4, trustedProxies: ['127.0.0.0/8'] });
  sockets.register<typeof frames, { ticket: string }>('test', {
    frames,
    handlers: { Heavy: () => ({ type: 'Heavy', payload: HEAVY }), Ping: () => ack(), Pong: () => null, Slow: slow },
    maxFrameBytes: 64 * 1024,
    maxUnreadBytes: 4 * 1024 * 1024,
    rate: { perSecond: 1, burst: 500 },
    allowed: () => true,
    originAllowed: (origin) => origin === undefined,
    admit: async (ticket) => ({ ticket }),
    countedAs: ({ ticket }) => ticket,
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

let tickets = 0;
const opened = async (ticket = String(++tickets), headers: Record<string, string> = {}): Promise<WebSocket> => {
  const ws = new WebSocket(url + ticket, { headers });
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

it('repeats the id of whatever it refuses, as far as there is one to repeat', async () => {
  const ws = await opened();
  const idOf = async (sent: string) => {
    const answer = once(ws, 'message');
    ws.send(sent);
    const { type, id } = JSON.parse(String((await answer)[0]));
    expect(type).toBe('VALIDATION');
    return id;
  };
  for (const whole of ['{"type":"Ping","id":"a"}', '{"id":"a","payload":{}}', '{"id":"a"}', '{"type":7,"id":"a","payload":{}}'])
    expect(await idOf(whole)).toBe('a');
  expect(await idOf(JSON.stringify({ type: 'x'.repeat(41), id: 'b'.repeat(64), payload: {} }))).toBe('b'.repeat(64));
  for (const none of ['{', 'null', '[]', '"a"', '{"type":"Ping","id":7}', JSON.stringify({ id: 'b'.repeat(65) })])
    expect(await idOf(none)).toBe('');
  ws.close();
});

describe('how many there may be', () => {
  const closed = async (ws: WebSocket) => {
    const left = once(ws, 'close');
    ws.close();
    await left;
  };

  it('closes the one too many of a person with its own code, and takes the next when another has left', async () => {
    const held = await Promise.all([1, 2, 3].map(() => opened('vera')));
    const [code] = await once(await opened('vera'), 'close');
    expect(code).toBe(CloseCode.TOO_MANY_SOCKETS);
    // Somebody else is not concerned.
    const other = await opened('ivo');
    await closed(held[0] as WebSocket);
    await expect
      .poll(async () => {
        const ws = await opened('vera');
        ws.send('{"type":"Ping","id":"1","payload":{}}');
        return Promise.race([once(ws, 'message').then(() => 'heard'), once(ws, 'close').then(() => 'closed')]);
      })
      .toBe('heard');
    other.close();
  });

  it('refuses the one too many of a network at the handshake, and takes the next when another has left', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': `10.0.0.1, ${address}` });
    const held = await Promise.all([1, 2, 3, 4].map((n) => opened(`office-${n}`, from('203.0.113.7'))));
    const refused = new WebSocket(`${url}office-5`, { headers: from('203.0.113.7') });
    refused.on('error', () => {});
    const [, answer] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '30']);
    expect(ErrorBody.parse(JSON.parse(await text(answer))).message).toBe('ERROR_TOO_MANY_REQUESTS');
    (await opened('elsewhere', from('203.0.113.8'))).close();
    await closed(held[0] as WebSocket);
    await expect
      .poll(() =>
        opened('office-6', from('203.0.113.7')).then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open');
    for (const ws of held) ws.close();
  });
});

it.each([
  ['another path', { path: '/api/wss?app=test&v=2' }, 404],
  ['an application that there is not', { path: '/api/ws?app=nobody&v=2' }, 404],
  ['a page of somebody else', { headers: { origin: 'https://elsewhere.example' } }, 403],
  ['a version that nobody speaks', { headers: { 'sec-websocket-version': '7' } }, 400],
  ['a key that is none', { headers: { 'sec-websocket-key': 'x' } }, 400],
  ['another method', { method: 'POST' }, 400],
  ['another protocol', { headers: { upgrade: 'h2c' } }, 400],
])('answers a handshake with %s in the one shape', async (_what, given: { path?: string; method?: string; headers?: object }, status) => {
  const asking = request({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    path: '/api/ws?app=test&v=2',
    ...given,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...given.headers,
    },
  });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(status);
  expect(ErrorBody.safeParse(JSON.parse(await text(answer))).success).toBe(true);
});
