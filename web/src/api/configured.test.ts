import { SocketTimings } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

const signIn = { issuer: null, clientId: 'parley-web', scope: 'openid', accountUrl: null, keepsPeople: true };
const socket = { url: null, sendInterval: 20_000, receiveTimeout: 2000 };

let configured: typeof import('./configured.ts');

beforeAll(() => vi.stubGlobal('location', { origin: 'https://chat.example.com' }));
// Whatever is tested next in this process must not meet what was kept here.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
beforeEach(async () => {
  vi.resetModules();
  configured = await import('./configured.ts');
});

it('asks at the address of the page, in the specified times, until the page is told otherwise', () => {
  expect(configured.apiBase()).toBe('https://chat.example.com/api');
  expect(configured.socketTimings()).toEqual({
    sendInterval: SocketTimings.environmentSendInterval,
    receiveTimeout: SocketTimings.receiveTimeout,
  });
  expect(configured.knowsConfiguration()).toBe(false);
  expect(() => configured.configuration()).toThrow('before it was asked for');
});

it('finds API and websocket at the address of the page where they have none of their own', () => {
  configured.keepConfiguration({ apiUrl: null, socket, signIn });
  expect([configured.apiBase(), configured.socketAddress().href]).toEqual([
    'https://chat.example.com/api',
    'wss://chat.example.com/api/ws',
  ]);
  expect(configured.socketTimings()).toMatchObject({ sendInterval: 20_000, receiveTimeout: 2000 });
});

it('finds them at their own addresses, the websocket beside the API unless it is told apart', () => {
  configured.keepConfiguration({ apiUrl: 'http://127.0.0.1:9000/v1', socket, signIn });
  expect([configured.apiBase(), configured.socketAddress().href]).toEqual(['http://127.0.0.1:9000/v1', 'ws://127.0.0.1:9000/v1/ws']);
  configured.keepConfiguration({ apiUrl: null, socket: { ...socket, url: 'wss://live.example.com/s' }, signIn });
  expect(configured.socketAddress().href).toBe('wss://live.example.com/s');
});
