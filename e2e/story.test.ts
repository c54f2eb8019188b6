import { expect, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';

// One story, told in order: what a visitor and the people of the shop live through with each other.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = Date.now().toString(36);
const SECRET = `DO NOT TELL ${mark}: the customer disputes a bill`;

let visitor: Visitor;
let elena: AgentScreen;

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  elena = await AgentScreen.open(browser, 'Elena Marinova');
  visitor = await Visitor.open(browser);
});

test.afterAll(async () => {
  await visitor.page.context().close();
  await elena.page.context().close();
});

/** How many wait by the number on Elena's list: others may have left somebody waiting in the demo. */
async function waitingCount(): Promise<number> {
  const words = await elena
    .rooms()
    .getByRole('button', { name: /^Waiting/ })
    .first()
    .textContent();
  return Number(/\d+/.exec(words ?? '')?.[0] ?? 0);
}

test('a visitor writes and waits in the queue', async () => {
  await expect(elena.rooms().getByRole('link').first()).toBeVisible();
  const before = await waitingCount();
  await visitor.say(`Which bulb fits the Aster? ${mark}`);
  await expect(visitor.log()).toContainText(`Which bulb fits the Aster? ${mark}`);
  await expect(
    visitor.chat.getByText('Nobody is here just now. Your message has arrived, and you are answered here as soon as somebody is back.'),
  ).toBeVisible();
  await expect(elena.row(mark)).toBeVisible();
  await expect.poll(waitingCount).toBe(before + 1);
});

test('an agent becomes ready and is given the conversation', async () => {
  await elena.chooseStatus('Ready');
  await expect(elena.rooms()).toContainText(/Waiting\s*0/);
  // It has arrived at her screen, and nobody has looked at it yet.
  await expect(visitor.log()).toContainText(/Delivered/);
  await expect(visitor.log()).not.toContainText(/Seen/);
  await elena.row(mark).click();
  await expect(elena.timeline()).toContainText(`Which bulb fits the Aster? ${mark}`);
  await expect(visitor.chat.getByRole('heading', { name: 'Elena' })).toBeVisible();
});

test('both write, see each other type, and see their ticks', async () => {
  await expect(visitor.log()).toContainText(/Seen/);
  await elena.composer().pressSequentially('An E27', { delay: 20 });
  await expect(visitor.chat.getByText('Elena is typing')).toBeVisible();
  await elena.say(`An E27 up to 12 W. ${mark}`);
  await expect(visitor.log()).toContainText(`An E27 up to 12 W. ${mark}`);
  await expect(elena.timeline()).toContainText('Seen');
  await visitor.field().pressSequentially('Yes', { delay: 20 });
  await expect(elena.page.getByText(/is typing on Live chat/i)).toBeVisible();
  await visitor.say(`Yes please, one. ${mark}`);
  await expect(elena.timeline()).toContainText(`Yes please, one. ${mark}`);
});

test('both reload in the middle and lose nothing', async () => {
  await elena.composer().fill('half a sentence');
  await Promise.all([elena.page.reload(), visitor.page.reload()]);
  await visitor.openChat();
  for (const words of ['Which bulb fits', 'An E27 up to', 'Yes please']) {
    await expect(elena.timeline().getByText(words)).toHaveCount(1);
    await expect(visitor.log().getByText(words)).toHaveCount(1);
  }
  await expect(elena.composer()).toHaveValue('half a sentence');
  await elena.composer().fill('');
});

test('a note never reaches the visitor', async () => {
  const received: string[] = [];
  visitor.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  visitor.page.on('response', async (response) => {
    if (response.url().includes('/api/visitor/')) received.push(await response.text().catch(() => ''));
  });
  await visitor.page.reload();
  await visitor.openChat();
  await elena.page.getByRole('tab', { name: /Notes/ }).click();
  await elena.say(SECRET);
  await expect(elena.timeline()).toContainText(SECRET);
  await elena.page.getByRole('tab', { name: 'Conversation' }).click();
  await elena.say(`One is in your order. ${mark}`);
  await expect(visitor.log()).toContainText(`One is in your order. ${mark}`);
  await visitor.page.reload();
  await visitor.openChat();
  await expect(visitor.log()).toContainText(`One is in your order. ${mark}`);
  expect(received.join('\n')).toContain('One is in your order');
  expect(received.join('\n')).not.toContain('DO NOT TELL');
  await expect(visitor.log()).not.toContainText('DO NOT TELL');
});

test('she resolves, the visitor writes again, and a new conversation starts in the same room', async () => {
  await elena.resolve();
  await expect(visitor.chat.getByText('This conversation was closed. Write again to start a new one.')).toBeVisible();
  await elena.chooseStatus('Break');
  const address = elena.page.url();
  await visitor.say(`One more question. ${mark}`);
  // What she had begun there may stand in the row in place of the words.
  await elena
    .rooms()
    .locator(`a[href*="${new URL(address).pathname}"]`)
    .click();
  await expect(elena.timeline()).toContainText(`One more question. ${mark}`);
  await expect(elena.timeline()).toContainText('An E27 up to');
  expect(elena.page.url().split('?')[0]).toBe(address.split('?')[0]);
});

test('of two agents who take it at the same moment one gets it and the other is told who', async ({ browser }) => {
  const late = { hearsLate: 1500 };
  const others = [await AgentScreen.open(browser, 'Dora Ilieva', late), await AgentScreen.open(browser, 'Emil Stanchev', late)];
  for (const agent of others) await agent.row(`One more question. ${mark}`).click();
  const buttons = others.map((agent) => agent.page.getByRole('button', { name: 'Take', exact: true }).first());
  for (const button of buttons) await expect(button).toBeVisible();
  await Promise.all(buttons.map((button) => button.click()));
  const told = others.map((agent) => agent.page.getByText(/has just taken this conversation/));
  await expect.poll(async () => (await Promise.all(told.map((one) => one.isVisible()))).filter(Boolean).length).toBe(1);
  for (const agent of others) await agent.page.context().close();
});
