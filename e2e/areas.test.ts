import { type Browser, expect, type Page, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { SWEEP } from './sweep.ts';

/** An element of the page that the browser refuses to draw: by its tag, and an attribute that it bears. */
interface Refusal {
  tag: string;
  attribute: string;
  value?: string;
}

declare global {
  interface Window {
    refusal: Refusal | null;
  }
}

const KEY = 'e2e.refusal';

/** Gives the page a browser that throws where it is to draw what was refused. */
async function mayRefuse(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    window.refusal = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (this: Element, name: string, value: string) {
      const { refusal } = window;
      const isRefused =
        this.localName === refusal?.tag &&
        name.toLowerCase() === refusal.attribute &&
        (refusal.value === undefined || String(value) === refusal.value);
      if (isRefused) throw new Error(`<${refusal.tag} ${refusal.attribute}> is refused`);
      setAttribute.call(this, name, value);
    };
  }, KEY);
}

async function reloadRefusing(page: Page, refusal: Refusal): Promise<void> {
  await page.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [KEY, JSON.stringify(refusal)] as const);
  await page.reload();
}

const drawAll = (page: Page) =>
  page.evaluate((key) => {
    window.refusal = null;
    sessionStorage.removeItem(key);
  }, KEY);

const open = (browser: Browser, name: string) => AgentScreen.open(browser, name, { prepare: mayRefuse });

test('a broken area of a conversation leaves the others working, and comes back when it is tried again', async ({ browser }) => {
  const agent = await open(browser, 'Elena Marinova');
  const { page } = agent;
  await agent.row('Maria Dimitrova').click();
  const areas = {
    Rooms: agent.row('Maria Dimitrova'),
    Messages: agent.timeline(),
    Customer: page.getByRole('heading', { name: 'Channels' }),
    Composer: agent.composer(),
    Notifications: page.getByRole('button', { name: /^Notifications/ }),
  };
  const refusals = {
    Rooms: { tag: 'div', attribute: 'data-entry' },
    Messages: { tag: 'section', attribute: 'data-timeline' },
    Customer: { tag: 'span', attribute: 'data-size', value: '48' },
    Composer: { tag: 'textarea', attribute: 'aria-label' },
    Notifications: { tag: 'button', attribute: 'title', value: 'Notifications' },
  } satisfies Record<keyof typeof areas, Refusal>;
  for (const [name, refusal] of Object.entries(refusals)) {
    await reloadRefusing(page, refusal);
    for (const [other, part] of Object.entries(areas)) {
      if (other === name) await expect(part).toHaveCount(0);
      else await expect(part, `${other} while ${name} is broken`).toBeVisible();
    }
    const place = page.getByRole('alert').filter({ hasText: `Could not be shown: ${name}` });
    const again = place
      .getByRole('button', { name: 'Try again' })
      .or(page.getByRole('button', { name: `Could not be shown: ${name}. Try again` }));
    await expect(again).toBeVisible();
    await drawAll(page);
    await again.click();
    await expect(areas[name as keyof typeof areas]).toBeVisible();
    await expect(page.getByText('Could not be shown')).toHaveCount(0);
  }
});

test('what the page does without takes nothing with it where it does not come', async ({ browser }) => {
  const prepare = async (page: Page) => {
    await page.route(/ColumnGrip|OfferPlace/, (route) => route.abort());
  };
  const agent = await AgentScreen.open(browser, 'Elena Marinova', { prepare });
  const { page } = agent;
  const grip = page.getByRole('separator', { name: 'Width of the room list' });
  // A page of which a part is gone loads itself anew, once.
  for (let times = 0; times < 2; times++) await page.waitForEvent('requestfailed', (request) => request.url().includes('ColumnGrip'));
  await agent.row('Maria Dimitrova').click();
  await expect(agent.composer()).toBeVisible();
  await expect(grip).toHaveCount(0);
  await expect(page.getByText('Could not be shown')).toHaveCount(0);
});

test('a broken page of the administration and a broken section of the profile leave the frame working', SWEEP, async ({ browser }) => {
  const { page } = await open(browser, 'Ana Tsvetkova');
  await page.goto('/admin/users');
  await expect(page.getByRole('table')).toBeVisible();
  await reloadRefusing(page, { tag: 'table', attribute: 'class' });
  await expect(page.getByRole('alert')).toContainText('Unexpected error');
  await page.getByRole('link', { name: /^Communications/ }).click();
  await expect(page).toHaveURL(/communications/);
  await page.goBack();
  await drawAll(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table')).toBeVisible();

  await page.goto('/profile');
  await reloadRefusing(page, { tag: 'input', attribute: 'autocomplete', value: 'new-password' });
  await expect(page.getByRole('alert').filter({ hasText: 'Could not be shown: Password' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  await drawAll(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Password' })).toBeVisible();
});
