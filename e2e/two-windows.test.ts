import { expect, test, type WebSocketRoute } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen, shopUrl, Visitor } from './people.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ timeout: 120_000 });

/** A word of its own for each test: other tests' visitors stand in the same list. */
const mark = () => Math.random().toString(36).slice(2, 8);

/** Opens the visitor's room, and takes it where it waits. */
async function takeRoom(agent: AgentScreen, words: string): Promise<void> {
  await agent.row(words).click();
  const take = agent.page.getByRole('button', { name: 'Take', exact: true }).first();
  await expect(take.or(agent.composer()).first()).toBeVisible();
  if (await take.isVisible()) await take.click();
  await expect(agent.composer()).toBeVisible();
}

async function resolve({ page }: AgentScreen): Promise<void> {
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByText('This conversation is resolved')).toBeVisible({ timeout: 15_000 });
}

test(
  'every tab of a visitor learns that the agent resolved, also one that slept, and keeps what is typed in it (BUG-073)',
  SWEEP,
  async ({ browser }) => {
    await nobodyIsReady();
    const words = `Which shade fits ${mark()}`;
    const elena = await AgentScreen.open(browser, 'Elena Marinova');
    const first = await Visitor.open(browser);
    const second = new Visitor(await first.page.context().newPage());
    // Nothing that is pushed reaches a tab that sleeps; when it wakes, its socket is gone.
    let asleep = false;
    const sockets = new Set<WebSocketRoute>();
    await second.page.routeWebSocket(/\/api\//, (socket) => {
      if (asleep) return void socket.close();
      sockets.add(socket);
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (!asleep) socket.send(message);
      });
    });
    await second.page.goto(shopUrl());
    await second.openChat();
    await first.say(words);
    await expect(second.log()).toContainText(words);
    await takeRoom(elena, words);
    await elena.say(`The green one, ${words}`);
    for (const tab of [first, second]) await expect(tab.log()).toContainText('The green one');

    const closed = 'This conversation was closed. Write again to start a new one.';
    await first.field().fill('Typed in the first');
    await second.field().fill('Typed in the second');
    expect(sockets.size).toBeGreaterThan(0);
    asleep = true;
    await resolve(elena);
    await expect(first.chat.getByText(closed)).toBeVisible();
    await expect(second.chat.getByText(closed)).toBeHidden();
    asleep = false;
    for (const socket of sockets) await socket.close();
    for (const [tab, typed] of [
      [first, 'Typed in the first'],
      [second, 'Typed in the second'],
    ] as const) {
      await expect(tab.chat.getByText(closed)).toBeVisible({ timeout: 40_000 });
      await expect(tab.field()).toHaveValue(typed);
      await expect(tab.chat.getByRole('button', { name: 'Send' })).toBeEnabled();
    }

    // What was typed begins the next conversation, in the same room, and every tab sees it.
    await second.field().press('Enter');
    for (const tab of [first, second]) {
      await expect(tab.log()).toContainText('Typed in the second');
      await expect(tab.log()).toContainText(words);
      await expect(tab.chat.getByText(closed)).toBeHidden();
    }
    await expect(first.field()).toHaveValue('Typed in the first');
    await expect(elena.timeline()).toContainText('Typed in the second');
    for (const { page } of [elena, first]) await page.context().close();
  },
);

test('keeps order and counters whatever the agent’s clock says (BUG-078)', async ({ browser }) => {
  await nobodyIsReady();
  const word = mark();
  const visitor = await Visitor.open(browser);
  await visitor.say(`Question 1 ${word}`);
  // Seven minutes ahead, and from the next page on a day behind.
  const elena = await AgentScreen.open(browser, 'Elena Marinova', {
    prepare: async (page) => {
      await page.addInitScript(() => {
        const Real = Date;
        const clock = globalThis as typeof globalThis & { minutesWrong?: number };
        const now = () => Real.now() + (clock.minutesWrong ?? 7) * 60_000;
        globalThis.Date = class extends Real {
          constructor(...given: unknown[]) {
            super(given.length === 0 ? now() : (given[0] as string));
          }
          static override now() {
            return now();
          }
        } as DateConstructor;
      });
    },
  });
  // Only rows near the screen are drawn, and other tests leave conversations that wait above these.
  await elena.page.setViewportSize({ width: 1440, height: 6000 });
  await takeRoom(elena, `Question 1 ${word}`);
  for (const n of [1, 2, 3]) {
    if (n > 1) await visitor.say(`Question ${n} ${word}`);
    await expect(elena.timeline()).toContainText(`Question ${n} ${word}`);
    await elena.say(`Answer ${n} ${word}`);
    await expect(visitor.log()).toContainText(`Answer ${n} ${word}`);
  }
  const inOrder = new RegExp([1, 2, 3].flatMap((n) => [`Question ${n}`, `Answer ${n}`]).join('[\\s\\S]*'));
  const row = elena.row(`Answer 3 ${word}`).or(elena.row(`Question 4 ${word}`));
  // The newest of her own: above Maria Dimitrova, who wrote before.
  const isFirst = () =>
    expect
      .poll(async () => {
        const rows = await elena.rooms().getByRole('link').allTextContents();
        const placeOf = (words: string) => rows.findIndex((text) => text.includes(words));
        return placeOf(word) >= 0 && placeOf(word) < placeOf('Maria Dimitrova');
      })
      .toBe(true);
  await expect(elena.timeline()).toContainText(inOrder);
  await isFirst();
  await elena.page.context().addInitScript(() => {
    (globalThis as typeof globalThis & { minutesWrong?: number }).minutesWrong = -24 * 60;
  });
  await elena.page.reload();
  await visitor.page.reload();
  await visitor.openChat();
  await expect(visitor.log()).toContainText(inOrder);
  await expect(elena.timeline()).toContainText(inOrder);
  await isFirst();

  // Away from the room one new message counts as one, and none once it was read.
  await elena.page.keyboard.press('Escape');
  await elena.page.goto('/communications');
  await visitor.say(`Question 4 ${word}`);
  await expect(row.getByText('1', { exact: true })).toBeVisible();
  await isFirst();
  await row.click();
  await expect(elena.timeline()).toContainText(`Question 4 ${word}`);
  await expect(row.getByText('1', { exact: true })).toHaveCount(0);
  await expect(visitor.log()).toContainText(/Question 4[\s\S]*Seen/);
  for (const { page } of [elena, visitor]) await page.context().close();
});

test('a draft goes on in another window of the same browser, and back again', async ({ browser }) => {
  await nobodyIsReady();
  const words = `Is there a lamp ${mark()}`;
  const visitor = await Visitor.open(browser);
  await visitor.say(words);
  const one = await AgentScreen.open(browser, 'Elena Marinova');
  await takeRoom(one, words);
  const other = new AgentScreen(await one.page.context().newPage());
  await other.page.goto(one.page.url());
  await expect(other.composer()).toBeVisible();

  await one.composer().fill('Typed in the first');
  await expect(other.composer()).toHaveValue('Typed in the first');
  await other.composer().fill('Typed in the second');
  await expect(one.composer()).toHaveValue('Typed in the second');
  await expect(one.page.getByRole('list', { name: 'Written elsewhere' })).toHaveCount(0);
  for (const { page } of [one, visitor]) await page.context().close();
});
