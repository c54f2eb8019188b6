import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../test/app.ts';

const API = 'https://api.example.com/api';
const SOCKET = 'wss://live.example.com/ws';

let plain: TestApp;
let apart: TestApp;

beforeAll(async () => {
  [plain, apart] = await Promise.all([
    startApp(),
    startApp({ env: { PARLEY_API_URL: API, PARLEY_WEBSOCKET_URL: SOCKET, PARLEY_WEBSOCKET_SEND_INTERVAL_MS: '20000' } }),
  ]);
});
afterAll(() => Promise.all([plain.close(), apart.close()]));

const preflight = (app: TestApp, origin: string) =>
  fetch(`${app.origin}/api/users/me`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization,content-type' },
  });

describe('API and websocket of an address of their own', () => {
  it('are told to the page, which may speak with them', async () => {
    expect(await (await fetch(`${apart.origin}/api/configuration`)).json()).toMatchObject({
      apiUrl: API,
      socket: { url: SOCKET, sendInterval: 20_000, receiveTimeout: 5000 },
      signIn: { issuer: null },
    });
    const policy = (await fetch(apart.origin)).headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ws: wss: https://api.example.com wss://live.example.com;`);
  });

  it('answer pages of Parley, and those of nobody else', async () => {
    const asked = await preflight(apart, apart.origin);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, apart.origin]);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
    const answered = await fetch(`${apart.origin}/api/users/me`, { headers: { origin: apart.origin } });
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([401, apart.origin]);
    expect(answered.headers.get('access-control-expose-headers')).toContain('x-request-id');
    for (const origin of ['https://shop.example', 'null', `${apart.origin}.example.com`]) {
      expect((await preflight(apart, origin)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('are nobody’s where the page’s own serve: no other origin is answered', async () => {
    expect(await (await fetch(`${plain.origin}/api/configuration`)).json()).toMatchObject({ apiUrl: null, socket: { url: null } });
    expect((await preflight(plain, plain.origin)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(plain.origin)).headers.get('content-security-policy')).toContain("connect-src 'self' ws: wss:;");
  });
});
