import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../scripts/embedded-postgres.mjs';
import { DATA_PORT } from './ports.ts';
import { expectOneClearSentence, type Product, processesOf, startInVain, startProduct, temporaryDataFolder } from './product.ts';
import { fillDisk, makeRoom, mountSmallDisk, noSmallDisk, unmount } from './small-disk.ts';
import { newVisitor, visitorWith } from './visitor.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

test.describe('data of a newer version', () => {
  const dataFolder = temporaryDataFolder();
  let product: Product | undefined;
  test.afterAll(async () => {
    if (processesOf(dataFolder).length > 0) await product?.stop();
    rmSync(dirname(dataFolder), { recursive: true, force: true });
  });

  /** On the stopped product's database. */
  async function sql(text: string): Promise<unknown[]> {
    const secret = readFileSync(join(dataFolder, 'secret'), 'utf8').trim();
    const postgres = await startEmbeddedPostgres({ dataFolder, secret });
    const client = new pg.Client({ connectionString: postgres.ownerUrl });
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end();
      await postgres.stop();
    }
  }

  test('is refused in one sentence, and left as it was for the version that wrote it', async () => {
    product = await startProduct({ port: DATA_PORT, dataFolder });
    const visitor = await newVisitor(product.url);
    await visitor.say('kept');
    await product.stop();
    const state = `select (select count(*)::int from events) as events, (select max(xmin::text::bigint) from events) as written,
      (select count(*)::int from pg_class) as things, (select array_agg(name order by name) from kysely_migration) as migrations`;
    await sql(`insert into kysely_migration values ('29990101T0000_future', '2999-01-01T00:00:00.000Z')`);
    const before = await sql(state);
    const { code, output } = await startInVain({ port: DATA_PORT, dataFolder });
    expect(code).toBe(1);
    expectOneClearSentence(output, /^The data was written by a newer version of Parley\. Start that version; nothing was changed\.$/);
    expect(processesOf(dataFolder)).toEqual([]);
    expect(await sql(state)).toEqual(before);
    await sql(`delete from kysely_migration where name = '29990101T0000_future'`);
    product = await startProduct({ port: DATA_PORT, dataFolder });
    expect(await visitorWith(product.url, visitor.secret).history()).toEqual(['kept']);
    expect(await product.stop()).toBe(0);
  });
});

test.describe('a full disk', () => {
  test.skip(noSmallDisk !== undefined, noSmallDisk);
  const dataFolder = temporaryDataFolder();
  const disk = dirname(dataFolder);
  let product: Product | undefined;
  test.beforeAll(() => mountSmallDisk(disk, 260));
  test.afterAll(async () => {
    if (processesOf(dataFolder).length > 0) await product?.stop();
    unmount(disk);
    rmSync(disk, { recursive: true, force: true });
  });
  const full = /^The disk of .* is full \(\d+ MB are free\): make room and start again; nothing that was stored is lost\.$/;

  test('is said in one sentence where the database cannot even be made, and once there is room it is made', async () => {
    mkdirSync(dataFolder, { mode: 0o755 });
    fillDisk(disk, 20 * 1024 * 1024);
    const { code, output } = await startInVain({ port: DATA_PORT, dataFolder });
    expect(code).toBe(1);
    expectOneClearSentence(output, /^The disk .*: make room and start again[^\n]*\.$/);
    makeRoom(disk);
    product = await startProduct({ port: DATA_PORT, dataFolder });
  });

  test('loses nothing that was acknowledged, starts in vain with one sentence, and recovers once there is room', async () => {
    if (product === undefined) throw new Error('the product of the test before does not run');
    const visitor = await newVisitor(product.url);
    const acknowledged: string[] = [];
    const say = async (text: string) => {
      await visitor.say(text);
      acknowledged.push(text);
    };
    await say('before');
    fillDisk(disk);
    // The database has some room of its own ahead; what it cannot keep any more it refuses.
    const long = 'щ'.repeat(3500);
    const refused = await (async () => {
      for (let n = 0; n < 3000; n++) {
        try {
          await say(`${n} ${long}`);
        } catch {
          return true;
        }
      }
      return false;
    })();
    expect(refused).toBe(true);
    if (processesOf(dataFolder).length > 0) await product.stop();
    else expectOneClearSentence(product.output().replace(/^ready$/m, ''), full);
    await expect.poll(() => processesOf(dataFolder), { timeout: 12_000 }).toEqual([]);
    fillDisk(disk);
    const { code, output } = await startInVain({ port: DATA_PORT, dataFolder });
    expect(code).toBe(1);
    expectOneClearSentence(output, full);
    makeRoom(disk);
    product = await startProduct({ port: DATA_PORT, dataFolder });
    const wanted = new Set(acknowledged);
    const history = await visitorWith(product.url, visitor.secret).history();
    expect(history.filter((text) => wanted.has(text))).toEqual(acknowledged);
    expect(await product.stop()).toBe(0);
  });
});
