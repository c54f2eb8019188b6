import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { type PushService, type SubscribedBrowser, startPushService } from '../server/test/push-service.ts';
import { AgentScreen } from './people.ts';
import { PUSH_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';
import { newVisitor } from './visitor.ts';

let service: PushService;
let product: Product;

test.use({ serviceWorkers: 'allow' });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  service = await startPushService();
  product = await startProduct({
    port: PUSH_PORT,
    env: { PARLEY_PUSH_CONTACT: 'mailto:admin@parley.example', PARLEY_PUSH_SERVICES: service.origin },
  });
});
test.afterAll(async () => {
  await product.stop();
  await service.close();
});

/**
 * Chromium subscribes at Google's service, which is not to be asked here: this one stands in for what the browser keeps. What is
 * between server and service worker is as it is.
 */
async function subscribeAt(context: BrowserContext, { subscription }: SubscribedBrowser): Promise<void> {
  await context.addInitScript((given) => {
    const held = 'test-subscribed';
    const made = (key: ArrayBuffer | null) => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: key },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(held);
        return true;
      },
    });
    const keyOf = () => {
      const key = localStorage.getItem(held);
      return key === null ? null : Uint8Array.from(key.split(','), Number).buffer;
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(held) === null ? null : made(keyOf())),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        localStorage.setItem(held, String(applicationServerKey));
        return made(keyOf());
      },
    });
  }, subscription);
}

/** Hands the service worker what the push service was given for it, as the browser would. @returns what it shows then */
async function deliver(context: BrowserContext, page: Page, data: unknown): Promise<{ title: string; body: string }[]> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(product.url) && !isDeleted);
      if (ours !== undefined) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', { origin: `${product.url}/`, registrationId, data: JSON.stringify(data) });
  await session.detach();
  return page.evaluate(async () => {
    // Longer than the worker needs to decide.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const shown = (await (await navigator.serviceWorker.getRegistration('/'))?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => ({ title, body }));
  });
}

test('a customer writes while no page is open: it is pushed, and shown where no window can be seen', SWEEP, async ({ context, page }) => {
  test.setTimeout(120_000);
  const browser = service.browser();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  await subscribeAt(context, browser);
  await page.goto(product.url);
  await signInAs(page, 'Elena Marinova', `${product.url}/profile`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  const closed = page.getByRole('switch', { name: 'In this browser also while Parley is closed' });
  await expect(closed).not.toBeChecked();
  await closed.click({ force: true });
  await expect(closed).toBeChecked();
  await expectAccessible(page);

  await new AgentScreen(page).chooseStatus('Ready');
  const visitor = await newVisitor(product.url);
  await visitor.say('Is the blue lamp in stock?');
  await page.goto(`${product.url}/communications`);
  await expect(page.getByText('Is the blue lamp in stock?').first()).toBeVisible();
  expect(browser.asked).toEqual([]);

  // No page of the application from here on: what the server says of itself is none.
  await page.goto(`${product.url}/health/live`);
  await visitor.say('And does it come with a bulb?');
  await expect.poll(() => browser.got.map(({ body }) => body), { timeout: 30_000 }).toContain('And does it come with a bulb?');
  const pushed = browser.got.find(({ body }) => body === 'And does it come with a bulb?');
  expect(await deliver(context, page, pushed)).toEqual([{ title: pushed?.title, body: 'And does it come with a bulb?' }]);

  // Where a window can be seen, that rings.
  await page.goto(`${product.url}${pushed?.path}`);
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('And does it come with a bulb?')).toBeVisible();
  await page.evaluate(async () => {
    for (const one of (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []) one.close();
  });
  expect(await deliver(context, page, { ...pushed, tag: 'another' })).toEqual([]);

  // Off again, nothing comes any more.
  await page.goto(`${product.url}/profile`);
  await expect(closed).toBeChecked();
  await closed.click({ force: true });
  await expect(closed).not.toBeChecked();
  const before = browser.asked.length;
  await page.goto(`${product.url}/health/live`);
  await visitor.say('Hello?');
  await page.waitForTimeout(7000);
  expect(browser.asked.length).toBe(before);
});
