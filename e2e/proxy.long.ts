import { rmSync } from 'node:fs';
import { get, request } from 'node:https';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { databaseUrl, OWNER } from '../scripts/postgres-roles.mjs';
import { openDatabase } from '../server/src/platform/database.ts';
import { givenAccount } from '../server/test/people.ts';
import { givePassword } from '../server/test/sign-in.ts';
import { readDataFile } from './demo-database.ts';
import { missingNginx, type NginxProxy, startNginx } from './nginx.ts';
import { DATA_PORT, PROXY_PORT } from './ports.ts';
import { type Product, startProduct, temporaryDataFolder } from './product.ts';

const HOST = 'chat.parley.test';
const ORIGIN = `https://${HOST}:${PROXY_PORT}`;
const dataFolder = temporaryDataFolder();
const PERSON = { email: '', password: 'a quiet harbour at dawn' };
let widgetId = '';
let product: Product | undefined;
let proxy: NginxProxy | undefined;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] });
  },
});

test.beforeAll(async () => {
  const missing = missingNginx();
  if (missing !== undefined) throw new Error(missing);
  product = await startProduct({ port: DATA_PORT, dataFolder, env: { PARLEY_PUBLIC_URL: ORIGIN } });
  const secret = readDataFile(dataFolder, 'secret');
  const db = openDatabase(databaseUrl({ secret, port: Number(readDataFile(dataFolder, 'postgres.port')), role: OWNER }), 1);
  try {
    const account = await givenAccount(db, 'Harbour');
    widgetId = account.widgetId;
    const { userId } = await account.agent('Vera');
    PERSON.email = `vera-${userId}@lumen.example`;
    await givePassword(db, account.accountId, userId, PERSON.password);
  } finally {
    await db.close();
  }
  proxy = await startNginx({
    folder: join(dirname(dataFolder), 'nginx'),
    host: HOST,
    port: PROXY_PORT,
    plainPort: PROXY_PORT + 1,
    productPort: DATA_PORT,
  });
});

test.afterAll(async () => {
  await proxy?.stop();
  await product?.stop();
  rmSync(dirname(dataFolder), { recursive: true, force: true });
});

/** A request with a body through the proxy. */
function send(path: string, body: string | Buffer, headers: Record<string, string>): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: PROXY_PORT, servername: HOST, path, method: 'POST', rejectUnauthorized: false };
    const asking = request({ ...options, headers: { host: `${HOST}:${PROXY_PORT}`, ...headers } }, (answer) => {
      text(answer).then((heard) => resolve({ status: answer.statusCode, body: heard }), reject);
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

/** An answer through the proxy, as anybody gets it. */
function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number | undefined; hsts: string | undefined }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: PROXY_PORT,
      servername: HOST,
      path,
      rejectUnauthorized: false,
      headers: { host: `${HOST}:${PROXY_PORT}`, ...headers },
    };
    get(options, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, hsts: answer.headers['strict-transport-security'] });
    }).once('error', reject);
  });
}

test('signing in and the socket work through it, all of it over TLS', async ({ page, context }) => {
  const sockets: string[] = [];
  const insecure: string[] = [];
  const heard = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      sockets.push(socket.url().split('?')[0] ?? '');
      socket.on('framereceived', () => resolve());
    });
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${ORIGIN}/`)) insecure.push(request.url());
  });
  await page.goto(`${ORIGIN}/communications`);
  await page.getByLabel('E-mail').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${ORIGIN}/communications`);
  await expect(page.getByRole('button', { name: 'Vera Test' })).toBeVisible();
  await heard;
  expect(sockets[0]).toBe(`wss://${HOST}:${PROXY_PORT}/api/ws`);
  expect(insecure).toEqual([]);
  const signedIn = (await context.cookies()).filter(({ name }) => name.startsWith('parley_sign_in'));
  expect(signedIn.length).toBeGreaterThan(0);
  expect(signedIn.every(({ secure, httpOnly }) => secure && httpOnly)).toBe(true);
});

test('what is the operator’s is not the world’s, and plain HTTP leads to TLS', async () => {
  expect((await ask('/metrics')).status).toBe(404);
  expect((await ask('/health/ready')).status).toBe(404);
  expect(await ask('/')).toEqual({ status: 200, hsts: 'max-age=31536000' });
  const plain = await fetch(`http://127.0.0.1:${PROXY_PORT + 1}/communications?a=b`, { headers: { host: HOST }, redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([301, expect.stringMatching(/^https:\/\/[^/]+\/communications\?a=b$/)]);
  // On the machine itself both are there.
  expect((await fetch(`http://127.0.0.1:${DATA_PORT}/health/ready`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${DATA_PORT}/metrics`)).status).toBe(200);
});

test('a large file goes through it, and neither passes nor tickets are in its log', async () => {
  const json = { 'content-type': 'application/json' };
  const { secret } = JSON.parse((await send('/api/visitor/sessions', JSON.stringify({ widgetId }), json)).body) as { secret: string };
  const bytes = Buffer.alloc(20 * 1024 * 1024, 'a');
  const uploaded = await send('/api/visitor/files?name=secret-name.txt', bytes, { 'x-visitor-secret': secret });
  expect([uploaded.status, (JSON.parse(uploaded.body) as { fileSize: number }).fileSize]).toEqual([200, bytes.length]);
  // It is written once the answer is out.
  await expect.poll(() => proxy?.accessLog()).toContain('POST /api/visitor/files');
  expect(proxy?.accessLog()).toContain('GET /api/ws');
  expect(proxy?.accessLog()).not.toMatch(/secret-name|token=|code=|\?/);
});

test('a forged X-Forwarded-For does not choose whose limit it is', async () => {
  const statuses: Array<number | undefined> = [];
  // More sessions than one address may begin at once, each of them said to be from elsewhere.
  for (let n = 0; n < 100; n++) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` };
    statuses.push((await send('/api/visitor/sessions', JSON.stringify({ widgetId }), headers)).status);
  }
  expect(statuses[0]).toBe(200);
  expect(statuses).toContain(429);
});
