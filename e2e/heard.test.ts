import { expect, test } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { heardIn, hearPage } from './heard.ts';
import { AgentScreen, shopUrl, Visitor } from './people.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ timeout: 60_000 });

test('of a conversation both hear each message of the other once, in order, and none of their own', SWEEP, async ({ browser }) => {
  await nobodyIsReady();
  const mark = `m${Date.now().toString(36)}`;
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const visitor = new Visitor(await context.newPage());
  await hearPage(visitor.page);
  await visitor.page.goto(shopUrl());
  await visitor.openChat();
  await visitor.say(`${mark} first`);
  const dora = await AgentScreen.open(browser, 'Dora Ilieva', { prepare: hearPage });
  await dora.row(`${mark} first`).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeFocused();

  await dora.say(`${mark} answer one`);
  await expect(visitor.log()).toContainText(`${mark} answer one`);
  for (const words of ['yes', 'yes', 'two lamps']) await visitor.say(`${mark} ${words}`);
  await expect(dora.timeline()).toContainText(`${mark} two lamps`);
  await dora.say(`${mark} answer two`);
  await expect(visitor.log()).toContainText(`${mark} answer two`);
  await expect(visitor.log()).toContainText('Seen');

  const frame = visitor.page.frames().find((one) => one.url().includes('/chat/'));
  if (frame === undefined) throw new Error('The chat has no frame.');
  const ofConversation = (all: Awaited<ReturnType<typeof heardIn>>) => all.filter(({ words }) => words.includes(mark));
  const agents = ofConversation(await heardIn(dora.page)).map(({ how, words }) => [how, words.replace(/^Visitor \d{4}: /, '')]);
  expect(agents).toEqual(['yes', 'yes', 'two lamps'].map((words) => ['polite', `${mark} ${words}`]));
  const visitors = ofConversation(await heardIn(frame)).map(({ how, words }) => [how, words]);
  expect(visitors).toEqual(['answer one', 'answer two'].map((words) => ['polite', `${mark} ${words}`]));
  expect((await heardIn(frame)).filter(({ words }) => /Sent|Delivered|Seen|Sending/.test(words))).toEqual([]);

  await dora.resolve();
  await expect.poll(async () => (await heardIn(dora.page)).map(({ words }) => words)).toContain('Conversation resolved.');
  await expect
    .poll(async () => (await heardIn(frame)).map(({ words }) => words))
    .toContain('This conversation was closed. Write again to start a new one.');
  await context.close();
  await dora.page.context().close();
});
