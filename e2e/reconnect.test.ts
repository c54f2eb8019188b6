import { expect, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

const PORTAL = '<!doctype html><title>Welcome to the hotel</title><form>Accept the terms</form>';

test(
  'a network that answers everything in its own words, tickets too, costs a toast each way and nothing else',
  SWEEP,
  async ({ browser }) => {
    test.setTimeout(150_000);
    const words = `portal ${Date.now().toString(36)}`;
    const dora = await AgentScreen.open(browser, 'Dora Ilieva');
    const { page } = dora;
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    const visitor = await CallingVisitor.start();
    await visitor.sayMany(words, 1, 1);
    await dora.row(`${words} 1`).click();
    await page.getByRole('button', { name: 'Take', exact: true }).first().click();
    await expect(dora.composer()).toBeVisible();
    await page.evaluate(() => {
      const kept = window as unknown as { alerts: number; texts: Set<string> };
      kept.alerts = 0;
      kept.texts = new Set();
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) if (node.textContent?.includes('The connection is lost.')) kept.alerts += 1;
      }).observe(document.body, { subtree: true, childList: true });
    });

    let asked = 0;
    // The line breaks, and when it is back the network's own page stands before everything.
    await page.context().setOffline(true);
    await expect(page.getByRole('alert').filter({ hasText: 'The connection is lost.' })).toBeVisible({ timeout: 20_000 });
    await page.context().route('**/api/**', (route) => {
      asked += 1;
      return route.fulfill({ status: 200, contentType: 'text/html', body: PORTAL });
    });
    await page.context().setOffline(false);
    await visitor.sayMany(words, 2, 4);
    const other = await CallingVisitor.start();
    await other.sayMany(`${words} other`, 1, 1);
    await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(await dora.timeline().textContent()).not.toContain(`${words} 4`);

    await page.context().unroute('**/api/**');
    await expect(page.getByRole('status').filter({ hasText: 'Connected again.' })).toBeVisible({ timeout: 40_000 });
    for (const n of [1, 2, 3, 4]) await expect(dora.timeline().getByText(`${words} ${n}`, { exact: true })).toHaveCount(1);
    await expect(dora.row(`${words} other 1`)).toBeVisible({ timeout: 15_000 });
    await dora.say(`answer ${words}`);
    await expect(dora.timeline().getByText(`answer ${words}`)).toHaveCount(1);
    expect(faults).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { alerts: number }).alerts)).toBeLessThanOrEqual(1);
    await dora.resolve();
    await page.context().close();
  },
);
