import { expect, test } from '@playwright/test';
import { demoDatabase, nobodyIsReady } from './demo-database.ts';
import { AgentScreen, Visitor } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

// One conversation that is laid aside again and again, told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `laid${Date.now().toString(36)}`;
let visitor: Visitor;
let dora: AgentScreen;
/** What the customer's page was told. */
const received: string[] = [];

test.beforeAll(async ({ browser }) => {
  await nobodyIsReady();
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  await dora.chooseStatus('Ready');
  visitor = await Visitor.open(browser);
  visitor.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  await visitor.page.reload();
  await visitor.openChat();
});

test.afterAll(async () => {
  await nobodyIsReady();
  await visitor.page.context().close();
});

const button = ({ page }: AgentScreen) => page.getByRole('button', { name: 'Snooze', exact: true });
const choose = async (agent: AgentScreen, name: RegExp) => {
  await button(agent).click();
  await agent.page.getByRole('menuitem', { name }).click();
};
const chip = (agent: AgentScreen, name: string) => agent.rooms().getByRole('button', { name: new RegExp(`^${name}`) });
/** What stands in the head of the open room. */
const bar = ({ page }: AgentScreen) => page.locator('header').filter({ hasText: /^.*Snoozed until/ });
const isAwake = async (agent: AgentScreen) => {
  // The list stands still while somebody points at it.
  await agent.page.mouse.move(800, 300);
  await expect(agent.page.getByRole('button', { name: 'Wake now' })).toHaveCount(0);
  await expect(agent.row(mark)).toBeVisible();
};
/** Lines of the history that are folded are opened first. */
async function history(agent: AgentScreen, words: string): Promise<void> {
  const folded = agent.timeline().getByRole('button', { expanded: false }).filter({ hasText: 'events' });
  await expect(async () => {
    while ((await folded.count()) > 0) await folded.first().click();
    await expect(agent.timeline().getByText(words).last()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

test('an agent snoozes until the customer writes, finds it apart from theirs, and gets it back', async () => {
  await visitor.say(`My lamp hums. ${mark}`);
  await dora.row(mark).click();
  await expect(dora.composer()).toBeVisible();
  await choose(dora, /^Until the customer writes/);
  await expect(dora.page.locator('#toasts').getByText('Snoozed until the customer writes')).toBeVisible();
  await expect(bar(dora)).toBeVisible();
  await expect(dora.row(mark)).toHaveCount(0);
  await expect(dora.composer()).toBeEnabled();
  await chip(dora, 'Snoozed').click();
  await expect(dora.row(mark)).toBeVisible();
  await expectAccessible(dora.page);
  await chip(dora, 'Mine').click();
  // What the agent writes wakes nothing.
  await dora.say(`Is it plugged in? ${mark}`);
  await expect(visitor.log()).toContainText(`Is it plugged in? ${mark}`);
  await expect(dora.row(mark)).toHaveCount(0);
  await visitor.say(`It is. ${mark}`);
  await isAwake(dora);
  await history(dora, 'The snooze ended: the customer wrote');
  await history(dora, 'You snoozed this conversation until the customer writes');
  expect(received.join('\n')).toContain('Is it plugged in?');
  expect(received.join('\n')).not.toMatch(/snooze|SNOOZED|WOKEN/i);
});

test('what was snoozed by mistake is undone, at once and by the key that wakes it', async () => {
  await choose(dora, /^In 1 hour/);
  await dora.page.getByRole('button', { name: 'Undo' }).click();
  await isAwake(dora);
  await choose(dora, /^Tomorrow morning/);
  await expect(bar(dora)).toContainText('Snoozed until tomorrow at 09:00');
  await expect(dora.page.getByRole('menu')).toHaveCount(0);
  await dora.page.locator('header h2').first().click();
  await dora.page.keyboard.press('w');
  await isAwake(dora);
  await history(dora, 'You ended the snooze');
});

test('by keyboard alone a day and a time are chosen; it wakes to the moment, and the agent is told', async () => {
  await dora.page.locator('header h2').first().click();
  await dora.page.keyboard.press('b');
  const choice = dora.page.getByRole('menuitem', { name: 'Choose date and time…' });
  await expect(choice).toBeVisible();
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('End');
  await expect(choice).toBeFocused();
  await dora.page.keyboard.press('Enter');
  const dialog = dora.page.getByRole('dialog', { name: 'Snooze the conversation' });
  await expect(dialog.getByLabel('Date')).toBeFocused();
  await dialog.getByLabel('Time').fill('later');
  await dora.page.keyboard.press('Enter');
  await expect(dialog).toContainText('Write a time, such as 09:30.');
  await dialog.getByLabel('Time').fill('1630');
  await dialog.getByLabel('Date').fill('2020-01-01');
  await dora.page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This time has passed');
  await expectAccessible(dora.page);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Date').fill(day);
  await dora.page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(bar(dora)).toContainText('16:30');
  await expect(dora.row(mark)).toHaveCount(0);
  // The days go by: it is due in three seconds.
  const db = demoDatabase();
  const soon = new Date(Date.now() + 3000).toISOString();
  await db
    .outsideReader()
    .updateTable('conversations')
    .set({ snoozed_until: soon, wakes_at: soon })
    .where('wakes_at', 'is not', null)
    .execute();
  await db.close();
  await expect(dora.row(mark)).toBeVisible({ timeout: 20_000 });
  await isAwake(dora);
  await history(dora, 'The snooze ended: its time had come');
  await dora.page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(dora.page.getByText(/is no longer snoozed$/).first()).toBeVisible();
  await dora.page.keyboard.press('Escape');
});

test('when its agent is not there a colleague gets it from the queue', async ({ browser }) => {
  await choose(dora, /^Until the customer writes/);
  await expect(bar(dora)).toBeVisible();
  await dora.page.context().close();
  const emil = await AgentScreen.open(browser, 'Emil Stanchev');
  await emil.chooseStatus('Ready');
  await expect(emil.row(mark)).toHaveCount(0);
  await visitor.say(`It still hums. ${mark}`);
  await emil.row(mark).click();
  await expect(emil.composer()).toBeVisible();
  await history(emil, 'woke while its agent was not there');
  await emil.page.context().close();
});

for (const { colorScheme, width } of [
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 1280 },
] as const) {
  test(`a snoozed room and its list fit and are accessible in Bulgarian: ${colorScheme}, ${width}`, SWEEP, async ({ browser }) => {
    // Whoever is ready would be given it.
    await nobodyIsReady();
    const other = await Visitor.open(browser);
    const agent = await AgentScreen.open(browser, 'Emil Stanchev');
    await agent.chooseStatus('Busy');
    await other.say(`В тъмното ${mark}${width}`);
    await agent.row(`${mark}${width}`).click();
    await agent.page.getByRole('button', { name: 'Take', exact: true }).first().click();
    await choose(agent, /^Tomorrow morning/);
    await expect(bar(agent)).toBeVisible();
    await agent.page.addInitScript(() => localStorage.setItem('language', 'bg'));
    await agent.page.emulateMedia({ colorScheme });
    await agent.page.setViewportSize({ width, height: 740 });
    await agent.page.reload();
    await expect(agent.page.locator('header').filter({ hasText: 'Отложен до' })).toBeVisible();
    const fits = async () => expect(await agent.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(agent.page);
    await fits();
    if (width === 360) {
      await agent.page.getByRole('button', { name: 'Още', exact: true }).click();
      await agent.page.getByRole('menuitem', { name: 'Отлагане', exact: true }).click();
    } else await agent.page.getByRole('button', { name: 'Отлагане', exact: true }).click();
    await expect(agent.page.getByRole('menuitem', { name: 'До съобщение от клиента' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(agent.page);
    await agent.page.getByRole('menuitem', { name: 'Избор на дата и час…' }).click();
    await expect(agent.page.getByRole('dialog', { name: 'Отлагане на разговора' })).toBeVisible();
    await expectAccessible(agent.page);
    await fits();
    await agent.page.keyboard.press('Escape');
    await agent.page.goto('/communications?show=snoozed');
    await expect(agent.page.getByRole('link').filter({ hasText: `${mark}${width}` })).toBeVisible();
    await expectAccessible(agent.page);
    await fits();
    for (const { page } of [agent, other]) await page.context().close();
  });
}
