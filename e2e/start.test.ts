import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { LIFE_PORT } from './ports.ts';
import { expectOneClearSentence, type Product, processesOf, startInVain, startProduct, temporaryDataFolder } from './product.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PORT = LIFE_PORT;

// In this order on one data folder: the first start makes the database and the demo, the others find them.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const dataFolder = temporaryDataFolder();
let product: Product;

test.afterAll(async () => {
  if (processesOf(dataFolder).length > 0) await product.stop();
  rmSync(dirname(dataFolder), { recursive: true, force: true });
});

async function gone(folder: string, withinMs: number): Promise<void> {
  await expect.poll(() => processesOf(folder), { timeout: withinMs, intervals: [50] }).toEqual([]);
}

async function pidOf(part: 'server' | 'sandbox' | 'postgres'): Promise<number> {
  const find = () =>
    processesOf(dataFolder).filter(({ command }) =>
      part === 'postgres' ? command.includes('/bin/postgres -D') : command.includes(`${part}/src/main.ts`),
    );
  // Whoever PostgreSQL has just made for a connection bears its command for a moment.
  await expect.poll(() => find().length, { intervals: [20] }).toBe(1);
  return Math.min(...find().map(({ pid }) => pid));
}

/** What a start must leave alone when nothing has changed. */
function installation(): Record<string, number> {
  const paths = ['node_modules/.package-lock.json', '.parley/record.json', 'web/dist', 'widget/dist'];
  return Object.fromEntries(paths.map((path) => [path, newestIn(join(ROOT, path))]));
}

function newestIn(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

test('the first start prints progress, both addresses and ready', async () => {
  product = await startProduct({ port: PORT, dataFolder });
  expect(product.url).toBe(`http://127.0.0.1:${PORT}`);
  expect(product.sandboxUrl).toBe(`http://localhost:${PORT + 1}`);
  expect(product.output()).toContain('Making the database');
  expect((await fetch(product.url)).status).toBe(200);
  expect((await fetch(product.sandboxUrl ?? '')).status).toBe(200);
  expect(statSync(join(dataFolder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a second start on the same data names the first one and goes', async () => {
  const { code, output } = await startInVain({ port: PORT + 4, dataFolder });
  expect(code).toBe(1);
  expectOneClearSentence(output, new RegExp(`^Parley is already running at ${product.url}\\.$`));
  expect((await fetch(product.url)).status).toBe(200);
});

test('SIGTERM ends everything in order within 10 s', async () => {
  const began = Date.now();
  expect(await product.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(processesOf(dataFolder)).toEqual([]);
  const log = readFileSync(join(dataFolder, 'logs/postgres.log'), 'utf8').trimEnd().split('\n');
  expect(log.at(-1)).toContain('database system is shut down');
});

test('a start on which nothing has changed is ready in 5 s and touches nothing', async () => {
  const before = installation();
  const began = Date.now();
  // No package can be fetched from there.
  const env = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_offline: 'true' };
  product = await startProduct({ port: PORT, dataFolder, env });
  expect(Date.now() - began).toBeLessThan(5_000);
  expect(installation()).toEqual(before);
  expect(product.output()).not.toMatch(/Fetching|Installing|Building|Making/);
});

test('when the starter is killed, server, sandbox and database end by themselves, and the next start waits for that', async () => {
  await product.kill();
  product = await startProduct({ port: PORT, dataFolder });
  expect(processesOf(dataFolder).filter(({ command }) => command.includes('server/src/main.ts'))).toHaveLength(1);
  expect(processesOf(dataFolder).filter(({ command }) => command.includes('/bin/postgres -D'))).toHaveLength(1);
  await product.kill();
  await gone(dataFolder, 10_000);
});

test('when starter and server are killed, the next start stops the database that was left', async () => {
  product = await startProduct({ port: PORT, dataFolder });
  const server = await pidOf('server');
  for (const pid of [product.pid, server]) process.kill(pid, 'SIGKILL');
  await product.ended();
  product = await startProduct({ port: PORT, dataFolder });
  expect(product.output()).toContain('Stopped a database that an earlier run had left');
});

for (const part of ['server', 'sandbox', 'postgres'] as const) {
  test(`when the ${part} is killed, all ends with one sentence`, async () => {
    if (processesOf(dataFolder).length === 0) product = await startProduct({ port: PORT, dataFolder });
    process.kill(await pidOf(part), 'SIGKILL');
    expect(await product.ended()).toBe(1);
    const sentence = product.output().trimEnd().split('\n').at(-1);
    expect(sentence).toMatch(
      new RegExp(`^The ${part === 'postgres' ? 'database' : part} ended unexpectedly .*; the reason stands in .*\\.log\\.$`),
    );
    await gone(dataFolder, 2_000);
  });
}

test('another secret than the database was made with is said in one sentence', async () => {
  const { code, output } = await startInVain({ port: PORT, dataFolder, env: { PARLEY_SECRET: 'ef'.repeat(32) } });
  expect(code).toBe(1);
  expectOneClearSentence(output, /^PARLEY_SECRET .* is not the one this database was made with/);
  await gone(dataFolder, 2_000);
});
