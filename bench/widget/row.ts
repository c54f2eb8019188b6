import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { openDatabase } from '../../server/src/platform/database.ts';
import { appUrl, migrate } from '../../server/src/platform/migrate.ts';
import { derivePassword } from '../../server/src/platform/secret.ts';
import { givenAccount } from '../../server/test/people.ts';
import type { Bench } from '../bench.ts';
import type { Cluster } from '../machine/cluster.ts';
import { startServer } from '../machine/product.ts';
import { openBrowser } from '../page/browser.ts';
import { interleave, type Sample, type Side } from '../rounds.ts';
import { compared } from '../table.ts';
import { hasLivechat, LIVECHAT_LOADER } from '../yardsticks/livechat.ts';
import { type Served, serveLivechat, servePage } from './host.ts';
import { CATEGORIES, hostTasks } from './trace.ts';

const LOADER = 'loader, kB gzipped';
const SCRIPT = 'script until one can write, kB gzipped';
const ALL = 'script, styles and pages until then, kB gzipped';
const LONGEST = 'longest task on the host page, ms';
const ADDED = 'main-thread time added to the host page, ms';
const COUNTED = ['script', 'stylesheet', 'document'];
/** What comes after everything is there belongs to it as well. */
const CALM_MS = 1000;

/** Row 6: what the widget costs a visitor and the page it stands on, beside Rocket.Chat's. */
export async function visitorsWidget(bench: Bench) {
  const browser = await openBrowser(bench.tell);
  const sides: Side[] = [];
  try {
    sides.push(await parley(browser, bench.cluster, bench.profile));
    if (hasLivechat()) sides.push(await livechat(browser));
    else bench.tell('Rocket.Chat’s widget is not here: npm run bench:peers fetches it');
    const contenders = sides.map((side) => side.contender);
    const found = await interleave(contenders, { product: 'Parley', rounds: bench.rounds, tell: bench.tell });
    const common = { row: 6, workload: 'widget', ours: 'Parley', yardstick: 'Rocket.Chat livechat' };
    return [
      compared({ ...common, measure: LOADER, limit: { atMost: 8, stretch: 8, unit: 'kB' } }, found),
      compared({ ...common, measure: SCRIPT, limit: { atMost: 90, stretch: 80, unit: 'kB' } }, found),
      compared({ ...common, measure: ALL }, found),
      compared({ ...common, measure: LONGEST, limit: { atMost: 50, stretch: 50, unit: 'ms' } }, found),
      compared({ ...common, measure: ADDED }, found),
    ];
  } finally {
    for (const side of sides) await side.close();
    await browser.close();
  }
}

async function parley(browser: Browser, cluster: Cluster, profile: string | undefined): Promise<Side> {
  const database = await cluster.create('parley_widget');
  const password = derivePassword(cluster.secret, 'database:app');
  await migrate(database.ownerUrl, password);
  const db = openDatabase(appUrl(database.ownerUrl, password));
  const { accountId, widgetId } = await givenAccount(db);
  const server = await startServer(cluster, database, profile);
  const page = await servePage(`<script async src="${server.url}/widget.js" data-widget="${widgetId}"></script>`);
  await db.inAccount(accountId, (tx) =>
    tx
      .updateTable('widgets')
      .set({ allowed_sites: [page.url] })
      .where('id', '=', widgetId)
      .execute(),
  );
  await db.close();
  const bare = await servePage('');
  return {
    contender: {
      name: 'Parley',
      round: () =>
        measured(browser, { page, bare, loader: `${server.url}/widget.js` }, async (shop) => {
          await shop.getByRole('button', { name: /^Open the chat/ }).click();
          const field = shop.frameLocator('iframe[title="Chat"]').locator('textarea');
          await field.fill('Good morning');
          if ((await field.inputValue()) !== 'Good morning') throw new Error('nothing can be written into the chat');
        }),
    },
    async close() {
      for (const served of [page, bare]) await served.close();
      await server.stop();
    },
  };
}

/** The widget asks a server for its settings that is not here: what it loads before is counted, what it would load after is not. */
async function livechat(browser: Browser): Promise<Side> {
  const files = await serveLivechat();
  const address = `${files.url}/livechat`;
  const loader = `${address}/${LIVECHAT_LOADER}`;
  const page = await servePage(
    `<script>(window.RocketChat = (ready) => RocketChat._.push(ready))._ = []; RocketChat.url = '${address}';</script><script async src="${loader}"></script>`,
  );
  const bare = await servePage('');
  return {
    contender: {
      name: 'Rocket.Chat livechat',
      round: () =>
        measured(browser, { page, bare, loader }, async (shop) => {
          const frame = await (await shop.waitForSelector('iframe')).contentFrame();
          await frame?.waitForLoadState('load');
        }),
    },
    async close() {
      for (const served of [page, bare, files]) await served.close();
    },
  };
}

type Open = (shop: Page) => Promise<void>;

async function measured(browser: Browser, pages: { page: Served; bare: Served; loader: string }, open: Open): Promise<Sample> {
  const without = await visited(browser, pages.bare.url, async () => {});
  const { tasks, responses } = await visited(browser, pages.page.url, open);
  const loader = responses.find(({ address }) => address === pages.loader);
  if (!loader) throw new Error('the loader did not come');
  const weigh = (kinds: readonly string[]) =>
    responses.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const sum = (times: readonly number[]) => times.reduce((all, time) => all + time, 0);
  return {
    [LOADER]: loader.bytes / 1000,
    [SCRIPT]: weigh(['script']),
    [ALL]: weigh(COUNTED),
    [LONGEST]: Math.max(...tasks),
    [ADDED]: Math.max(0, sum(tasks) - sum(without.tasks)),
  };
}

interface Brought {
  address: string;
  kind: string;
  /** Gzipped. */
  bytes: number;
}

/** Visits a page with an empty cache. @returns the tasks of its main thread, and what was fetched beside the page itself */
async function visited(browser: Browser, address: string, open: Open): Promise<{ tasks: number[]; responses: Brought[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', serviceWorkers: 'block' });
  try {
    const shop = await context.newPage();
    const came: Response[] = [];
    shop.on('response', (response) => came.push(response));
    await browser.startTracing(shop, { categories: CATEGORIES });
    await shop.goto(address);
    await open(shop);
    await shop.waitForTimeout(CALM_MS);
    const record = await browser.stopTracing();
    const responses = (await Promise.all(came.map(brought))).filter((one) => one !== null);
    return {
      tasks: hostTasks(record.toString('utf8'), address),
      responses: responses.filter((one) => !one.address.startsWith(address)),
    };
  } finally {
    await context.close();
  }
}

/** What the browser was given, fetched once more: it does not keep the bodies of frames that are gone. */
async function brought(response: Response): Promise<Brought | null> {
  const kind = response.request().resourceType();
  if (!response.ok() || !COUNTED.includes(kind)) return null;
  const again = await fetch(response.url());
  if (!again.ok) throw new Error(`${response.url()} was answered ${again.status}`);
  return { address: response.url(), kind, bytes: gzipSync(Buffer.from(await again.arrayBuffer())).length };
}
