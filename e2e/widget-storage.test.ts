import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { ARGUMENTS, SHELL, WHOLE } from './browser.ts';
import { withWidget } from './demo-database.ts';
import { shopUrl, Visitor } from './people.ts';
import { SWEEP } from './sweep.ts';

interface Mode {
  name: string;
  shop: () => string;
  /** Playwright switches storage partitioning off; without that the frame has storage of its own per site. */
  partitioned: boolean;
  blockThirdParties?: boolean;
  arguments?: string[];
}

const modes: Mode[] = [
  { name: 'storage of frames refused', shop: shopUrl, partitioned: false },
  { name: 'storage of frames partitioned', shop: shopUrl, partitioned: true },
  { name: 'third-party cookies blocked', shop: shopUrl, partitioned: true, blockThirdParties: true },
  {
    name: 'a plain-http shop without secure context',
    shop: () => `http://shop.test:${new URL(shopUrl()).port}/`,
    partitioned: true,
    arguments: ['--host-resolver-rules=MAP shop.test 127.0.0.1'],
  },
];

async function inMode(mode: Mode, work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'parley-profile-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = mode.blockThirdParties ? { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } } : {};
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: WHOLE,
    args: [...ARGUMENTS, ...(mode.arguments ?? [])],
    locale: 'en-GB',
    ...(mode.partitioned ? { ignoreDefaultArgs: await defaultFeatures() } : {}),
  });
  try {
    await work(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The argument by which Playwright switches features off, as this version of it writes it. */
async function defaultFeatures(): Promise<string[]> {
  const server = await chromium.launchServer({ executablePath: SHELL, args: ARGUMENTS });
  const line = server.process().spawnargs.filter((argument) => argument.startsWith('--disable-features='));
  await server.close();
  return line;
}

const tabAt = async (context: BrowserContext, address: string) => {
  const visitor = new Visitor(await context.newPage());
  await visitor.page.goto(address);
  await visitor.openChat();
  return visitor;
};

for (const mode of modes) {
  test(`keeps one chat through pages and tabs: ${mode.name} (BUG-070)`, SWEEP, async () => {
    const shop = mode.shop();
    await withWidget({ allowed_sites: [new URL(shop).origin] }, () =>
      inMode(mode, async (context) => {
        const first = await tabAt(context, shop);
        await first.say('From the first page');
        await expect(first.log()).toContainText(/From the first page.*Sent/);
        await first.page.goto(`${new URL(shop).origin}/lamps`);
        await expect(first.log()).toContainText('From the first page');
        const second = await tabAt(context, shop);
        await expect(second.log()).toContainText('From the first page');
        await second.say('From the second tab');
        for (const tab of [first, second]) await expect(tab.log()).toContainText(/From the first page.*From the second tab/);
      }),
    );
  });

  test(`starts one session when two tabs write at once: ${mode.name}`, SWEEP, async () => {
    const shop = mode.shop();
    await withWidget({ allowed_sites: [new URL(shop).origin] }, () =>
      inMode(mode, async (context) => {
        const tabs = [await tabAt(context, shop), await tabAt(context, shop)];
        await Promise.all(tabs.map((tab, at) => tab.say(`At once ${at}`)));
        for (const tab of tabs) for (const words of ['At once 0', 'At once 1']) await expect(tab.log().getByText(words)).toHaveCount(1);
      }),
    );
  });
}

test('lives on the frame’s own copy when the page’s storage refuses', SWEEP, async () => {
  await inMode({ name: '', shop: shopUrl, partitioned: true }, async (context) => {
    await context.addInitScript(() => {
      if (window.parent !== window) return;
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    });
    const visitor = await tabAt(context, shopUrl());
    await visitor.say('Only the frame remembers');
    await expect(visitor.log()).toContainText(/Only the frame remembers.*Sent/);
    await visitor.page.reload();
    await visitor.openChat();
    await expect(visitor.log()).toContainText('Only the frame remembers');
  });
});

test('what was sent in the moment in which the page is left goes from the next one', SWEEP, async () => {
  await inMode({ name: '', shop: shopUrl, partitioned: true }, async (context) => {
    // A page that is left has not come to keep what the chat told it last.
    await context.addInitScript(() => {
      if (window.parent !== window) return;
      const keep = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (!key.endsWith(':draft')) keep.call(this, key, value);
      };
    });
    const visitor = await tabAt(context, shopUrl());
    await context.route('**/api/visitor/**', (route) => route.abort());
    await visitor.say('In the last moment');
    await expect(visitor.log()).toContainText('In the last moment');
    await context.unroute('**/api/visitor/**');
    await visitor.page.reload();
    await expect(visitor.log()).toContainText(/In the last moment.*Sent/);
  });
});
