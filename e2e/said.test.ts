import { expect, type Locator, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

// What two colleagues do with what they said among themselves, told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `said-${Date.now().toString(36)}`;
let dora: AgentScreen;
let emil: AgentScreen;
let room: string;

test.beforeAll(async ({ browser }) => {
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  emil = await AgentScreen.open(browser, 'Emil Stanchev');
});

test.afterAll(async () => {
  for (const { page } of [dora, emil]) await page.context().close();
});

const message = (agent: AgentScreen, words: string): Locator => agent.timeline().getByRole('listitem').filter({ hasText: words }).last();
async function choose(agent: AgentScreen, words: string, item: string): Promise<void> {
  await message(agent, words).hover();
  await message(agent, words).getByRole('button', { name: 'Message actions' }).click();
  await agent.page.getByRole('menuitem', { name: item }).click();
}

test('a message is quoted, and a click on the quote leads to what it quotes', SWEEP, async () => {
  await dora.page.goto('/communications/create');
  await dora.page.getByRole('option', { name: /Emil Stanchev/ }).click();
  await dora.page.getByRole('textbox', { name: /^Message/ }).fill(`Lunch at one? ${mark}`);
  await dora.page.getByRole('button', { name: 'Start the chat' }).click();
  await expect(dora.timeline()).toContainText(`Lunch at one? ${mark}`);
  room = new URL(dora.page.url()).pathname;
  await emil.page.goto(room);
  await expect(emil.timeline()).toContainText(`Lunch at one? ${mark}`);
  await choose(emil, `Lunch at one? ${mark}`, 'Quote');
  await expect(emil.composer()).toBeFocused();
  await expectAccessible(emil.page);
  // What one is about to quote goes on in another window, and ends there with the send.
  const window = await emil.page.context().newPage();
  await window.goto(room);
  const drop = window.getByRole('button', { name: 'Do not quote' });
  await expect(drop).toBeVisible();
  await expect(window.locator('[data-composer]')).toContainText(`Lunch at one? ${mark}`);
  await emil.say(`At two. ${mark}`);
  await expect(drop).toHaveCount(0);
  await window.close();
  const quote = message(dora, `At two. ${mark}`).getByRole('button', { name: /^Quotes/ });
  await expect(quote).toContainText(`You`);
  await expect(quote).toContainText(`Lunch at one? ${mark}`);
  await quote.click();
  await expect(dora.page).toHaveURL(/scrollToRoomEventId=/);
  await expect(
    dora
      .timeline()
      .getByRole('listitem')
      .filter({ hasText: `Lunch at one? ${mark}` })
      .first(),
  ).toBeFocused();
  // And the way back leads to where one was.
  await dora.page.goBack();
  await expect(message(dora, `At two. ${mark}`)).toBeFocused();
  // What is written next quotes nothing.
  await emil.say(`Or three. ${mark}`);
  await expect(message(dora, `Or three. ${mark}`).getByRole('button', { name: /^Quotes/ })).toHaveCount(0);
});

test('a notification of the very room that is open leads to what it tells of, and the way back to where one stood', SWEEP, async () => {
  const { page } = dora;
  await emil.composer().pressSequentially('@dor');
  await expect(emil.page.getByRole('listbox', { name: 'Mention a colleague' }).getByRole('option')).toHaveText([/Dora Ilieva/]);
  await emil.composer().press('Enter');
  await emil.composer().pressSequentially(`see this ${mark}`);
  await emil.composer().press('Enter');
  await emil.say(Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n'));
  await emil.say(`Here I stand. ${mark}`);
  const standing = message(dora, `Here I stand. ${mark}`);
  await page.getByRole('button', { name: /new below|To the newest/ }).click();
  await expect(standing).toBeInViewport();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page
    .getByRole('link', { name: /^Emil Stanchev mentioned you/ })
    .first()
    .click();
  const told = message(dora, `see this ${mark}`);
  await expect(told).toBeInViewport();
  await expect(standing).not.toBeInViewport();
  await page.goBack();
  await expect(told).not.toBeInViewport();
  await page.goForward();
  await expect(told).toBeInViewport();
  await page.getByRole('button', { name: 'To the newest' }).click();
  await expect(standing).toBeInViewport();
});

test(
  'a colleague who does not see the room is shown and cannot be chosen, and whoever means them is told so before it is sent',
  SWEEP,
  async () => {
    const { page } = emil;
    const line = page.getByText('Petar Kostov does not see this conversation and will not be notified.');
    await emil.composer().pressSequentially('@pet');
    const shown = page.getByRole('listbox', { name: 'Mention a colleague' }).getByRole('option');
    await expect(shown).toHaveText([/Petar Kostov.*does not see this conversation/]);
    await expect(shown).toBeDisabled();
    await expectAccessible(page);
    // As long as the list is open Enter sends nothing, and says why there is nobody to take.
    await emil.composer().press('Enter');
    await expect(page.getByText('Nobody in the list sees this conversation')).toBeVisible();
    await shown.click({ force: true });
    await expect(emil.composer()).toHaveValue('@pet');
    const height = async () => (await page.locator('[data-composer]').boundingBox())?.height;
    const before = await height();
    await expect(line).toHaveCount(0);
    await emil.composer().pressSequentially('ar ');
    await expect(line).toBeVisible();
    expect(await height()).toBe(before);
    await emil.composer().pressSequentially(`knows ${mark}`);
    await expect(shown).toHaveCount(0);
    await expect(line).toBeVisible();
    await expectAccessible(page);
    await emil.composer().press('Enter');
    await expect(message(emil, `@petar knows ${mark}`)).toBeVisible();
    await expect(line).toHaveCount(0);
  },
);

test('reactions are counted on both screens, say whose they are, and are taken back', SWEEP, async () => {
  await choose(dora, `At two. ${mark}`, 'React with 👍');
  const given = (agent: AgentScreen) => message(agent, `At two. ${mark}`).getByRole('list', { name: 'Reactions' }).getByRole('button');
  await expect(given(emil)).toHaveText(/^👍 1/);
  await expect(given(emil)).toHaveAccessibleName('👍 1 Dora Ilieva');
  await given(emil).click();
  await expect(given(dora)).toHaveText(/^👍 2/);
  await expect(given(dora)).toHaveAccessibleName(/^👍 2 You and Emil Stanchev$/);
  await expectAccessible(dora.page);
  await given(dora).click();
  await expect(given(emil)).toHaveText(/^👍 1/);
  await expect(given(emil)).toHaveAttribute('aria-pressed', 'true');
});

test('the last message is edited by keys; what it said before can be read, and the quote says what it says now', SWEEP, async () => {
  await dora.say(`Fine, at tow ${mark}`);
  await choose(emil, `Fine, at tow ${mark}`, 'Quote');
  await emil.say(`Good ${mark}`);
  await expect(message(dora, `Good ${mark}`)).toBeVisible();
  await dora.composer().press('ArrowUp');
  const field = dora.page.getByRole('textbox', { name: 'Edit the message' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(`Fine, at tow ${mark}`);
  // One goes on behind what one said: the key itself moves nothing in the field that takes the focus.
  expect(await field.evaluate((area: HTMLTextAreaElement) => area.value.length - area.selectionStart)).toBe(0);
  await field.press('Escape');
  await expect(dora.composer()).toBeFocused();
  await dora.composer().press('ArrowUp');
  await field.fill(`Fine, at two ${mark}`);
  await field.press('Enter');
  await expect(dora.composer()).toBeFocused();
  await expect(message(emil, `Good ${mark}`).getByRole('button', { name: /^Quotes/ })).toContainText(`Fine, at two ${mark}`);
  const edited = emil
    .timeline()
    .getByRole('listitem')
    .filter({ hasText: `Fine, at two ${mark}` })
    .getByRole('button', { name: 'edited' });
  await edited.click();
  await expect(emil.page.getByRole('dialog', { name: 'edited' })).toContainText(`Fine, at tow ${mark}`);
  await expectAccessible(emil.page);
  await emil.page.keyboard.press('Escape');
});

test('what is deleted says by whom, in the timeline, in quotes and in the row of the room', SWEEP, async () => {
  await choose(dora, `Good ${mark}`, 'Quote');
  await dora.say(`See you ${mark}`);
  await choose(emil, `See you ${mark}`, 'Quote');
  await emil.say(`Until then ${mark}`);
  // Nobody deletes what somebody else said.
  await message(emil, `See you ${mark}`).hover();
  await expect(message(dora, `Until then ${mark}`)).toBeVisible();
  const own = dora
    .timeline()
    .getByRole('listitem')
    .filter({ hasText: `See you ${mark}` })
    .first();
  await own.hover();
  await own.getByRole('button', { name: 'Message actions' }).click();
  await dora.page.getByRole('menuitem', { name: 'Delete' }).click();
  const asking = dora.page.getByRole('dialog', { name: 'Delete this message?' });
  await expectAccessible(dora.page);
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(dora.timeline()).toContainText('Deleted by you');
  await expect(emil.timeline()).toContainText('Deleted by Dora Ilieva');
  await expect(emil.timeline()).not.toContainText(`See you ${mark}`);
  await expect(message(emil, `Until then ${mark}`).getByRole('button', { name: /^Quotes/ })).toContainText('Deleted message');
  await choose(emil, `Until then ${mark}`, 'Delete');
  await emil.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await dora
    .rooms()
    .getByRole('tab', { name: /^Internal/ })
    .click();
  await expect(dora.rooms().getByRole('link').filter({ hasText: 'Emil Stanchev' }).first()).toContainText('Deleted message');
});

test('a note with a mention reaches the colleague’s list, and leads back to it', SWEEP, async ({ browser }) => {
  const petar = await AgentScreen.open(browser, 'Petar Kostov');
  // The note stands with a customer of Dora's.
  await dora.page.goto('/communications');
  await dora.rooms().getByRole('link').first().click();
  await dora.page.getByRole('tab', { name: /^Notes/ }).click();
  const field = dora.page.getByRole('textbox', { name: 'Write a note for your colleagues' });
  await field.pressSequentially(`Please look ${mark} @pet`);
  const offered = dora.page.getByRole('listbox', { name: 'Mention a colleague' });
  await expect(offered.getByRole('option')).toHaveText([/Petar Kostov/]);
  await expectAccessible(dora.page);
  await field.press('Escape');
  await expect(offered).toHaveCount(0);
  await field.pressSequentially('a');
  await field.press('Backspace');
  await field.press('Backspace');
  await field.press('Backspace');
  await field.press('Backspace');
  await field.press('Backspace');
  await field.pressSequentially('@pet');
  await field.press('Tab');
  await expect(field).toHaveValue(`Please look ${mark} @Petar Kostov `);
  // Whoever types faster than the screen follows: a letter and the key that takes a name, before the browser has said that the caret moved.
  for (let letter = 0; letter < '@Petar Kostov '.length; letter += 1) await field.press('Backspace');
  await field.pressSequentially('@pe');
  await expect(offered.getByRole('option')).toHaveText([/Petar Kostov/]);
  await field.evaluate((element) => {
    document.execCommand('insertText', false, 't');
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }));
  });
  await expect(field).toHaveValue(`Please look ${mark} @Petar Kostov `);
  await field.press('Enter');
  const note = message(dora, `Please look ${mark}`);
  await expect(note).toContainText('@Petar Kostov');
  await expect(note).toContainText('Only colleagues see this');

  await petar.page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(petar.page.getByText(/^Dora Ilieva mentioned you/).first()).toBeVisible();
  await petar.page.getByRole('link', { name: 'All mentions' }).click();
  const mention = petar.page
    .getByRole('list', { name: 'Mentions' })
    .getByRole('link')
    .filter({ hasText: `Please look ${mark}` });
  await expect(mention.getByRole('img', { name: 'Unread' })).toBeVisible();
  await expectAccessible(petar.page);
  await mention.click();
  await expect(petar.page.getByRole('tab', { name: /^Notes/ })).toHaveAttribute('aria-selected', 'true');
  await expect(message(petar, `Please look ${mark}`)).toBeVisible();
  await petar.page.keyboard.press('Control+k');
  await petar.page.getByRole('dialog', { name: 'Search and actions' }).getByRole('textbox').fill('Mentions');
  await petar.page.getByRole('option', { name: /^Mentions/ }).click();
  await expect(mention).toBeVisible();
  await expect(mention.getByRole('img', { name: 'Unread' })).toHaveCount(0);

  // Whoever is named where they are reading has read it there. They follow the conversation from then on, until they end that.
  await mention.click();
  await field.fill(`Once more ${mark} @Petar Kostov`);
  await field.press('Escape');
  // Whom it names is known.
  await expect(dora.page.getByRole('button', { name: 'Save note' })).toBeEnabled();
  await field.press('Enter');
  await expect(message(petar, `Once more ${mark}`)).toBeVisible();
  const list = await petar.page.context().newPage();
  await list.goto('/communications/mentions');
  const again = list
    .getByRole('list', { name: 'Mentions' })
    .getByRole('link')
    .filter({ hasText: `Once more ${mark}` });
  await expect(again).toBeVisible();
  await expect(again.getByRole('img', { name: 'Unread' })).toHaveCount(0);
  await list.close();
  const beside = petar.page.getByRole('status').filter({ hasText: /mentioned you here|no longer follow/ });
  await beside.getByRole('button', { name: 'Stop following' }).click();
  await expect(beside).toHaveText(/^You no longer follow this conversation/);
  await expectAccessible(petar.page);
  await petar.page.goto('/communications/mentions');

  // A message of the customer is quoted in a note; what names somebody goes to no customer.
  await dora.page.getByRole('tab', { name: 'Conversation' }).click();
  const said = dora
    .timeline()
    .getByRole('listitem')
    .filter({ has: dora.page.locator('[aria-label="Message actions"]') })
    .first();
  // What comes meanwhile may move it from under the pointer.
  await expect(async () => {
    await said.hover();
    await said.getByRole('button', { name: 'Message actions' }).click({ timeout: 2000 });
  }).toPass();
  await dora.page.getByRole('menuitem', { name: 'Quote in a note' }).click();
  await expect(field).toBeFocused();
  await field.fill(`As said ${mark}`);
  await field.press('Enter');
  await message(dora, `As said ${mark}`)
    .getByRole('button', { name: /^Quotes/ })
    .click();
  await expect(dora.page.getByRole('tab', { name: 'Conversation' })).toHaveAttribute('aria-selected', 'true');

  // On a phone nothing is wider than the screen.
  await petar.page.setViewportSize({ width: 360, height: 740 });
  await expect(mention).toBeVisible();
  expect(await petar.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await mention.click();
  await message(petar, `Please look ${mark}`).getByRole('button', { name: 'Message actions' }).click();
  await expect(petar.page.getByRole('menuitem', { name: 'React with 👍' })).toBeVisible();
  await expectAccessible(petar.page);
  await petar.page.context().close();
});

test('a customer’s conversation is discussed in a chat of its own, and each leads to the other', SWEEP, async () => {
  await dora.page.goto('/communications');
  await dora.rooms().getByRole('link').first().click();
  const block = dora.page.locator('[data-block="DISCUSSIONS"]');
  await expect(block).toBeVisible();
  const customer = new URL(dora.page.url()).pathname;
  await dora.page.getByRole('button', { name: 'Discuss with colleagues' }).click();
  const asking = dora.page.getByRole('dialog', { name: 'Discuss with colleagues' });
  const places = () => asking.getByRole('option').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await expect(asking.getByRole('option', { name: 'Emil Stanchev' })).toBeVisible();
  const before = await places();
  for (const name of ['Emil Stanchev', 'Petar Kostov']) await asking.getByRole('option', { name }).click();
  await expect(asking.getByRole('list', { name: 'Chosen colleagues' }).getByRole('listitem')).toHaveCount(2);
  // The next is chosen where it stood.
  expect(await places()).toEqual(before);
  await asking.getByRole('textbox', { name: /^Name of the group/ }).fill(`What now? ${mark}`);
  await expectAccessible(dora.page);
  await asking.getByRole('button', { name: 'Start the discussion' }).click();
  await expect(dora.page.getByRole('heading', { name: `What now? ${mark}` })).toBeVisible();
  const chat = new URL(dora.page.url()).pathname;
  await dora.say(`Any idea? ${mark}`);
  const about = dora.page.getByRole('region', { name: 'About' }).getByRole('link');
  await expectAccessible(dora.page);
  await about.click();
  await expect(dora.page).toHaveURL(new RegExp(customer));
  await block.getByRole('link', { name: new RegExp(mark) }).click();
  await expect(dora.timeline()).toContainText(`Any idea? ${mark}`);
  // The block folds, and its key begins a discussion all the same.
  await about.click();
  await block.getByRole('button', { name: 'Discussions', exact: true }).click();
  await expect(block.getByRole('list')).toHaveCount(0);
  await dora.page.keyboard.press('m');
  await expect(asking).toBeVisible();
  await dora.page.keyboard.press('Escape');
  await expect(asking).toHaveCount(0);
  await block.getByRole('button', { name: 'Discussions', exact: true }).click();
  // The link ends on every screen, and the chat stays.
  await emil.page.goto(chat);
  const aboutOfEmil = emil.page.getByRole('region', { name: 'About' });
  await expect(aboutOfEmil).toBeVisible();
  const unlinks = block.getByRole('button', { name: `Unlink “What now? ${mark}”` });
  await unlinks.click();
  await expectAccessible(dora.page);
  await dora.page.getByRole('dialog', { name: 'Unlink the discussion?' }).getByRole('button', { name: 'Unlink' }).click();
  await expect(unlinks).toHaveCount(0);
  await expect(dora.page.getByText(`The link with “What now? ${mark}” is gone`)).toBeVisible();
  await expect(aboutOfEmil).toHaveCount(0);
  await expect(emil.timeline()).toContainText(`Any idea? ${mark}`);
});
