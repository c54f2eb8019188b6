import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { openLog } from './log.ts';
import { type Sockets, serveSockets } from './sockets.ts';

const frames = { Pong: z.object({}) };
const server = createServer();
let sockets: Sockets;
let url: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws?app=test&v=2&token=`;
  sockets = serveSockets(server, openLog('silent'), { perClient: 3, perNetwork: 4, trustedProxies: ['127.0.0.0/8'] });
  sockets.register<typeof frames, { ticket: string }>('test', {
    frames,
    handlers: { Pong: () => null },
    maxFrameBytes: 1024,
    maxUnreadBytes: 64 * 1024,
    rate: { perSecond: 1, burst: 100 },
    allowed: () => true,
    originAllowed: (origin) => origin === undefined,
    admit: async (ticket) => ({ ticket }),
    countedAs: ({ ticket }) => ticket,
    opened: () => {},
    closed: () => {},
  });
});
afterAll(() => {
  sockets.close();
  server.closeAllConnections();
  server.close();
});

async function opened(ticket: string): Promise<WebSocket> {
  const ws = new WebSocket(url + ticket);
  await once(ws, 'open');
  return ws;
}

it('pings who says nothing, keeps whoever answers, and lets go of who does not', { timeout: 40_000 }, async () => {
  const [lively, mute] = [await opened('lively'), await opened('mute')];
  const pings: string[] = [];
  lively.on('message', (data) => {
    const { type, id, payload } = JSON.parse(String(data));
    expect([type, payload]).toEqual(['Ping', {}]);
    pings.push(id);
    lively.send(JSON.stringify({ type: 'Pong', id, payload: {} }));
  });
  const heard: string[] = [];
  mute.on('message', (data) => heard.push(JSON.parse(String(data)).type));
  await once(mute, 'close');
  expect(heard.length).toBeGreaterThan(1);
  expect(new Set(heard)).toEqual(new Set(['Ping']));
  expect(lively.readyState).toBe(WebSocket.OPEN);
  expect(new Set(pings).size).toBe(pings.length);
  lively.close();
});
