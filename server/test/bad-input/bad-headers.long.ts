import { ErrorBody } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/clock.ts';
import { startApp, type TestApp } from '../app.ts';
import { givenAccount, type TestAccount } from '../people.ts';
import { type RawAnswer, talk } from '../raw-http.ts';
import { givePassword, SignInBrowser } from '../sign-in.ts';

let app: TestApp;
let account: TestAccount;
let token: string;
let secret: string;

beforeAll(async () => {
  app = await startApp();
  const { db } = app.database;
  account = await givenAccount(db);
  const admin = await account.agent('Ana', { role: 'admin' });
  const password = `made-up-${newId()}`;
  await givePassword(db, account.accountId, admin.userId, password);
  token = (await new SignInBrowser(app.origin).signIn(`ana-${admin.userId}@lumen.example`, password)).access_token;
  const answer = await fetch(`${app.origin}/api/visitor/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ widgetId: account.widgetId }),
  });
  ({ secret } = (await answer.json()) as { secret: string });
}, 120_000);
afterAll(() => app.close());

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One request as bytes, so that what no client would send is sent; the last of a name wins. */
function bytesOf({ method = 'GET', path, headers = {}, body = '' }: Asked): string {
  const all: Record<string, string> = {
    host: 'parley.example',
    connection: 'close',
    authorization: `Bearer ${token}`,
    'x-visitor-secret': secret,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body, 'latin1')) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
/** By these a server may wait for more than comes. */
const ANNOUNCES = /^(content-length|transfer-encoding|expect|upgrade)$/;
const ask = (asked: Asked) => talk(app.origin, bytesOf(asked), !Object.keys(asked.headers ?? {}).some((name) => ANNOUNCES.test(name)));

/** Answered, or refused by 4xx in the one shape; OAuth's own endpoints speak OAuth (RFC 6749, section 5.2). */
function expectCivil({ status, body }: RawAnswer, path: string): void {
  expect(status, body).toBeLessThan(500);
  if (status < 400) return;
  const refusal: unknown = JSON.parse(body);
  const isOauth = path.startsWith('/auth/realms/') && typeof (refusal as { error?: unknown }).error === 'string';
  expect(isOauth || ErrorBody.safeParse(refusal).success, body).toBe(true);
}

const TARGETS: Asked[] = [
  { path: '/api/users/me' },
  { path: '/api/rooms?page=0' },
  { method: 'POST', path: '/api/rooms', body: '{"users":[],"roomType":"INTERNAL"}' },
  { path: '/api/visitor/history' },
  { method: 'POST', path: '/api/visitor/messages', body: '{"text":7}' },
  { method: 'POST', path: '/api/files?name=a.txt', body: 'letters' },
  { path: `/files/${'a'.repeat(36)}/original?pass=x` },
  { path: '/' },
  { path: '/metrics' },
  { path: '/health/ready' },
  { path: '/auth/realms/parley/.well-known/openid-configuration' },
  { method: 'POST', path: '/auth/realms/parley/token', body: 'grant_type=x' },
];

/** Every header that something of the server looks at. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'dpop',
  'expect',
  'forwarded',
  'host',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'sec-websocket-key',
  'sec-websocket-version',
  'traceparent',
  'tracestate',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
  'x-visitor-secret',
];

const value = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    ';;;',
    '*',
    '-1',
    '0',
    '3',
    '99999999999999999999',
    '1e3',
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(5000)}`,
    'Basic \u00ff\u00fe',
    'application/json; charset=utf-16',
    'application/json; charset=; charset=x',
    'text/html',
    'multipart/form-data',
    'gzip',
    'br, gzip;q=9',
    'chunked',
    'gzip, chunked',
    'bytes=',
    'bytes=-',
    'bytes=5-1',
    `bytes=${'0-1,'.repeat(500)}`,
    'bytes=0-99999999999999999999',
    '"',
    'W/"',
    'bg-BG-x-y,*;q=nan,\u00ff',
    '127.0.0.1',
    '999.1.1.1, ::1, [',
    `${'1.1.1.1,'.repeat(700)}::ffff:1.2.3.4`,
    'null',
    'https://elsewhere.example',
    'a=b; a=b; __Host-a="',
    'a=%E0%A4%A',
    '100-continue',
    '200-ok',
    'websocket',
    'upgrade',
    'keep-alive, Upgrade',
    'h2c',
    '00-00000000000000000000000000000000-0000000000000000-00',
    '00-ff-ff-ff',
    'a\tb',
    '__proto__',
    '\u0080\u00ff',
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
);

describe('bad headers', () => {
  it.each(HEADERS)(
    '%s: anything in it is answered, or refused in the one shape',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...TARGETS), value, async (target, given) => {
          expectCivil(await ask({ ...target, headers: { [name]: given } }), target.path);
        }),
        // Those that announce more than comes are waited for.
        { numRuns: /^content-length$|^transfer-encoding$|^expect$|^connection$/.test(name) ? 10 : 25 },
      );
    },
    60_000,
  );

  it('answers once what it refuses before it has read that the rest makes no sense', async () => {
    const { status, body } = await ask({ path: '/api/users/me', headers: { 'transfer-encoding': '\u0080', 'x-forwarded-host': '' } });
    expect([status, JSON.parse(body)]).toMatchObject([400, { message: 'ERROR_BAD_REQUEST' }]);
  });

  it('takes several of them at once, and names that nobody knows', async () => {
    const name = fc.oneof(
      fc.constantFrom(...HEADERS),
      fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/),
      fc.constantFrom('__proto__', ' ', 'a b', ':x'),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TARGETS), fc.dictionary(name, value, { maxKeys: 6 }), async (target, headers) => {
        expectCivil(await ask({ ...target, headers }), target.path);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

describe('what no client would send', () => {
  const plain = 'connection: close\r\n';
  it.each([
    ['a request without Host', `GET /api/users/current HTTP/1.1\r\n${plain}\r\n`, 400],
    ['a Host that is none', raw('GET /', 'x-a: b').replace('host: x', 'host: :'), 400],
    ['a forwarded host that is none', raw('GET /', 'x-forwarded-host: a b'), 400],
    ['HTTP/1.0 without Host for the identity provider', 'GET /auth/realms/parley/.well-known/openid-configuration HTTP/1.0\r\n\r\n', 400],
    ['an expectation that nobody knows', raw('GET /api/rooms', 'expect: 200-ok'), 417],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n', 405],
    ['a path that is no UTF-8', raw('GET /%ff'), 400],
    ['a path that is no UTF-8, of the API', raw('GET /api/%ff'), 400],
    ['a method that there is not', raw('BREW /api/rooms'), 400],
    ['another version', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n', 400],
    ['two lengths', raw('POST /api/rooms', 'content-length: 1', 'content-length: 2'), 400],
    ['a length and chunks', raw('POST /api/rooms', 'content-length: 1', 'transfer-encoding: chunked'), 400],
    ['half a body', `${raw('POST /api/rooms', 'content-type: application/json', 'content-length: 100')}{"us`, 400],
    ['chunks that are none', `${raw('POST /api/rooms', 'content-type: application/json', 'transfer-encoding: chunked')}zz\r\n`, 400],
    ['headers without end', raw('GET /', `x-long: ${'x'.repeat(100_000)}`), 431],
    ['an unknown page of the identity provider', raw('GET /auth/realms/parley/nothing-there'), 404],
    ['an unknown method of the identity provider', raw('PUT /auth/realms/parley/token'), 404],
    ['a handshake to elsewhere', raw('GET /api/rooms', 'upgrade: websocket', 'connection: upgrade'), 404],
    ['a handshake of a page of somebody else', handshake('agent-web', 'origin: https://elsewhere.example'), 403],
    ['a handshake without an origin', handshake('agent-web'), 403],
    ['a handshake for an application that there is not', handshake('nobody'), 404],
  ])('%s is refused in the one shape', async (_what, bytes, status) => {
    const answer = await talk(app.origin, bytes);
    expect(answer.status, answer.body).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(ErrorBody.safeParse(JSON.parse(answer.body)).success, answer.body).toBe(true);
  });

  function raw(start: string, ...headers: string[]): string {
    return `${start} HTTP/1.1\r\nhost: x\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
  }
  function handshake(name: string, ...headers: string[]): string {
    const key = `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`;
    return raw(`GET /api/ws?app=${name}&v=2`, 'upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 13', key, ...headers);
  }

  it('still takes 100-continue', async () => {
    const answer = await ask({ method: 'POST', path: '/api/rooms', headers: { expect: '100-continue' }, body: '{}' });
    expect(answer.status).toBe(400);
    expect(ErrorBody.parse(JSON.parse(answer.body)).message).toBe('ERROR_VALIDATION');
  });
});

describe('bad handshakes', () => {
  const HANDSHAKE = [
    'connection',
    'upgrade',
    'origin',
    'sec-websocket-key',
    'sec-websocket-version',
    'sec-websocket-protocol',
    'sec-websocket-extensions',
    'cookie',
    'x-forwarded-for',
  ];
  it('any header, application, version and ticket is refused in the one shape or opens a socket that ends', async () => {
    const query = fc.dictionary(
      fc.constantFrom('app', 'v', 'token', 'x'),
      fc.oneof(fc.constantFrom('agent-web', 'widget', '1', '__proto__', '-1'), fc.string({ maxLength: 30 })),
    );
    await fc.assert(
      fc.asyncProperty(query, fc.dictionary(fc.constantFrom(...HANDSHAKE), value), async (asked, headers) => {
        const path = `/api/ws?${new URLSearchParams({ app: 'widget', v: '2', ...asked })}`;
        const answer = await ask({
          path,
          headers: {
            connection: 'Upgrade',
            upgrade: 'websocket',
            origin: app.origin,
            'sec-websocket-version': '13',
            'sec-websocket-key': Buffer.alloc(16).toString('base64'),
            ...headers,
          },
        });
        if (answer.status !== 101) expectCivil(answer, path);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

describe('bad query strings', () => {
  const READS = ['/api/rooms', '/api/users/me', '/api/users/me/notifications', '/api/visitor/history', '/api/audit', '/files/x/original'];
  const piece = fc.oneof(
    fc.constantFrom(
      'page',
      'size',
      'sort',
      'search',
      'a[b]',
      'a[]',
      '__proto__',
      'constructor[prototype]',
      '=',
      '&',
      '&&&',
      '=&=',
      '%',
      '%f',
      '%ff',
      '%C0%80',
      '%u0041',
      '+',
      ';',
      '#',
      '?',
      '[',
      '0',
      '-1',
      '1e9',
      'true',
      'page=1&page=2',
      `search=${'x'.repeat(3000)}`,
    ),
    fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  );
  it('whatever stands behind the question mark is answered, or refused in the one shape', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...READS), fc.array(piece, { maxLength: 8 }), async (path, pieces) => {
        expectCivil(await ask({ path: `${path}?${pieces.join('')}` }), path);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
