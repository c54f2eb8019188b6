import { expect, type Page, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';

// A conversation that goes from hand to hand, told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `handed-${Date.now().toString(36)}`;
let visitor: Visitor;
let dora: AgentScreen;
let emil: AgentScreen;

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  emil = await AgentScreen.open(browser, 'Emil Stanchev');
  visitor = await Visitor.open(browser);
});

test.afterAll(async () => {
  for (const { page } of [visitor, dora, emil]) await page.context().close();
});

const take = (agent: AgentScreen) => agent.page.getByRole('button', { name: 'Take', exact: true }).first().click();
const dialogOf = (agent: AgentScreen) => agent.page.getByRole('dialog', { name: 'Hand the conversation over' });

test('an agent hands it to a colleague with a note that the customer never gets', async () => {
  const received: string[] = [];
  visitor.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  await visitor.page.reload();
  await visitor.openChat();
  await emil.chooseStatus('Break');
  await visitor.say(`My parcel is late. ${mark}`);
  await dora.row(mark).click();
  await take(dora);
  await expect(dora.composer()).toBeVisible();
  await dora.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  const dialog = dialogOf(dora);
  await dialog.getByLabel('Colleague or queue').fill('emil');
  const choice = dialog.getByRole('radio', { name: /^Emil Stanchev Agent.* Break · \d+ open/ });
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await choice.check();
  await dialog.getByLabel('Note for colleagues (optional)').fill(`Angry for good reason ${mark}`);
  await expectAccessible(dora.page);
  await dialog.getByRole('button', { name: 'Hand over to Emil Stanchev' }).click();
  await expect(dora.page.getByText('Handed over to Emil Stanchev.')).toBeVisible();
  await emil.row(mark).click();
  await expect(emil.timeline()).toContainText('Dora Ilieva assigned the conversation to you');
  await expect(emil.composer()).toBeVisible();
  await emil.page.getByRole('tab', { name: /Notes/ }).click();
  await expect(emil.timeline()).toContainText(`Angry for good reason ${mark}`);
  await emil.page.getByRole('tab', { name: 'Conversation' }).click();
  await emil.say(`I am looking into it. ${mark}`);
  await expect(visitor.log()).toContainText(`I am looking into it. ${mark}`);
  expect(received.join('\n')).toContain('I am looking into it');
  expect(received.join('\n')).not.toContain('Angry for good reason');
});

test('a supervisor moves it to a queue, and from there to a colleague', async ({ browser }) => {
  const petar = await AgentScreen.open(browser, 'Petar Kostov');
  await petar.page.goto(emil.page.url());
  await expect(petar.timeline()).toContainText(mark);
  await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await dialogOf(petar).getByRole('group', { name: 'Queues' }).getByRole('radio').first().check();
  await dialogOf(petar)
    .getByRole('button', { name: /^Hand over to/ })
    .click();
  await expect(petar.timeline()).toContainText('You moved the conversation to the queue');
  await expect(dora.row(mark)).toContainText(/./);
  // Emil alone has the application open, and is on a break: no wait is promised.
  await expect(visitor.chat.getByText(/Your message has arrived/)).toBeVisible();
  await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await dialogOf(petar)
    .getByRole('radio', { name: /^Dora Ilieva/ })
    .check();
  await dialogOf(petar).getByRole('button', { name: 'Hand over to Dora Ilieva' }).click();
  await dora.row(mark).click();
  await expect(dora.timeline()).toContainText('Petar Kostov assigned the conversation to you');
  await expect(dora.composer()).toBeVisible();
  // What is moved behind the open dialog is not moved on unseen.
  await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await dialogOf(petar)
    .getByRole('radio', { name: /^Emil Stanchev/ })
    .check();
  await dora.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await dialogOf(dora).getByRole('group', { name: 'Queues' }).getByRole('radio').first().check();
  await dialogOf(dora)
    .getByRole('button', { name: /^Hand over to/ })
    .click();
  await expect(dialogOf(dora)).toHaveCount(0);
  await expect(petar.timeline()).toContainText(/queue .+ × 2, assigned to Dora Ilieva/);
  await dialogOf(petar).getByRole('button', { name: 'Hand over to Emil Stanchev' }).click();
  await expect(dialogOf(petar).getByRole('alert')).toContainText('This conversation has just been moved and waits elsewhere now.');
  await expectAccessible(petar.page);
  // Whoever has read that goes by where it is now.
  await dialogOf(petar).getByRole('button', { name: 'Hand over to Emil Stanchev' }).click();
  await expect(petar.page.getByText('Handed over to Emil Stanchev.')).toBeVisible();
  await petar.page.context().close();
});

test('the notice of a hand-over is read by looking at the conversation, in every window', async ({ browser }) => {
  const petar = await AgentScreen.open(browser, 'Petar Kostov');
  await petar.page.goto(emil.page.url());
  const elsewhere = await dora.page.context().newPage();
  await elsewhere.goto('/profile');
  await dora.page.goto('/communications');
  const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
  await expect(dora.rooms()).toBeVisible();
  await bell(dora.page).click();
  const list = dora.page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link').first()).toBeVisible();
  const all = list.getByRole('button', { name: 'Mark all as read' });
  if (await all.isVisible()) await all.click();
  await expect(all).toHaveCount(0);
  await dora.page.keyboard.press('Escape');
  for (const page of [dora.page, elsewhere]) await expect(bell(page)).toHaveAccessibleName('Notifications');

  await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await dialogOf(petar)
    .getByRole('radio', { name: /^Dora Ilieva/ })
    .check();
  await dialogOf(petar).getByRole('button', { name: 'Hand over to Dora Ilieva' }).click();
  for (const page of [dora.page, elsewhere]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await dora.row(mark).click();
  await expect(dora.composer()).toBeVisible();
  for (const page of [dora.page, elsewhere]) await expect(bell(page)).toHaveAccessibleName('Notifications');
  await elsewhere.close();
  await petar.page.context().close();
});
