import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { percentile } from '../arithmetic.ts';
import type { Bench } from '../bench.ts';
import { type Contender, interleave } from '../rounds.ts';
import { compared } from '../table.ts';
import { openParleyWebhook, PASSWORD } from '../webhook/parley.ts';
import { type OpenedPage, openBrowser, openPage } from './browser.ts';
import { type Feed, ORDERED, openFeed } from './feed.ts';
import type { Probe } from './probe.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const ROOMS = 1000;
const MESSAGES_BEFORE = 3;
const BURST = 500;
const SCROLLED_MS = 4000;
const LEAST_REORDERS = 4;
const KEY_EVERY = 45;
const SETTLED_WITHIN = 20_000;

const START = 'start to a usable list, ms';
const SCRIPT = 'script until then, kB gzipped';
const SWITCH = 'switch to a room not read yet, p95 ms';
const AGAIN = 'switch to a room read before, p95 ms';
const KEY = 'key to paint at 50 events/s, p95 ms';
const FRAMES = 'frames/s, scrolled at 20 reorders/s';
const HEAP = 'heap at the end, MB';
const GROWTH = 'heap at the end : at half';

/** Row 5: the agent's page in Chromium, beside a page without any library on the same server. */
export async function agentsPage(bench: Bench) {
  const { cluster, profile, tell, scaled } = bench;
  const secret = randomBytes(16).toString('hex');
  tell(`giving the agent ${ROOMS} rooms`);
  const product = await openParleyWebhook(cluster, profile, secret, { count: ROOMS, program: SERVER });
  const browser = await openBrowser(tell);
  const feed = await openFeed(product, secret);
  try {
    for (let times = 0; times < MESSAGES_BEFORE; times++) await feed.bring(ROOMS);
    const load = { events: scaled(20_000), switches: scaled(500), firsts: scaled(120), keys: scaled(240) };
    const { rows } = await product.owner.query<{ email: string }>('select email from users where id = $1', [product.agent.userId]);
    const [{ email } = { email: '' }] = rows;
    const contender = (name: string, path: string): Contender => ({
      name,
      async round() {
        const opened = await openPage(browser, { origin: product.server.url, path, rooms: ROOMS, email, password: PASSWORD });
        try {
          return await measured(opened, feed, load);
        } finally {
          await opened.close();
        }
      },
    });
    const contenders = [contender('Parley', '/communications'), contender('vanilla page', '/vanilla')];
    const found = await interleave(contenders, { product: 'Parley', rounds: bench.rounds, tell });
    const common = { row: 5, workload: 'agent’s page, 1,000 rooms', ours: 'Parley', yardstick: 'vanilla page' };
    return [
      compared({ ...common, measure: START, goal: { atMost: 2.5, stretch: 1.8 } }, found),
      compared({ ...common, measure: SCRIPT, limit: { atMost: 180, stretch: 180, unit: 'kB' } }, found),
      compared({ ...common, measure: SWITCH, limit: { atMost: 50, stretch: 30, unit: 'ms' } }, found),
      compared({ ...common, measure: AGAIN, limit: { atMost: 50, stretch: 30, unit: 'ms' } }, found),
      compared({ ...common, measure: KEY, limit: { atMost: 16, stretch: 16, unit: 'ms' } }, found),
      compared({ ...common, measure: FRAMES, goal: { atLeast: 0.95, stretch: 0.95 } }, found),
      compared({ ...common, measure: HEAP, limit: { atMost: 80, stretch: 60, unit: 'MB' } }, found),
      compared({ ...common, measure: GROWTH, limit: { atMost: 1.05, stretch: 1.05, unit: '×' } }, found),
    ];
  } finally {
    feed.close();
    await browser.close();
    await product.close();
  }
}

interface Load {
  events: number;
  switches: number;
  firsts: number;
  keys: number;
}

async function measured(opened: OpenedPage, feed: Feed, load: Load) {
  const { start, scripts } = opened;
  await requireInStep(opened, feed);
  const firsts = await switched(opened, load.firsts);
  const again = await switched(opened, load.firsts);
  const keys = await typed(opened, feed, load.keys);
  const frames = await scrolled(opened, feed);
  await requireInStep(opened, feed);
  const half = await worked(opened, feed, load);
  const end = await worked(opened, feed, load);
  return {
    [START]: start,
    [SCRIPT]: await weight(scripts),
    [SWITCH]: percentile(firsts, 0.95),
    [AGAIN]: percentile(again, 0.95),
    [KEY]: percentile(keys, 0.95),
    [FRAMES]: frames,
    [HEAP]: end,
    [GROWTH]: end / half,
  };
}

/** kB of these scripts as they travel. */
async function weight(scripts: readonly string[]): Promise<number> {
  const bodies = await Promise.all(scripts.map(async (address) => (await fetch(address)).text()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
}

/** Opens one room after the other, from the top of the list down. */
function switched(opened: OpenedPage, count: number): Promise<number[]> {
  return opened.page.evaluate(async (wanted) => {
    const { probe } = window as unknown as { probe: Probe };
    const done = new Set<string>();
    const times: number[] = [];
    for (let place = 0; times.length < wanted; place += 240) {
      await probe.scrollTo(place);
      const fresh = probe.rooms().filter((id) => !done.has(id) && probe.lastOf(id) >= 0);
      for (const id of fresh.slice(0, Math.min(4, wanted - times.length))) {
        done.add(id);
        times.push(await probe.open(id, 10_000));
      }
    }
    await probe.scrollTo(0);
    return times;
  }, count);
}

async function typed({ page, probe }: OpenedPage, feed: Feed, count: number): Promise<number[]> {
  await page.locator('[data-composer] textarea').focus();
  const feeding = feed.keepUp(50);
  for (let key = 0; key < count; key++) {
    await page.keyboard.press(key % 8 === 7 ? 'Space' : 'a');
    await new Promise((resolve) => setTimeout(resolve, KEY_EVERY));
  }
  await feeding.stop();
  const times = await probe(({ keys }) => keys.splice(0));
  const written = await page.locator('[data-composer] textarea').inputValue();
  if (times.length !== count || written.length !== count) throw new Error(`of ${count} keys ${written.length} were written`);
  // A row shows what is begun in place of its newest message.
  await page.locator('[data-composer] textarea').fill('');
  return times;
}

async function scrolled({ page }: OpenedPage, feed: Feed): Promise<number> {
  const feeding = feed.keepUp(20);
  const { rate, reorders } = await page.evaluate((ms) => (window as unknown as { probe: Probe }).probe.scroll(ms), SCROLLED_MS);
  await feeding.stop();
  // On a busy machine fewer messages are brought than are due; that is noise, none at all is another workload.
  if (reorders < LEAST_REORDERS) throw new Error(`the list was reordered ${reorders} times only`);
  await page.evaluate(() => (window as unknown as { probe: Probe }).probe.scrollTo(0));
  return rate;
}

/** Half of the events and switches, in turn. @returns MB of the heap afterwards */
async function worked(opened: OpenedPage, feed: Feed, { events, switches }: Load): Promise<number> {
  let [leftEvents, leftSwitches] = [events / 2, switches / 2];
  while (leftEvents > 0) {
    const burst = Math.min(BURST, leftEvents);
    const some = Math.ceil((leftSwitches * burst) / leftEvents);
    leftEvents -= burst;
    leftSwitches -= some;
    await feed.bring(burst);
    await requireInStep(opened, feed);
    await switched(opened, some);
  }
  return opened.heap();
}

/** The list must come to show the rooms in the order of their newest messages, each with that message. */
async function requireInStep({ page }: OpenedPage, feed: Feed): Promise<void> {
  const wanted = feed.newest(ORDERED);
  const differs = await page.evaluate(
    async ({ expected, limit }) => {
      const { probe } = window as unknown as { probe: Probe };
      const began = performance.now();
      for (;;) {
        const place = (id: string) => document.querySelector(`[data-room="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN;
        const places = expected.map(({ roomId }) => place(roomId));
        const wrong = expected.findIndex(
          ({ roomId, message }, at) => probe.lastOf(roomId) !== message || !(at === 0 || (places[at - 1] ?? 0) < (places[at] ?? 0)),
        );
        if (wrong < 0) return null;
        if (performance.now() - began > limit) {
          const row = document.querySelector<HTMLElement>(`[data-room="${expected[wrong]?.roomId}"]`);
          return { wrong, shown: row?.textContent.replaceAll(/\s+/g, ' '), places };
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    { expected: wanted, limit: SETTLED_WITHIN },
  );
  if (differs)
    throw new Error(
      `row ${differs.wrong + 1} should show ${wanted[differs.wrong]?.message} and says “${differs.shown}” (${differs.places})`,
    );
}
