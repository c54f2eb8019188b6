import { type Browser, expect, type Page, test } from '@playwright/test';
import { type ChannelProduct, startChannelProduct } from './channel-product.ts';
import { SWEEP } from './sweep.ts';

let product: ChannelProduct;
test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.beforeAll(async () => {
  product = await startChannelProduct({ types: ['WHATSAPP', 'VIBER', 'SMS'] });
});
test.afterAll(() => product?.close());

async function signedIn(browser: Browser, name: string, language: 'en' | 'bg', hasTouch = false): Promise<Page> {
  const page = await (await browser.newContext({ hasTouch, isMobile: hasTouch })).newPage();
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(product.url);
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.waitForURL(/communications/);
  return page;
}

const head = (page: Page) => page.getByRole('main').locator('header').first();
const WORDS = {
  en: { take: 'Take', resolve: 'Resolve', beside: ['Snooze', 'Hand over'], takeOver: 'Take over', mine: 'Assigned to you since' },
  bg: { take: 'Поемане', resolve: 'Приключване', beside: ['Отлагане', 'Предаване'], takeOver: 'Поемане', mine: 'При Вас от' },
} as const;

/** Whether the verb of a button stands there whole, from its first letter to its last. */
const isRead = (page: Page, verb: string) =>
  head(page)
    .getByRole('button')
    .getByText(verb, { exact: true })
    .evaluate((word) => {
      const { left, right, top, bottom, width } = word.getBoundingClientRect();
      const isAt = (x: number) => word.contains(document.elementFromPoint(x, (top + bottom) / 2));
      return width > 4 && isAt(left + 1) && isAt(right - 1);
    });

/** Which of the verbs beside the main action are signs, and what of the whole (the name first) is cut. */
const asLaidOut = (page: Page) =>
  head(page).evaluate((element) => ({
    signs: [...element.querySelectorAll('[data-beside=true]')].map((deed) => deed.matches('[data-sign]')),
    cut: [...element.querySelectorAll('[data-whole]')].map((one) => one.scrollWidth > one.clientWidth),
    isOneLine: element.getBoundingClientRect().height < 60,
  }));

test(
  'the main action has its word at every width, the others as long as nothing is cut for them, and a short name never is',
  SWEEP,
  async ({ browser }) => {
    const mila = await product.customer('Mila', ['WHATSAPP', 'VIBER', 'SMS']);
    await mila.say('By WhatsApp first');
    const first = await signedIn(browser, 'Dora Ilieva', 'en');
    await first.getByRole('complementary').getByRole('link', { name: /Mila/ }).click();
    for (const width of [1180, 390, 360]) {
      await first.setViewportSize({ width, height: 800 });
      // What has just come is deaf at first, and not met by its place.
      await expect.poll(() => isRead(first, 'Take'), `Take at ${width}`).toBe(true);
    }
    await head(first).getByRole('button', { name: 'Take' }).click();
    await expect(head(first).getByRole('button', { name: 'Resolve' })).toBeVisible();
    const mine = first.url();
    for (const several of [false, true]) {
      if (several) await mila.say('Now by SMS', 'SMS');
      for (const language of ['en', 'bg'] as const) {
        for (const touch of [false, true]) {
          const page = await signedIn(browser, 'Dora Ilieva', language, touch);
          const words = WORDS[language];
          await page.goto(mine);
          for (const width of touch ? [390, 360] : [1440, 1180, 1100, 1000, 900, 800, 760, 390, 360]) {
            await page.setViewportSize({ width, height: 800 });
            await expect(head(page).getByRole('button', { name: new RegExp(`^${words.resolve}`) })).toBeVisible();
            if (several) await expect(head(page).getByRole('button', { name: /SMS/ })).toBeVisible();
            if (width >= 760) await expect(head(page).getByRole('button', { name: new RegExp(`^${words.beside[0]}`) })).toBeVisible();
            const at = `${language} ${width}${several ? ' of two' : ''}${touch ? ' by touch' : ''}`;
            await expect.poll(() => isRead(page, words.resolve), at).toBe(true);
            // Another width is heard of a moment later.
            await expect(async () => {
              const laid = await asLaidOut(page);
              expect([laid.cut[0], laid.isOneLine], at).toEqual([false, true]);
              // Who holds it is cut for no word of what stands beside the main action; where nothing stands beside a short name, all of them are there.
              if (width >= 760 && laid.cut[1] === true) expect(laid.signs, at).not.toContain(false);
              if (width === 1440) expect(laid.signs, at).not.toContain(true);
              if (width === 1180 && !several) expect(laid.signs, at).toContain(false);
            }).toPass({ timeout: 5000 });
          }
          await page.context().close();
        }
      }
    }
    await first.context().close();
  },
);
