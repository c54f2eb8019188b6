import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type Product, processesOf, startInVain, startProduct, temporaryDataFolder } from './product.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PORT = 4190;

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

function pidOf(part: 'server' | 'sandbox' | 'postgres'): number {
  const found = processesOf(dataFolder).filter(({ command }) =>
    part === 'postgres' ? command.includes('/bin/postgres -D') : command.includes(`${part}/src/main.ts`),
  );
  expect(found).toHaveLength(1);
  return found[0]?.pid ?? 0;
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

function expectOneClearSentence(output: string, pattern: RegExp): void {
  expect(output.trimEnd().split('\n').at(-1)).toMatch(pattern);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toMatch(/^ready$/m);
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
  process.kill(product.pid, 'SIGKILL');
  process.kill(pidOf('server'), 'SIGKILL');
  await product.ended();
  product = await startProduct({ port: PORT, dataFolder });
  expect(product.output()).toContain('Stopped a database that an earlier run had left');
});

for (const part of ['server', 'sandbox', 'postgres'] as const) {
  test(`when the ${part} is killed, all ends with one sentence`, async () => {
    if (processesOf(dataFolder).length === 0) product = await startProduct({ port: PORT, dataFolder });
    process.kill(pidOf(part), 'SIGKILL');
    expect(await product.ended()).toBe(1);
    const sentence = product.output().trimEnd().split('\n').at(-1);
    expect(sentence).toMatch(
      new RegExp(`^The ${part === 'postgres' ? 'database' : part} ended unexpectedly .*; the reason stands in .*\\.log\\.$`),
    );
    await gone(dataFolder, 2_000);
  });
}

test('a port in use is said before any long work', async () => {
  const occupied = createServer().listen(PORT + 8, '127.0.0.1');
  try {
    const { code, output } = await startInVain({ port: PORT + 8, dataFolder: temporaryDataFolder() });
    expect(code).toBe(1);
    expectOneClearSentence(
      output,
      new RegExp(`^Port ${PORT + 8} on 127\\.0\\.0\\.1, where Parley listens, is in use: set PARLEY_PORT to another one\\.$`),
    );
    expect(output).not.toContain('database');
  } finally {
    occupied.close();
  }
});

test('a data folder that is a file is said in one sentence', async () => {
  const file = join(dirname(dataFolder), 'a-file');
  writeFileSync(file, '');
  const { code, output } = await startInVain({ port: PORT, dataFolder: file });
  expect(code).toBe(1);
  expectOneClearSentence(output, /^The data folder .*a-file is a file, or lies below one: set PARLEY_DATA to a folder\.$/);
});

test('another secret than the database was made with is said in one sentence', async () => {
  const { code, output } = await startInVain({ port: PORT, dataFolder, env: { PARLEY_SECRET: 'ef'.repeat(32) } });
  expect(code).toBe(1);
  expectOneClearSentence(output, /^PARLEY_SECRET .* is not the one this database was made with/);
  await gone(dataFolder, 2_000);
});

for (const [name, value, sentence] of [
  ['PARLEY_PORT', '99999', /^PARLEY_PORT must be a number from 1 to 65535\.$/],
  ['PARLEY_DEMO', 'perhaps', /^PARLEY_DEMO must be on or off\.$/],
  ['PARLEY_HOST', '192.0.2.1', /^PARLEY_HOST is 192\.0\.2\.1, which is no address of this machine\.$/],
] as const) {
  test(`${name}=${value} is refused in one sentence`, async () => {
    const { code, output } = await startInVain({ port: PORT, dataFolder: temporaryDataFolder(), env: { [name]: value } });
    expect(code).toBe(1);
    expectOneClearSentence(output, sentence);
  });
}

test('the demo never comes with a host that others can reach', async () => {
  const { code, output } = await startInVain({
    port: PORT,
    dataFolder: temporaryDataFolder(),
    env: { PARLEY_HOST: '0.0.0.0', PARLEY_DEMO: 'on' },
  });
  expect(code).toBe(1);
  expectOneClearSentence(output, /^PARLEY_DEMO cannot be on while PARLEY_HOST is 0\.0\.0\.0/);
});
