import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { LIFE_PORT } from './ports.ts';
import { type Product, processesOf, startProduct, temporaryDataFolder } from './product.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.skip(process.getuid?.() !== 0 || process.platform !== 'linux', 'who starts the product is chosen by root on Linux alone');

const closed = dirname(temporaryDataFolder());
const clone = join(closed, 'parley');
/** Where the product keeps its data unless it is told otherwise. */
const dataFolder = join(clone, 'data');
let product: Product | undefined;

test.beforeAll(() => {
  mkdirSync(closed, { mode: 0o700 });
  copyClone();
});

test.afterEach(async () => {
  if (processesOf(dataFolder).length > 0) await product?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

test.afterAll(() => rmSync(closed, { recursive: true, force: true }));

/** This clone once more, with what was installed and built; the libraries, which nobody changes, as links to the same files. */
function copyClone(): void {
  const left = new Set(['node_modules', '.git', 'data', 'test-results']);
  cpSync(ROOT, clone, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: (path) => !left.has(basename(path)) });
  const folders = ['.', ...readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))];
  for (const folder of folders) {
    const libraries = join(ROOT, folder, 'node_modules');
    if (!existsSync(libraries)) continue;
    try {
      execFileSync('cp', ['-al', libraries, join(clone, folder)], { stdio: 'ignore' });
    } catch {
      // No links lead to another disk.
      execFileSync('cp', ['-a', libraries, join(clone, folder)]);
    }
  }
}

function idsOf(user: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`));
  const [, , uid, gid] = String(line).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The users as whom what belongs to the data folder runs, each once. */
function usersOfParts(): Record<'node' | 'postgres', number[]> {
  const uidOf = (pid: number) => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const parts = processesOf(dataFolder);
  const usersOf = (part: RegExp) => [...new Set(parts.filter(({ command }) => part.test(command)).map(({ pid }) => uidOf(pid)))];
  return { node: usersOf(/(server|sandbox)\/src\/main\.ts/), postgres: usersOf(/\/bin\/postgres -D/) };
}

async function expectThatItWorks(run: Product): Promise<void> {
  expect((await fetch(run.url)).status).toBe(200);
  expect((await fetch(run.sandboxUrl ?? '')).status).toBe(200);
  expect(statSync(join(dataFolder, 'secret')).mode & 0o777).toBe(0o600);
}

async function expectThatItEnds(run: Product): Promise<void> {
  const began = Date.now();
  await run.stop();
  await expect.poll(() => processesOf(dataFolder), { timeout: 10_000, intervals: [50] }).toEqual([]);
  expect(Date.now() - began).toBeLessThan(10_000);
}

test('npm start works as root in a clone below a folder that only root may enter, with the database as somebody else', async () => {
  product = await startProduct({ port: LIFE_PORT, dataFolder, clone });
  await expectThatItWorks(product);
  const { node, postgres } = usersOfParts();
  expect(node).toEqual([0]);
  expect(postgres).toHaveLength(1);
  expect(postgres).not.toEqual([0]);
  await expectThatItEnds(product);
});

test('npm start works as an ordinary user, and everything of it runs as that user', async () => {
  // One that the system knows: PostgreSQL asks for its name.
  const ordinary = idsOf('nobody');
  chmodSync(closed, 0o755);
  // The clone is theirs, but for the libraries: those are the files of this clone.
  execFileSync('find', [
    clone,
    '-name',
    'node_modules',
    '-prune',
    '-o',
    '-exec',
    'chown',
    '-h',
    `${ordinary.uid}:${ordinary.gid}`,
    '{}',
    '+',
  ]);
  product = await startProduct({ port: LIFE_PORT, dataFolder, clone, user: ordinary, env: { HOME: clone, USER: 'somebody' } });
  await expectThatItWorks(product);
  expect(usersOfParts()).toEqual({ node: [ordinary.uid], postgres: [ordinary.uid] });
  await expectThatItEnds(product);
});
