import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { newId } from '../server/src/platform/clock.ts';
import { someEmail } from '../server/test/emails.ts';
import { plainPicture } from '../server/test/pictures.ts';
import { type ChannelCustomer, type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';

let product: ChannelProduct;
let dora: AgentScreen;
let maria: ChannelCustomer;
let elsewhere: Server;
let origin = '';
/** What was asked of the server that the sender would have, by whom. */
const asked: string[] = [];

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  elsewhere = createServer(async (request, response) => {
    asked.push(`${request.url} ${request.headers['user-agent']}`);
    response.end(await plainPicture(400, 300).png().toBuffer());
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  product = await startChannelProduct({ types: ['EMAIL'], pictures: (_address, at) => at === port });
  maria = await product.customer('Maria', ['EMAIL']);
  const html = `<script>document.title = 'run'; parent.document.title = 'run'</script><p onmouseover="parent.document.title = 'run'">The lamp <b>flickers</b>.</p>
    <table width="1200"><tr><td>wide</td></tr></table><img src="${origin}/lamp.png" alt="The lamp">
    <style>body { background: url(${origin}/style.png) }</style><p style="background: url(${origin}/word.png)">Kind regards</p>
    <a href="${origin}/page">The shop</a>`;
  await maria.bring({
    kind: 'MESSAGE',
    providerMessageId: newId(),
    address: maria.addresses.get('EMAIL') ?? '',
    name: 'Maria',
    text: '',
    content: { type: 'EMAIL', email: someEmail(), html },
  });
  dora = await AgentScreen.open(browser, 'Dora Ilieva', { url: product.url });
});
test.afterAll(async () => {
  await dora?.page.context().close();
  await product?.close();
  elsewhere?.close();
});

declare global {
  interface Window {
    /** Heights that the watched part has had, one after the other. */
    stood: number[];
    stopWatching: () => void;
  }
}

/** Notes with each frame how high something is, as long as it is there. */
const watchHeights = (page: Page, of: 'frame' | 'row') =>
  page.evaluate((what) => {
    window.stood = [];
    let frame = 0;
    const look = () => {
      const face = document.querySelector('[data-timeline] [data-email-looks]');
      const height = (what === 'row' ? face?.closest('li') : face)?.clientHeight;
      if (height !== undefined && height !== window.stood.at(-1)) window.stood.push(height);
      frame = requestAnimationFrame(look);
    };
    look();
    window.stopWatching = () => cancelAnimationFrame(frame);
  }, of);

test('an e-mail grows once as it is first opened, and stands still as it is opened again', async () => {
  const { page } = dora;
  const frame = page.locator('iframe[title="E-mail: The lamp flickers"]');
  const heights = async (of: 'frame' | 'row') => {
    await watchHeights(page, of);
    await dora.row('The lamp flickers').click();
    await expect(frame).toHaveAttribute('data-measured', 'true');
    await expect(page.getByRole('button', { name: 'Load 1 picture' })).toBeVisible();
    await page.waitForTimeout(500);
    return page.evaluate(() => {
      window.stopWatching();
      return window.stood;
    });
  };
  expect((await heights('frame')).length).toBeLessThanOrEqual(2);
  await page.goBack();
  await expect(frame).toHaveCount(0);
  expect(await heights('row')).toHaveLength(1);
});

test('an e-mail is read as it looks, runs nothing and asks nobody; its pictures come when somebody asks, through the server', async () => {
  const { page } = dora;
  await dora.row('The lamp flickers').click();
  const frame = page.locator('iframe[title="E-mail: The lamp flickers"]');
  await expect(frame).toHaveAttribute('data-measured', 'true');
  const content = frame.contentFrame();
  await expect(content.getByText('Kind regards')).toBeVisible();
  // As high as what is in it, and no wider than its place.
  const heightOf = async () => ({
    frame: (await frame.boundingBox())?.height ?? 0,
    body: await content.locator('body').evaluate((body) => body.getBoundingClientRect().height + 24),
  });
  await expect.poll(async () => Math.abs((await heightOf()).frame - (await heightOf()).body)).toBeLessThan(3);
  const before = (await heightOf()).frame;
  expect(asked).toEqual([]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Load 1 picture' }).click();
  await expect(content.getByRole('img', { name: 'The lamp' })).toBeVisible();
  await expect.poll(async () => (await heightOf()).frame).toBeGreaterThan(before + 100);
  expect(asked).toEqual(['/lamp.png Parley']);
  await content.getByText('flickers').hover();
  await expect(page).not.toHaveTitle(/run/);

  await page.setViewportSize({ width: 360, height: 780 });
  await expect(content.getByText('Kind regards')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const [shop] = await Promise.all([page.context().waitForEvent('page'), content.getByRole('link', { name: 'The shop' }).click()]);
  await shop.waitForLoadState();
  expect(await shop.evaluate(() => window.opener)).toBeNull();
  await shop.close();
});
