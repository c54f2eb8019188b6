import { expect, type Page, test } from '@playwright/test';
import { productUrl, shopUrl, Visitor } from './people.ts';
import { SWEEP } from './sweep.ts';
import { visitorWith } from './visitor.ts';

async function openAt(page: Page): Promise<Visitor> {
  const visitor = new Visitor(page);
  await page.goto(shopUrl());
  await visitor.openChat();
  return visitor;
}

const secretOf = ({ page }: Visitor) =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => /^parley:.*:secret$/.test(key))?.[1] ?? null);

/** The same visitor says it from elsewhere: all that stands between it and this page is the way here. */
async function sayElsewhere(visitor: Visitor, words: string): Promise<void> {
  await visitorWith(productUrl(), (await secretOf(visitor)) ?? '').say(words);
}

test('a socket through which nothing comes any more, and which nobody closes, is found and replaced', SWEEP, async ({ page }) => {
  let sockets = 0;
  let isDead = false;
  await page.routeWebSocket(/\/api\/ws/, (socket) => {
    sockets += 1;
    const mine = sockets;
    const server = socket.connectToServer();
    const passes = () => !(isDead && mine === 1);
    socket.onMessage((message) => passes() && server.send(message));
    server.onMessage((message) => passes() && socket.send(message));
  });
  const visitor = await openAt(page);
  await visitor.say('By the first socket');
  await expect(visitor.log()).toContainText(/By the first socket.*Sent/);
  await expect.poll(() => sockets).toBe(1);
  await sayElsewhere(visitor, 'It still brings this');
  await expect(visitor.log()).toContainText('It still brings this');
  isDead = true;
  await sayElsewhere(visitor, 'Said into the silence');
  await expect(visitor.log()).toContainText('Said into the silence', { timeout: 25_000 });
  expect(sockets).toBe(2);
});

test('what is said comes also where no socket ever stands', SWEEP, async ({ page }) => {
  // Taken by something on the way, which never answers.
  await page.routeWebSocket(/\/api\/ws/, () => {});
  const visitor = await openAt(page);
  await visitor.say('Is anybody there?');
  await expect(visitor.log()).toContainText(/Is anybody there\?.*Sent/, { timeout: 20_000 });
  for (const words of ['The first answer', 'The second answer']) {
    await sayElsewhere(visitor, words);
    await expect(visitor.log()).toContainText(words, { timeout: 30_000 });
  }
});

for (const [status, who] of [
  [401, 'a network that asks for a log-in'],
  [403, 'a guard of another service'],
  [404, 'a proxy that knows no such page'],
] as const) {
  test(`the visitor’s talk outlives ${who} (${status}), with what was said meanwhile`, SWEEP, async ({ page, context }) => {
    const visitor = await openAt(page);
    await visitor.say('Before');
    await expect(visitor.log()).toContainText(/Before.*Sent/);
    const secret = await secretOf(visitor);
    await context.route(/\/api\/visitor\//, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<!doctype html><title>Log in to the Wi-Fi</title>' }),
    );
    await page.routeWebSocket(/\/api\/ws/, (socket) => socket.close());
    await page.reload();
    await visitor.openChat();
    await visitor.say('Meanwhile');
    await expect(visitor.log()).toContainText('Meanwhile');
    await expect(visitor.chat.getByText('No connection')).toBeVisible();
    expect(await secretOf(visitor)).toBe(secret);
    await context.unroute(/\/api\/visitor\//);
    await expect(visitor.log()).toContainText(/Before.*Meanwhile.*Sent/, { timeout: 40_000 });
    expect(await secretOf(visitor)).toBe(secret);
  });
}
