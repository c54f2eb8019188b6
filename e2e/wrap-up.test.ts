import { expect, test } from '@playwright/test';
import { newId } from '../server/src/platform/clock.ts';
import type { Reader } from '../server/src/platform/database.ts';
import { demoDatabase, nobodyIsReady } from './demo-database.ts';
import { AgentScreen } from './people.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

test.describe.configure({ timeout: 120_000 });

const LUMEN = '0193a1de-0000-7000-8000-0000000000a1';
const QUEUE = 'Careful line';
const queueId = newId();
/** Words that nobody else in the demo says. */
const mark = `wrap-${Date.now().toString(36)}`;

async function inDatabase(work: (on: Reader) => Promise<void>): Promise<void> {
  const db = demoDatabase();
  try {
    await work(db.outsideReader());
  } finally {
    await db.close();
  }
}

const makeDefault = (on: Reader, name: string) =>
  on
    .updateTable('queues')
    .set({ is_default: false })
    .where('account_id', '=', LUMEN)
    .where('is_default', '=', true)
    .execute()
    .then(() => on.updateTable('queues').set({ is_default: true }).where('account_id', '=', LUMEN).where('name', '=', name).execute());

test.beforeAll(async () => {
  await nobodyIsReady();
  await inDatabase(async (on) => {
    await on.insertInto('queues').values({ id: queueId, account_id: LUMEN, name: QUEUE }).execute();
    const dora = on.selectFrom('users').select('id').where('email', '=', 'dora@lumenhome.example');
    const { id } = await dora.executeTakeFirstOrThrow();
    await on.insertInto('queue_members').values({ account_id: LUMEN, queue_id: queueId, user_id: id }).execute();
    await makeDefault(on, QUEUE);
  });
});

test.afterAll(async () => {
  await inDatabase(async (on) => {
    await makeDefault(on, 'Shop');
    await on.deleteFrom('queue_members').where('queue_id', '=', queueId).execute();
    await on.deleteFrom('waiting').where('queue_id', '=', queueId).execute();
    const shop = on.selectFrom('queues').select('id').where('account_id', '=', LUMEN).where('name', '=', 'Shop');
    await on
      .updateTable('conversations')
      .set((eb) => ({ queue_id: eb.selectFrom(shop.as('shop')).select('shop.id') }))
      .where('queue_id', '=', queueId)
      .execute();
    await on.updateTable('queues').set({ removed_at: new Date().toISOString() }).where('id', '=', queueId).execute();
  });
  await nobodyIsReady();
});

test('who wraps up sees for how long and gets nothing new, and says when they are done', SWEEP, async ({ page, browser }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signInAs(page, 'Ana Tsvetkova');
  await page.goto('/admin/queues');
  await page.getByRole('table', { name: 'Queues' }).getByRole('link', { name: QUEUE }).click();
  await page.getByRole('textbox', { name: 'Wrap-up time in seconds' }).fill('900');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible();

  const dora = await AgentScreen.open(browser, 'Dora Ilieva');
  await dora.chooseStatus('Ready');
  await (await CallingVisitor.start()).say(`The first ${mark}`);
  await dora.row(`The first ${mark}`).click();
  await expect(dora.composer()).toBeVisible();
  const atRight = () => Promise.all([/^Notifications/, /^My status/].map((name) => dora.page.getByRole('button', { name }).boundingBox()));
  const before = await atRight();
  await dora.resolve();
  const clock = dora.page.getByText(/^Wrap-up \d+:\d\d$/);
  await expect(clock).toHaveText(/^Wrap-up 1[45]:\d\d$/);
  // Nothing at its right has moved.
  expect(await atRight()).toEqual(before);
  await expectAccessible(dora.page);

  await (await CallingVisitor.start()).say(`The second ${mark}`);
  await dora.page.mouse.move(1200, 400);
  await dora.row(`The second ${mark}`).click();
  const take = dora.page.getByRole('button', { name: 'Take', exact: true }).first();
  await expect(take).toBeVisible();
  // As long as every look at what waits takes to come round, and a little more.
  await dora.page.waitForTimeout(6500);
  await expect(take).toBeVisible();
  await expect(dora.composer()).toBeHidden();

  await dora.page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(clock).toBeHidden();
  await expect(dora.composer()).toBeVisible();
  await expect(dora.page.getByRole('button', { name: 'My status: Ready' })).toBeVisible();
  await dora.resolve();
  await expect(clock).toBeVisible();
  await dora.page.context().close();
});
