import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const ANA = 'Ana Tsvetkova';
const STEFAN = 'Stefan Asenov';

interface Case {
  form: string;
  who: string;
  /** Where the form is, or the list whose first row leads to it. */
  path: string;
  isList?: true;
  field: string | RegExp;
  verb: string;
  failed: string;
}

/** Every form that is saved at its foot, of what there is and of what is new. */
const cases: Case[] = [
  {
    form: 'a user',
    who: ANA,
    path: '/admin/users',
    isList: true,
    field: /^Job title/,
    verb: 'Save',
    failed: 'The user could not be saved.',
  },
  {
    form: 'a queue',
    who: ANA,
    path: '/admin/queues',
    isList: true,
    field: /^Description/,
    verb: 'Save',
    failed: 'The queue could not be saved.',
  },
  {
    form: 'a new queue',
    who: ANA,
    path: '/admin/queues/create',
    field: 'Name',
    verb: 'Create queue',
    failed: 'The queue could not be created.',
  },
  {
    form: 'a new timeslot',
    who: ANA,
    path: '/admin/timeslots/create',
    field: 'Name',
    verb: 'Create timeslot',
    failed: 'The timeslot could not be created.',
  },
  { form: 'the capacity', who: ANA, path: '/admin/capacity', field: 'Live chat', verb: 'Save', failed: 'The capacity could not be saved.' },
  {
    form: 'the website chat',
    who: ANA,
    path: '/admin/widget',
    field: 'Name',
    verb: 'Save',
    failed: 'The website chat could not be saved.',
  },
  {
    form: 'the profile',
    who: ANA,
    path: '/profile',
    field: /^Job title/,
    verb: 'Save changes',
    failed: 'Your profile could not be saved.',
  },
  {
    form: 'an account',
    who: STEFAN,
    path: '/super-admin/accounts',
    isList: true,
    field: /^Description/,
    verb: 'Save',
    failed: 'The account could not be saved.',
  },
  {
    form: 'a super admin',
    who: STEFAN,
    path: '/super-admin/super-users',
    isList: true,
    field: 'First name',
    verb: 'Save',
    failed: 'The super admin could not be saved.',
  },
];

async function open(page: Page, who: string, path: string, isList = false, language = 'en'): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await signInAs(page, who);
  await page.goto(path);
  if (isList) await page.locator('a[data-row]').first().click();
}

/** Lets no change reach the server. @returns what lets them through again */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const changes = '**/api/**';
  await page.route(changes, (route) =>
    ['PATCH', 'POST'].includes(route.request().method()) && !/realtime|faults/.test(route.request().url())
      ? route.abort()
      : route.continue(),
  );
  return () => page.unroute(changes);
}

const failure = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'What you entered is still here.' });

for (const { form, who, path, isList, field, verb, failed } of cases) {
  test(
    `a save of ${form} that fails says what failed, why, and that what was entered is still here, and has the focus`,
    SWEEP,
    async ({ page }) => {
      await open(page, who, path, isList);
      const typed = page
        .getByRole('main')
        .getByLabel(field, typeof field === 'string' ? { exact: true } : {})
        .first();
      const words = form === 'the capacity' ? '13' : 'Written in vain';
      await typed.fill(words);
      await cutOff(page);
      await page.getByRole('button', { name: verb, exact: true }).click();
      await expect(failure(page)).toBeFocused();
      await expect(failure(page)).toContainText(`${failed} The server did not answer.`);
      // Once: nothing of it at the edge of the screen besides.
      await expect(page.getByText(failed)).toHaveCount(1);
      await expect(typed).toHaveValue(words);
      await expectAccessible(page);
      // Discarding takes the failure with it.
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(failure(page)).toHaveCount(0);
    },
  );
}

test('what the server has against a field leads there, and the bar says that nothing was lost', SWEEP, async ({ page }) => {
  await open(page, ANA, '/admin/users/create');
  await page.getByLabel('First name').fill('Zhivko');
  await page.getByLabel('Last name').fill('Zhelev');
  await page.getByLabel('E-mail').fill('elena@lumenhome.example');
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByText('Somebody already signs in with this e-mail address.')).toHaveCount(1);
  await expect(failure(page)).toHaveText(/^The user could not be added\.\s+What you entered is still here\.$/);
  await expect(page.getByRole('status').filter({ hasText: '1 field needs attention' })).toBeVisible();
  await page.getByLabel('E-mail').fill('zhivko@lumenhome.example');
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await expect(page.getByRole('dialog')).toContainText('Zhivko Zhelev');
  await expect(failure(page)).toHaveCount(0);
});

test('small forms say it where they stand: another password, another address, a chat’s name', SWEEP, async ({ page }) => {
  await open(page, ANA, '/profile');
  const section = page.getByRole('region', { name: 'Password', exact: true });
  // Nothing is asked before the fields are filled; the first that is not has the focus.
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByLabel('Current password')).toBeFocused();
  await section.getByLabel('Current password').fill('not the one');
  await section.getByLabel('New password').fill('three lamps on a sill');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByLabel('Current password')).toBeFocused();
  await expect(section.getByText('The password is not correct.')).toBeVisible();
  const letThrough = await cutOff(page);
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(failure(page)).toBeFocused();
  await expect(failure(page)).toContainText('Your password could not be changed. The server did not answer.');
  await expect(section.getByLabel('New password')).toHaveValue('three lamps on a sill');
  await letThrough();
  await page.goto('/admin/widget');
  await page.getByRole('button', { name: 'New chat' }).click();
  await cutOff(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Night shop');
  await dialog.getByRole('button', { name: 'Create chat' }).click();
  await expect(failure(page)).toBeFocused();
  await expect(failure(page)).toContainText('The website chat could not be created.');
  await expect(dialog.getByRole('textbox')).toHaveValue('Night shop');
});

test('the words of a failed save fit a phone and are Bulgarian for who reads Bulgarian', SWEEP, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, ANA, '/profile', false, 'bg');
  await page
    .getByLabel(/^Длъжност/)
    .first()
    .fill('Управител');
  await cutOff(page);
  await page.getByRole('button', { name: 'Запазване на промените' }).click();
  const words = page.getByRole('alert').filter({ hasText: 'Въведеното от Вас е още тук.' });
  await expect(words).toBeFocused();
  await expect(words).toContainText('Профилът Ви не можа да се запази.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test('the next try that succeeds takes the words of the failed one away', SWEEP, async ({ page }) => {
  await open(page, ANA, '/admin/timeslots/create');
  await page.getByLabel('Name', { exact: true }).fill('Late shift');
  await page.getByRole('button', { name: 'Create timeslot' }).click();
  await page.waitForURL(/timeslots\/[\w-]{36}$/);
  await page.getByLabel(/^Description/).fill('From noon');
  const letThrough = await cutOff(page);
  await page.keyboard.press('Control+s');
  await expect(failure(page)).toBeFocused();
  await expect(failure(page)).toContainText('The timeslot could not be saved. The server did not answer.');
  await letThrough();
  // The buttons are the next stops of the keyboard.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});
