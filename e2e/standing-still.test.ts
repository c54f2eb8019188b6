import { expect, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { moved, opened } from './standing.ts';
import { SWEEP } from './sweep.ts';

// A room that is opened afresh stands still: what comes later than its messages has its place by then. Told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `still${Date.now().toString(36)}`;
let visitor: Visitor;
let dora: AgentScreen;
/** Addresses of the customer's room, and of the chat in which it is discussed. */
let customer: string;
let chat: string;

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  await dora.chooseStatus('Ready');
  visitor = await Visitor.open(browser);
  await visitor.say(`Where is my lamp? ${mark}`);
  await dora.row(mark).click();
  await expect(dora.composer()).toBeVisible();
  customer = new URL(dora.page.url()).pathname;
});

test.afterAll(async () => {
  await nobodyIsReady();
  for (const { page } of [visitor, dora]) await page.context().close();
});

test(
  'a discussion without a name of its own is called after its customer, in its head, in the list and beside the customer',
  SWEEP,
  async () => {
    const { page } = dora;
    const called = await page.getByRole('region').getByRole('heading', { level: 2 }).first().textContent();
    await page.getByRole('button', { name: 'Discuss with colleagues' }).click();
    const asking = page.getByRole('dialog', { name: 'Discuss with colleagues' });
    for (const name of ['Emil Stanchev', 'Petar Kostov']) await asking.getByRole('option', { name }).click();
    await expect(asking.getByRole('textbox', { name: /^Name of the group/ })).toHaveValue(`About ${called}`);
    await asking.getByRole('button', { name: 'Start the discussion' }).click();
    await expect(page.getByRole('heading', { name: `About ${called}` })).toBeVisible();
    chat = new URL(page.url()).pathname;
    await expect(
      dora
        .rooms()
        .getByRole('link')
        .filter({ hasText: `About ${called}` }),
    ).toBeVisible();
    await dora.say(`What do we say? ${mark}`);
    await page.goto(customer);
    await expect(page.locator('[data-block="DISCUSSIONS"]').getByRole('link', { name: `About ${called}` })).toBeVisible();
  },
);

test('one that is begun without any name is called by the others in it, everywhere alike', SWEEP, async ({ browser }) => {
  const { page } = dora;
  await page.getByRole('button', { name: 'Discuss with colleagues' }).click();
  const asking = page.getByRole('dialog', { name: 'Discuss with colleagues' });
  for (const name of ['Emil Stanchev', 'Petar Kostov']) await asking.getByRole('option', { name }).click();
  await asking.getByRole('textbox', { name: /^Name of the group/ }).fill('');
  await asking.getByRole('button', { name: 'Start the discussion' }).click();
  await expect(page).not.toHaveURL(new RegExp(customer));
  await expect(dora.composer()).toBeVisible();
  const called = await page.getByRole('region').getByRole('heading', { level: 2 }).first().textContent();
  expect(called?.split(', ').toSorted()).toEqual(['Emil', 'Petar']);
  await page.goto(customer);
  await expect(page.locator('[data-block="DISCUSSIONS"]').getByRole('link', { name: called ?? '' })).toBeVisible();
  const emil = await AgentScreen.open(browser, 'Emil Stanchev');
  await emil.page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(
    emil.page.getByRole('link', { name: /^Dora Ilieva added you to the group (Dora, Petar|Petar, Dora)/ }).first(),
  ).toBeVisible();
  await emil.page.context().close();
});

test('messages stand still when what is to be sent later comes below them', SWEEP, async () => {
  const { page } = dora;
  await page.goto(customer);
  for (const words of ['First', 'Second']) {
    await dora.composer().fill(`${words} ${mark}`);
    await page.getByRole('button', { name: 'Send later', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).click();
    await expect(page.getByRole('region', { name: 'Waiting to be sent' })).toContainText(`${words} ${mark}`);
  }
  const stood = await opened(page, customer, /\/scheduled$/);
  await expect(page.getByRole('region', { name: 'Waiting to be sent' }).getByRole('listitem')).toHaveCount(2);
  expect(Object.keys(stood).length).toBeGreaterThan(1);
  expect(moved(stood)).toEqual([]);
});

test(
  'messages and members of a group stand still when it comes who has read them, who is there, and whom they talk about',
  SWEEP,
  async ({ browser }) => {
    await dora.page.goto(chat);
    const emil = await AgentScreen.open(browser, 'Emil Stanchev');
    await emil.page.goto(chat);
    await expect(dora.timeline()).toContainText(/Seen by/);
    await emil.page.context().close();
    // The customer’s room that it is about, and three members.
    const stood = await opened(dora.page, chat, /\/(readers|discussions|presence)(\?|$)/, 4);
    await expect(dora.timeline()).toContainText(/Seen by/);
    await expect(dora.page.getByRole('region', { name: 'About', exact: true })).toBeVisible();
    expect(Object.keys(stood).filter((name) => name.startsWith('beside')).length).toBe(4);
    expect(moved(stood)).toEqual([]);
  },
);
