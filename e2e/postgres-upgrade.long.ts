import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { readBackup } from '../scripts/backup-folder.mjs';
import { loadDatabase } from '../scripts/load-data.mjs';
import { fetchOlderPostgres } from '../scripts/older-postgres.mjs';
import { readDataFile } from './demo-database.ts';
import { runScript } from './npm-script.ts';
import { DATA_PORT } from './ports.ts';
import { expectOneClearSentence, type Product, processesOf, startInVain, startProduct, temporaryDataFolder } from './product.ts';
import { newVisitor, type Visitor, visitorWith } from './visitor.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const dataFolder = temporaryDataFolder();
const place = dirname(dataFolder);
const old = join(place, 'old');
let product: Product | undefined;
let visitor: Visitor;

test.describe.configure({ mode: 'serial', timeout: 180_000 });
test.afterAll(async () => {
  for (const folder of [dataFolder, old]) if (processesOf(folder).length > 0) await product?.stop();
  rmSync(place, { recursive: true, force: true });
});

const versionOf = (folder: string) => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();

test('data of PostgreSQL 17 is made from a backup of the product', async () => {
  product = await startProduct({ port: DATA_PORT, dataFolder });
  visitor = await newVisitor(product.url);
  for (let n = 0; n < 5; n++) await visitor.say(`said ${n} in Плевен`);
  expect(await runScript('backup', [join(place, 'backup')], { PARLEY_DATA: dataFolder })).toMatchObject({ code: 0 });
  await product.stop();
  mkdirSync(old, { mode: 0o755 });
  copyFileSync(join(dataFolder, 'secret'), join(old, 'secret'));
  const secret = readDataFile(dataFolder, 'secret');
  const progress = () => {};
  const binaries = await fetchOlderPostgres({ root: ROOT, major: 17, progress });
  const backup = join(place, 'backup');
  const options = { root: ROOT, node: process.execPath, backup, dataFolder: old, databaseUrl: undefined, secret, progress, binaries };
  await loadDatabase(options, await readBackup(backup, secret));
  expect(versionOf(join(old, 'postgres'))).toBe('17');
});

test('the product says what to do with it, and touches nothing', async () => {
  const { code, output } = await startInVain({ port: DATA_PORT, dataFolder: old });
  expect(code).toBe(1);
  expectOneClearSentence(
    output,
    /^The database was made by PostgreSQL 17, and this version of Parley brings 18: run npm run upgrade-postgres once, then start again\.$/,
  );
  expect(versionOf(join(old, 'postgres'))).toBe('17');
});

test('the upgrade moves everything, begun anew after it was cut off, and keeps the former files', async () => {
  // As a kill in the middle leaves it: the old files moved aside, the new ones not whole.
  const former = join(old, 'postgres-17-former');
  renameSync(join(old, 'postgres'), former);
  mkdirSync(join(old, 'postgres'));
  writeFileSync(join(old, 'restoring'), 'npm run upgrade-postgres\n');
  const cut = await startInVain({ port: DATA_PORT, dataFolder: old });
  expectOneClearSentence(cut.output, /is not whole, since npm run upgrade-postgres was cut off: run it again before starting\.$/);

  const { code, output } = await runScript('upgrade-postgres', [], { PARLEY_DATA: old });
  expect(output).toMatch(/^Moved \d+ rows of \d+ tables from PostgreSQL 17 to 18$/m);
  expect(code).toBe(0);
  expect([versionOf(former), versionOf(join(old, 'postgres'))]).toEqual(['17', '18']);
  expect([existsSync(join(old, 'restoring')), existsSync(join(old, 'postgres-17-copy'))]).toEqual([false, false]);
  expect((await runScript('upgrade-postgres', [], { PARLEY_DATA: old })).output).toContain('nothing to do');

  product = await startProduct({ port: DATA_PORT, dataFolder: old });
  expect(await visitorWith(product.url, visitor.secret).history()).toEqual([0, 1, 2, 3, 4].map((n) => `said ${n} in Плевен`));
  expect(await product.stop()).toBe(0);
});

test('data of a newer PostgreSQL is left alone', async () => {
  writeFileSync(join(old, 'postgres', 'PG_VERSION'), '19\n');
  const { code, output } = await startInVain({ port: DATA_PORT, dataFolder: old });
  expect(code).toBe(1);
  expectOneClearSentence(
    output,
    /^The database was made by PostgreSQL 19, which is newer than the 18 of this version of Parley: start the newer version/,
  );
});
