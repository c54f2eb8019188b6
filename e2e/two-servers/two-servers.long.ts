import { expect, type Page, test } from '@playwright/test';
import { missingNats } from '../../server/test/nats.ts';
import { AgentScreen } from '../people.ts';
import { newVisitor } from '../visitor.ts';
import { startTwoServers, type TwoServers } from './two-servers-product.ts';

const missing = missingNats();
test.skip(missing !== undefined, missing ?? '');
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let product: TwoServers;
test.beforeAll(async () => {
  product = await startTwoServers();
});
test.afterAll(async () => {
  await product?.close();
});

/** Keeps what pages say to people beside their content, and a mark that a reload would wipe out. */
async function watch(page: Page): Promise<{ faults: string[]; said(): Promise<string[]> }> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.evaluate(() => {
    const kept = window as unknown as { said: Set<string>; mark: boolean };
    kept.mark = true;
    kept.said = new Set();
    const look = () => {
      for (const one of document.querySelectorAll('[role="alert"]')) if (one.textContent) kept.said.add(one.textContent);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return {
    faults,
    said: () =>
      page.evaluate(() => {
        const kept = window as unknown as { said?: Set<string>; mark?: boolean };
        if (kept.mark !== true) throw new Error('the page was loaded anew');
        return [...(kept.said ?? [])];
      }),
  };
}

test('one of two servers is killed in the middle of the work, and nobody notices more than that the line was away', async ({ browser }) => {
  const { url } = product;
  const elena = await AgentScreen.open(browser, 'Elena Marinova', { url });
  await expect(elena.rooms().getByRole('link').first()).toBeVisible();
  const dora = await AgentScreen.open(browser, 'Dora Ilieva', { url });
  await expect(dora.rooms().getByRole('link').first()).toBeVisible();
  const supervisor = await AgentScreen.open(browser, 'Petar Kostov', { url });
  await expect(supervisor.page.getByRole('navigation').first()).toBeVisible();
  expect(product.balancer.sockets.slice(0, 3)).toEqual([0, 1, 0]);
  const screens = [elena, dora, supervisor];
  const watched = await Promise.all(screens.map(({ page }) => watch(page)));

  await elena.chooseStatus('Ready');
  const visitor = await newVisitor(url);
  const written: string[] = [];
  const say = async (text: string) => {
    // As the widget does: until it is taken.
    for (;;) {
      const stored = await visitor.say(text).then(
        () => true,
        () => false,
      );
      if (stored) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    written.push(text);
  };
  await say('two servers 1: which bulb fits?');
  await elena.row('two servers 1').click();
  await expect(elena.timeline()).toContainText('two servers 1');
  await elena.say('An answer before');
  // Whoever looks on comes by the room's address, and so with a socket at the other server.
  await supervisor.page.goto(`${url}${new URL(elena.page.url()).pathname}`);
  const watching = await watch(supervisor.page);
  await expect(supervisor.timeline()).toContainText('An answer before');

  for (let n = 2; n <= 15; n++) await say(`two servers ${n}`);
  expect(product.balancer.sockets.slice(0, 4)).toEqual([0, 1, 0, 1]);
  // Elena is there.
  await product.servers[0].kill();
  for (let n = 16; n <= 40; n++) {
    await say(`two servers ${n}`);
    await elena.page.waitForTimeout(100);
  }
  await elena.say('An answer after');
  for (const screen of [elena, supervisor]) {
    await expect(screen.timeline()).toContainText('two servers 40', { timeout: 20_000 });
    await expect(screen.timeline()).toContainText('An answer after', { timeout: 20_000 });
  }
  await expect.poll(() => visitor.history(), { timeout: 15_000 }).toContain('An answer after');
  const history = await visitor.history();
  expect(history.filter((text) => text.startsWith('two servers'))).toEqual(written);
  expect(history.filter((text) => text === 'An answer after')).toHaveLength(1);
  for (const screen of [elena, supervisor]) {
    const shown = await screen
      .timeline()
      .evaluate((element) => [...(element.textContent ?? '').matchAll(/two servers (\d+)/g)].map(([, n]) => Number(n)));
    const latest = shown.slice(-20);
    expect(latest).toEqual(latest.toSorted((a, b) => a - b));
    expect(new Set(shown).size).toBe(shown.length);
  }
  await expect(elena.page.getByRole('button', { name: 'My status: Ready' })).toBeVisible();
  await expect(elena.page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible();

  await test.step('a note of hers reaches who looks on, from one server to the other, and what waits is given out', async () => {
    await product.startAgain(0);
    await dora.chooseStatus('Ready');
    await elena.chooseStatus('Break');
    const other = await newVisitor(url);
    await other.say('given out by whoever is there');
    await expect(dora.row('given out by whoever is there')).toBeVisible({ timeout: 15_000 });
  });

  const toasts = /connection|connected/i;
  for (const one of [watched[0], watched[1], watching]) {
    expect(one?.faults).toEqual([]);
    for (const said of (await one?.said()) ?? []) expect(said).toMatch(toasts);
  }
  // Room for those who come next: more than five at once are not given to her.
  await elena.resolve();
  for (const { page } of screens) await page.context().close();
});

test('while NATS is away, what the other server stores comes within an interval to whoever looks at it: in the open room, and in All', async ({
  browser,
}) => {
  const { url, balancer, servers, nats } = product;
  /** Where the page is whose socket was opened last. */
  const place = () => balancer.sockets.at(-1) as 0 | 1;
  const buses = () =>
    Promise.all(
      servers.map(async ({ origin }) => {
        const { dependencies } = (await (await fetch(`${origin}/health/ready`)).json()) as { dependencies: { bus: { state: string } } };
        return dependencies.bus.state;
      }),
    );
  const elena = await AgentScreen.open(browser, 'Elena Marinova', { url });
  await expect(elena.rooms().getByRole('link').first()).toBeVisible();
  await elena.chooseStatus('Ready');
  const hers = place();
  const visitor = await newVisitor(servers[hers].origin);
  await visitor.say('nats away 1');
  await elena.row('nats away 1').click();
  await expect(elena.timeline()).toContainText('nats away 1');
  await elena.say('An answer with NATS');
  const room = `${url}${new URL(elena.page.url()).pathname}`;

  const supervisor = await AgentScreen.open(browser, 'Petar Kostov', { url });
  do {
    const before = balancer.sockets.length;
    await supervisor.page.goto(room);
    await expect(supervisor.timeline()).toContainText('An answer with NATS');
    await expect.poll(() => balancer.sockets.length).toBeGreaterThan(before);
  } while (place() === hers);
  await nats.kill();
  await expect.poll(buses, { timeout: 20_000 }).toEqual(['down', 'down']);
  const watched = await watch(supervisor.page);

  await elena.say('An answer without NATS');
  await expect(supervisor.timeline()).toContainText('An answer without NATS', { timeout: 15_000 });
  await expect(elena.timeline()).toContainText('An answer without NATS');

  await test.step('a conversation that was given to a colleague over there stands in All', async () => {
    await supervisor.page.keyboard.press('Escape');
    const all = supervisor.rooms().getByRole('button', { name: /^All/ });
    if ((await all.getAttribute('aria-pressed')) !== 'true') await all.click();
    // A list that is pointed at, or has the focus, stands still.
    await supervisor.page.getByText('Choose a conversation').click();
    await elena.page.mouse.move(800, 300);
    const other = await newVisitor(servers[hers].origin);
    await other.say('nats away 2');
    // Whichever of them has lost the line meanwhile, and come to the other server: both hear of it.
    for (const screen of [elena, supervisor]) await expect(screen.row('nats away 2')).toBeVisible({ timeout: 30_000 });
    // And what is said there once its row stands on the screen.
    await elena.row('nats away 2').click();
    await elena.say('Without NATS as well');
    await expect(supervisor.row('Without NATS as well')).toBeVisible({ timeout: 15_000 });
  });
  expect(await watched.said()).toEqual([]);
  expect(watched.faults).toEqual([]);
  await nats.start();
  await expect.poll(buses, { timeout: 20_000 }).toEqual(['up', 'up']);
});
