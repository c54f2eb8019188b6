import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { databaseUrl, OWNER } from '../scripts/postgres-roles.mjs';
import { createTestDatabase, startTestPostgres } from '../scripts/test-postgres.mjs';
import { openDatabase } from '../server/src/platform/database.ts';
import { readDataFile } from './demo-database.ts';
import { runScript } from './npm-script.ts';
import { DATA_PORT } from './ports.ts';
import { expectOneClearSentence, type Product, processesOf, startInVain, startProduct, temporaryDataFolder } from './product.ts';
import { newVisitor, type Visitor, visitorWith } from './visitor.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const dataFolder = temporaryDataFolder();
const place = dirname(dataFolder);
const backup = join(place, 'monday');
const restored = join(place, 'restored');
let product: Product;
let visitor: Visitor;
let fileId: string;
let lying: Uint8Array[];
const before: string[] = [];

test.afterAll(async () => {
  for (const folder of [dataFolder, restored]) if (processesOf(folder).length > 0) await product.stop();
  rmSync(place, { recursive: true, force: true });
});

const PICTURE = fileURLToPath(new URL('../docs/pictures/widget.png', import.meta.url));
/** Files that a message of the restored database names and that the folder lacks. */
async function filesWithoutBytes(folder: string): Promise<string[]> {
  const port = Number(readDataFile(folder, 'postgres.port'));
  const db = openDatabase(databaseUrl({ secret: readDataFile(folder, 'secret'), port, role: OWNER }), 1);
  const kept = await db.outsideReader().selectFrom('files').select(['storage_key', 'has_thumbnail']).where('state', '=', 'KEPT').execute();
  await db.close();
  expect(kept.length).toBeGreaterThan(1);
  return kept
    .flatMap(({ storage_key: key, has_thumbnail }) => (has_thumbnail ? [key, `${key}.webp`] : [key]))
    .filter((key) => !existsSync(join(folder, 'files', key)));
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

/** An empty data folder with the installation's secret, as a person prepares it. */
function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  copyFileSync(join(dataFolder, 'secret'), join(folder, 'secret'));
}

test('a backup is made while messages flow', async () => {
  product = await startProduct({ port: DATA_PORT, dataFolder });
  visitor = await newVisitor(product.url);
  fileId = await visitor.sendFile('снимка.png', readFileSync(PICTURE));
  before.push('');
  lying = await visitor.fetchFile(fileId);
  expect(lying).toHaveLength(2);
  // An upload that is still on its way.
  writeFileSync(join(dataFolder, 'files/.arriving/half'), 'half of a file');
  for (let n = 0; n < 20; n++) {
    const text = `before ${n}: tab\t, line\n, backslash \\, щъркел`;
    await visitor.say(text);
    before.push(text);
  }
  let flowing = true;
  const flow = (async () => {
    const other = await newVisitor(product.url);
    for (let n = 0; flowing; n++) {
      await Promise.all([visitor.say(`meanwhile ${n}`), other.say(`other ${n}`)]);
      if (n % 20 === 0) await other.sendFile(`other ${n}.bin`, Buffer.alloc(50_000, n));
    }
  })();
  const { code, output } = await runScript('backup', [backup], { PARLEY_DATA: dataFolder });
  flowing = false;
  await flow;
  expect(output).toMatch(/^Backed up \d+ rows of \d+ tables and \d+ files to /m);
  expect(code).toBe(0);
  expect(existsSync(`${backup}.unfinished`)).toBe(false);
  expect(
    manifestOf(backup)
      .files.map(({ path }: { path: string }) => path)
      .filter((path: string) => path.startsWith('.')),
  ).toEqual([]);
  expect(await product.stop()).toBe(0);
});

test('it is refused into a folder that holds something', async () => {
  const { code, output } = await runScript('backup', [backup], { PARLEY_DATA: dataFolder });
  expect(code).toBe(1);
  expectOneClearSentence(output, /is not empty: name a new folder for the backup\.$/);
});

test('it is restored into an empty folder, row for row and byte for byte', async () => {
  prepareFolder(restored);
  const { code, output } = await runScript('restore', [backup], { PARLEY_DATA: restored });
  expect(output).toMatch(/^Restored \d+ rows of \d+ tables and \d+ files/m);
  expect(code).toBe(0);
  expect(processesOf(restored)).toEqual([]);
  const again = join(place, 'again');
  // Nothing runs now: the backup starts the database for itself.
  expect(await runScript('backup', [again], { PARLEY_DATA: restored })).toMatchObject({ code: 0 });
  const [first, second] = [manifestOf(backup), manifestOf(again)];
  expect(second.tables).toEqual(first.tables);
  expect(second.sequences).toEqual(first.sequences);
  expect(second.files).toEqual(first.files);
  expect(first.tables.find(({ name }: { name: string }) => name === 'events').rows).toBeGreaterThan(20);
});

test('what is restored is the product as it was', async () => {
  product = await startProduct({ port: DATA_PORT, dataFolder: restored });
  const known = visitorWith(product.url, visitor.secret);
  expect(await known.fetchFile(fileId)).toEqual(lying);
  expect(await filesWithoutBytes(restored)).toEqual([]);
  const history = await known.history();
  expect(history.slice(0, before.length)).toEqual(before);
  // The snapshot cuts the flow at one moment: no hole, nothing twice.
  expect(history.slice(before.length)).toEqual(history.slice(before.length).map((_, n) => `meanwhile ${n}`));
  await known.say('after');
  expect((await known.history()).at(-1)).toBe('after');
  expect(await product.stop()).toBe(0);
});

test('a restore over data, with another secret, of a damaged or of a newer backup is refused and changes nothing', async () => {
  const target = join(place, 'target');
  const restoreInto = async (folder: string, from: string, sentence: RegExp, env: Record<string, string> = {}) => {
    const { code, output } = await runScript('restore', [from], { PARLEY_DATA: folder, ...env });
    expect(code).toBe(1);
    expectOneClearSentence(output, sentence);
  };
  await restoreInto(restored, backup, /holds data already: set PARLEY_DATA to an empty folder\.$/);
  prepareFolder(target);
  await restoreInto(target, backup, /^The backup was made with another secret/, { PARLEY_SECRET: 'ef'.repeat(32) });
  await restoreInto(target, join(place, 'nowhere'), /holds no complete backup: manifest\.json is missing\.$/);
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ ...manifestOf(backup), lastMigration: '29990101T0000_future' }));
  await restoreInto(target, backup, /^The data was written by a newer version of Parley\. Start that version; nothing was changed\.$/);
  const [table] = manifestOf(backup).tables;
  appendFileSync(join(backup, table.file), 'x');
  await restoreInto(target, backup, /^The backup is damaged: .* is not as it was written\.$/);
  expect(readdirSync(target).filter((name) => /^(postgres|files|restoring)$/.test(name))).toEqual([]);
});

test('a restore that was cut off is never started, and begun anew by the next', async () => {
  const cut = join(place, 'cut');
  const good = join(place, 'again');
  prepareFolder(cut);
  writeFileSync(join(cut, 'restoring'), '');
  const { code, output } = await startInVain({ port: DATA_PORT, dataFolder: cut });
  expect(code).toBe(1);
  expectOneClearSentence(output, /is not whole, since npm run restore was cut off: run it again before starting\.$/);
  expect(await runScript('restore', [good], { PARLEY_DATA: cut })).toMatchObject({ code: 0 });
  expect(existsSync(join(cut, 'restoring'))).toBe(false);
});

test('an outside database is restored and backed up by the same commands, and not when it holds something', async () => {
  const outside = join(place, 'outside');
  prepareFolder(outside);
  const postgres = await startTestPostgres();
  try {
    const { ownerUrl } = await createTestDatabase(postgres);
    const env = { PARLEY_DATA: outside, PARLEY_DATABASE_URL: ownerUrl };
    const good = join(place, 'again');
    expect(await runScript('restore', [good], env)).toMatchObject({ code: 0 });
    expect(existsSync(join(outside, 'postgres'))).toBe(false);
    const third = join(place, 'third');
    expect(await runScript('backup', [third], env)).toMatchObject({ code: 0 });
    expect(manifestOf(third).tables).toEqual(manifestOf(good).tables);
    rmSync(join(outside, 'files'), { recursive: true });
    const { code, output } = await runScript('restore', [good], env);
    expect(code).toBe(1);
    expectOneClearSentence(output, /^The database holds tables already \(\w+\): name an empty one\.$/);
  } finally {
    await postgres.stop();
  }
});
