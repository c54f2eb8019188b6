import { expect, type Page, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { png } from './pictures.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

// Colleagues who talk with each other, told in order.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Words that nobody else in the demo says. */
const mark = `among-us-${Date.now().toString(36)}`;
let dora: AgentScreen;
let emil: AgentScreen;
let petar: AgentScreen;

test.beforeAll(async ({ browser }) => {
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
  emil = await AgentScreen.open(browser, 'Emil Stanchev');
  petar = await AgentScreen.open(browser, 'Petar Kostov');
  for (const one of [dora, emil, petar]) await one.page.goto('/communications');
});

test.afterAll(async () => {
  for (const { page } of [dora, emil, petar]) await page.context().close();
});

const internal = (agent: AgentScreen) => agent.rooms().getByRole('tab', { name: /^Internal/ });
const found = (agent: AgentScreen) => agent.page.getByRole('listbox', { name: 'Colleagues found' });
const member = (agent: AgentScreen, name: string) =>
  agent.page.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: name });

test('two colleagues chat: by search and keys, seen, typed and read at once', async () => {
  await emil.chooseStatus('Break');
  await internal(dora).click();
  await dora.page.getByRole('link', { name: 'New internal chat' }).click();
  const search = dora.page.getByRole('combobox', { name: 'Search colleagues by name or job title' });
  await search.fill('stan emil');
  await expect(found(dora).getByRole('option')).toHaveCount(1);
  await search.press('Enter');
  await expect(dora.page.getByRole('list', { name: 'Chosen colleagues' })).toContainText('Emil Stanchev');
  await dora.page.getByRole('textbox', { name: /^Message/ }).fill(`Coffee at ten? ${mark}`);
  await expectAccessible(dora.page);
  await dora.page.getByRole('button', { name: 'Start the chat' }).click();
  await expect(dora.page.getByRole('heading', { name: 'Emil Stanchev' })).toBeVisible();
  await expect(dora.timeline()).toContainText(`Coffee at ten? ${mark}`);
  await expect(member(dora, 'Emil Stanchev')).toContainText('Break');
  await expect(member(dora, 'Emil Stanchev')).toContainText('1 unread message');

  // He sees that something is new, where he is.
  await expect(internal(emil)).toContainText('1');
  await internal(emil).click();
  await emil.row(`Coffee at ten? ${mark}`).click();
  await expect(emil.timeline()).toContainText(`Coffee at ten? ${mark}`);
  await expect(dora.timeline()).toContainText('Seen');
  await expect(member(dora, 'Emil Stanchev')).toContainText('has read everything');
  await expect(emil.page.getByRole('tab', { name: 'Notes' })).toHaveCount(0);

  await emil.composer().pressSequentially('Yes');
  await expect(dora.page.getByText('Emil Stanchev is typing')).toBeVisible();
  await emil.say(`Yes, with Petar. ${mark}`);
  await expect(dora.timeline()).toContainText(`Yes, with Petar. ${mark}`);
  await emil.chooseStatus('Busy');
  await expect(member(dora, 'Emil Stanchev')).toContainText('Busy');
  // Whoever closes the last window is gone.
  await emil.page.goto('about:blank');
  await expect(member(dora, 'Emil Stanchev')).toContainText('Offline');
  await emil.page.goBack();
  await expect(member(dora, 'Emil Stanchev')).toContainText('Busy');
});

test('a file goes to a colleague, and begins no second chat of the two', async () => {
  const [chooser] = await Promise.all([
    emil.page.waitForEvent('filechooser'),
    emil.page.getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles({ name: `plan ${mark}.png`, mimeType: 'image/png', buffer: png(60, 40) });
  await emil.page.getByRole('button', { name: 'Send' }).click();
  await expect(dora.timeline().getByRole('button', { name: `Open the picture plan ${mark}.png` })).toBeVisible();
  const address = dora.page.url();
  await emil.page.goto('/communications/create');
  await found(emil)
    .getByRole('option', { name: /Dora Ilieva/ })
    .click();
  await emil.page.getByRole('button', { name: 'Start the chat' }).click();
  await expect(emil.timeline()).toContainText(`Coffee at ten? ${mark}`);
  expect(new URL(emil.page.url()).pathname).toBe(new URL(address).pathname);
});

test('a group of three is renamed, gains and loses people, and each screen shows it at once', async () => {
  await dora.page.goto('/communications/create');
  for (const name of ['Emil Stanchev', 'Petar Kostov']) await found(dora).getByRole('option', { name }).click();
  await dora.page.getByRole('textbox', { name: /^Name of the group/ }).fill(`Shift ${mark}`);
  await dora.page.getByRole('button', { name: 'Create the group' }).click();
  await expect(dora.page.getByRole('heading', { name: `Shift ${mark}` })).toBeVisible();
  await expect(dora.timeline()).toContainText('You added Emil Stanchev and Petar Kostov');
  await dora.say(`Who takes the early shift? ${mark}`);

  for (const one of [emil, petar]) {
    await internal(one).click();
    await one.row(`Shift ${mark}`).click();
    await expect(one.timeline()).toContainText(`Who takes the early shift? ${mark}`);
  }
  await expect(dora.timeline()).toContainText('Seen by all');
  await petar.say(`I do. ${mark}`);
  await expect(emil.timeline()).toContainText(`I do. ${mark}`);

  const menu = (agent: AgentScreen, item: string) =>
    agent.page
      .getByRole('button', { name: 'This group' })
      .click()
      .then(() => agent.page.getByRole('menuitem', { name: item }).click());
  await menu(emil, 'Rename');
  const renaming = emil.page.getByRole('dialog', { name: 'Rename the group' });
  await renaming.getByLabel('Name of the group').fill('  ');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(renaming).toContainText('Enter a name for the group.');
  await renaming.getByLabel('Name of the group').fill(`Early shift ${mark}`);
  await renaming.getByRole('button', { name: 'Save' }).click();
  for (const one of [dora, emil, petar]) {
    await expect(one.page.getByRole('heading', { name: `Early shift ${mark}` })).toBeVisible();
    await expect(one.row(`Early shift ${mark}`)).toBeVisible();
  }
  await expect(dora.timeline()).toContainText(`Emil Stanchev named the room Early shift ${mark}`);

  // Petar is taken out: he is told, and it is gone from his list and his screen.
  await member(dora, 'Petar Kostov').getByRole('button', { name: 'Remove Petar Kostov from the group' }).click();
  await expectAccessible(dora.page);
  await dora.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  // Nothing leaves a list under the pointer.
  await petar.page.mouse.move(900, 500);
  await expect(petar.row(`Early shift ${mark}`)).toHaveCount(0);
  await expect(petar.page.getByText('You do not see this conversation any more')).toBeVisible();
  await expect(emil.timeline()).toContainText('Dora Ilieva removed Petar Kostov');
  await petar.page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(petar.page.getByText(`Dora Ilieva removed you from the group Early shift ${mark}`)).toBeVisible();
  await petar.page.keyboard.press('Escape');

  // And back in, by keys alone.
  await menu(emil, 'Add colleagues');
  const adding = emil.page.getByRole('dialog', { name: 'Add colleagues' });
  await adding.getByRole('combobox').fill('kostov');
  await adding.getByRole('combobox').press('Enter');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(petar.row(`Early shift ${mark}`)).toBeVisible();
  await petar.row(`Early shift ${mark}`).click();
  await expect(petar.timeline()).toContainText(`I do. ${mark}`);
  await petar.say(`Only to say goodbye. ${mark}`);

  await menu(petar, 'Leave the group');
  await petar.page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  // Nothing leaves a list under the pointer.
  await petar.page.mouse.move(900, 500);
  await expect(petar.row(`Early shift ${mark}`)).toHaveCount(0);
  await expect(dora.timeline()).toContainText('Petar Kostov left');
});

test('a lost answer makes no second group, and what is unsaved is asked about', async () => {
  await dora.page.goto('/communications/create');
  await dora.page.getByRole('textbox', { name: /^Message/ }).fill(`For nobody yet ${mark}`);
  await dora.page.getByRole('button', { name: 'Start the chat' }).click();
  await expect(dora.page.getByText('Choose at least one colleague.')).toBeVisible();
  await dora.page.getByRole('textbox', { name: /^Message/ }).fill('');
  for (const name of ['Emil Stanchev', 'Petar Kostov']) await found(dora).getByRole('option', { name }).click();
  await dora.page.getByRole('textbox', { name: /^Name of the group/ }).fill(`Once ${mark}`);
  await dora.page.getByRole('link', { name: 'Back to the rooms' }).click();
  await dora.page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  let lost = 0;
  await dora.page.route('**/api/rooms', async (route) => {
    // Done on the server, and nobody hears of it.
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  const create = dora.page.getByRole('button', { name: 'Create the group' });
  await create.click();
  await expect(dora.page.getByRole('alert').filter({ hasText: 'The chat could not be created.' })).toBeVisible();
  expect(lost).toBe(1);
  await dora.page.unroute('**/api/rooms');
  await create.click();
  await expect(dora.page.getByRole('heading', { name: `Once ${mark}` })).toBeVisible();
  await expect(dora.row(`Once ${mark}`)).toHaveCount(1);
});

/** Asks the server as the admin whose page it is. */
const asked = (page: Page, method: string, path: string, body: object): Promise<{ user?: { id: string } }> =>
  page.evaluate(
    async ([how, where, content]) => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
      const { access_token: token } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const me = await (await fetch('/api/users/me', { headers })).json();
      const answer = await fetch(`/api/accounts/${me.accountId}/${where}`, { method: how, headers, body: JSON.stringify(content) });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    [method, path, body] as const,
  );

test('who is no user any more is nowhere said to be away, is not written to, and is told of when they are back', async ({ browser }) => {
  const admin = await AgentScreen.open(browser, 'Ana Tsvetkova');
  const lastName = mark.replaceAll(/[^a-z]/g, '');
  const person = { firstName: 'Rada', lastName, email: `${mark}@lumen.example`, role: 'agent', jobTitle: 'Returns' };
  const { user } = await asked(admin.page, 'POST', 'people', person);
  const setStatus = (status: 'active' | 'inactive') =>
    asked(admin.page, 'PATCH', `people/${user?.id}`, [{ op: 'replace', path: 'status', value: status }]);
  await dora.page.goto('/communications/create');
  await found(dora)
    .getByRole('option', { name: `Rada ${lastName}` })
    .click();
  await dora.page.getByRole('textbox', { name: /^Message/ }).fill(`Welcome, Rada. ${mark}`);
  await dora.page.getByRole('button', { name: 'Start the chat' }).click();
  const head = dora.page.getByRole('main');
  await expect(head.getByText('Offline · Returns').first()).toBeVisible();

  for (let round = 1; round <= 2; round++) {
    await setStatus('inactive');
    await expect(head.getByText('No longer a user · Returns').first()).toBeVisible();
    await expect(dora.composer()).toHaveCount(0);
    await expect(head.getByText('Offline · Returns')).toHaveCount(0);
    await expect(dora.row(`Welcome, Rada. ${mark}`)).not.toContainText('Offline');
    await setStatus('active');
    await expect(dora.timeline().getByText(`Rada ${lastName} is a user again`)).toHaveCount(round === 1 ? 1 : 0);
    await expect(dora.composer()).toBeVisible();
  }
  // Four entries in a row are folded.
  const fold = dora.timeline().getByRole('button', { name: /^4 events: / });
  await fold.click();
  await expect(dora.timeline().getByText(`Rada ${lastName} is no longer a user`, { exact: true })).toHaveCount(2);
  await dora.say(`Good that you are back. ${mark}`);
  await expect(dora.timeline()).toContainText(`Good that you are back. ${mark}`);
  await setStatus('inactive');
  await admin.page.context().close();
});

test('on a phone: list, chat, members, and back', async ({ browser }) => {
  const phone = await AgentScreen.open(browser, 'Emil Stanchev');
  await phone.page.setViewportSize({ width: 360, height: 740 });
  await phone.page.goto('/communications?show=internal');
  await phone.row(`Early shift ${mark}`).click();
  await phone.say(`From the bus. ${mark}`);
  await expect(phone.timeline()).toContainText(`From the bus. ${mark}`);
  await phone.page.getByRole('tab', { name: 'Members' }).click();
  await expect(member(phone, 'Dora Ilieva')).toBeVisible();
  await phone.page.getByRole('button', { name: 'Back to the conversation' }).click();
  await phone.page.getByRole('button', { name: 'Back to the rooms' }).click();
  await phone.page.getByRole('link', { name: 'New internal chat' }).click();
  await expect(found(phone).getByRole('option', { name: /Dora Ilieva/ })).toBeVisible();
  await phone.page.context().close();
});

const looks = [1440, 360].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) => (['en', 'bg'] as const).map((language) => ({ width, colorScheme, language }))),
);
for (const { width, colorScheme, language } of looks) {
  test(`chats of colleagues are accessible at ${width} px, ${colorScheme}, ${language}`, SWEEP, async ({ browser }) => {
    const screen = await AgentScreen.open(browser, 'Dora Ilieva');
    const { page } = screen;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const fits = async () => {
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await page.goto('/communications/create');
    for (const name of ['Emil Stanchev', 'Petar Kostov']) await page.getByRole('option', { name }).click();
    await page.locator('textarea[name="message"]').fill(`Who is there? ${mark} ${width} ${colorScheme} ${language}`);
    await fits();
    await page.locator('button[type="submit"]').click();
    await page.waitForURL(/show=internal/);
    await expect(page.locator('[data-timeline]')).toContainText(mark);
    await fits();
    await page.goto(`${page.url()}&tab=1`);
    await expect(page.getByText('Petar Kostov').first()).toBeVisible();
    await fits();
    await page.goto('/communications?show=internal');
    await expect(page.getByRole('link').filter({ hasText: mark }).first()).toBeVisible();
    await fits();
    await page.context().close();
  });
}
