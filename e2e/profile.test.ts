import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { stepAt, totpCode } from '../server/src/identity/totp.ts';
import { type Mailbox, startMailbox } from '../server/test/mailbox.ts';
import { AgentScreen } from './people.ts';
import { MAIL_PORT } from './ports.ts';
import { type Product, startProduct } from './product.ts';
import { expectAccessible, signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

test.describe.configure({ timeout: 90_000 });

const ELENA = { email: 'elena@lumenhome.example', name: 'Elena Marinova' };
let email = ELENA.email;
let password = 'a lamp beside the bed';
let mailbox: Mailbox;
let product: Product;
/** Passkeys need a name: a browser takes none at an IP address. */
let home: string;

/** Types address and password on the sign-in page. */
async function typePassword(page: Page, given = password): Promise<void> {
  await page.goto(`${home}/`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Elena on her profile, in a browser of her own. */
async function elena(browser: Browser, options: BrowserContextOptions = {}, second?: (page: Page) => Promise<void>): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  await context.addInitScript(() => localStorage.setItem('language', localStorage.getItem('language') ?? 'en'));
  const page = await context.newPage();
  await typePassword(page);
  await second?.(page);
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.goto(`${home}/profile`);
  await expect(page.getByRole('region', { name: 'Where you are signed in' }).getByText('This one')).toBeVisible();
  return page;
}

/** Answers the dialog that asks for the password. */
async function prove(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: verb }).click();
}

test.beforeAll(async ({ browser }) => {
  mailbox = await startMailbox();
  const env = { PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'Parley <parley@parley.example>' };
  product = await startProduct({ port: MAIL_PORT, env });
  home = product.url.replace('127.0.0.1', 'localhost');
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(`${home}/`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(ELENA.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const link = /https?:\/\/\S+\/auth\/\S+/.exec((await mailbox.letterTo(ELENA.email)).text)?.[0] ?? '';
  await page.goto(link.replace('127.0.0.1', 'localhost'));
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.close();
});
test.afterAll(async () => {
  await product.stop();
  await mailbox.close();
  rmSync(dirname(product.dataFolder), { recursive: true, force: true });
});

for (const { colorScheme, language, width } of [
  { colorScheme: 'light', language: 'en', width: 1440 },
  { colorScheme: 'dark', language: 'bg', width: 360 },
] as const) {
  test(
    `the profile is accessible, ${colorScheme}, ${language}, at ${width} px, of an agent and of a super admin`,
    SWEEP,
    async ({ browser }) => {
      for (const name of [ELENA.name, 'Stefan Asenov']) {
        const context = await browser.newContext({ baseURL: home, colorScheme, viewport: { width, height: 740 } });
        await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
        const page = await context.newPage();
        await signInAs(page, name, '/profile');
        // Nothing rings for super admins.
        await expect(page.getByRole('heading', { level: 3 })).toHaveCount(name === ELENA.name ? 8 : 7);
        await expect(page.getByRole('main').getByRole('listitem').last()).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        if (process.env.E2E_PICTURES !== undefined) {
          await page.screenshot({ path: `${process.env.E2E_PICTURES}/profile-${name.slice(0, 5)}-${language}-${width}.png` });
          await page.getByRole('listitem').first().scrollIntoViewIfNeeded();
          await page.screenshot({ path: `${process.env.E2E_PICTURES}/profile-${name.slice(0, 5)}-${language}-${width}-end.png` });
        }
        await context.close();
      }
    },
  );
}

test('a changed name is seen by a colleague at once, and is not left behind unsaved unasked', async ({ browser }) => {
  const petar = await AgentScreen.open(browser, 'Petar Kostov', { url: product.url });
  const { page: theirs } = petar;
  await theirs.getByRole('link', { name: /^Communications/ }).click();
  await petar.rooms().getByRole('link').first().click();
  await expect(theirs.getByRole('tabpanel')).toBeVisible();
  const again = theirs.waitForResponse(
    async (answer) => /\/api\/accounts\/[^/]+\/users/.test(answer.url()) && (await answer.text()).includes('Eleonora'),
  );
  const page = await elena(browser);
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/First name is required/);
  await page.getByLabel('First name').fill('Eleonora');
  await page.getByRole('link', { name: /^Communications/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Eleonora');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Eleonora Marinova/ })).toBeVisible();
  await again;
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await theirs.context().close();
  await page.context().close();
});

test('the time zone that is chosen is that of every time on the screen', async ({ browser }) => {
  const page = await elena(browser);
  const used = page.getByText(/^Last used/).first();
  const before = await used.textContent();
  const zone = page.locator('input:not([type=hidden])').and(page.getByLabel('Time zone'));
  await zone.fill('Auckland');
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(used).not.toHaveText(before ?? '');
  await page.reload();
  await expect(zone).toHaveValue('Pacific/Auckland');
  await page.context().close();
});

test('Enter sends or begins a line, as chosen; Ctrl+Enter always sends', async ({ browser }) => {
  const page = await elena(browser);
  await page.getByRole('switch', { name: 'Enter sends a message' }).uncheck({ force: true });
  await expect(page.getByText('Enter starts a new line.', { exact: false })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Enter sends a message' })).toBeEnabled();
  await page.getByRole('link', { name: /^Communications/ }).click();
  await page
    .getByRole('complementary', { name: 'Rooms' })
    .getByRole('link', { name: /Maria Dimitrova/ })
    .click();
  const field = page.getByRole('textbox', { name: /^Write/ });
  await field.fill('One line');
  await field.press('Enter');
  await field.pressSequentially('and another');
  await expect(field).toHaveValue('One line\nand another');
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('and another')).toBeVisible();
  await page.context().close();
});

test('the list of sign-ins shows another browser and signs it out', async ({ browser }) => {
  const [page, other] = [await elena(browser), await elena(browser)];
  await page.reload();
  const list = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(list.getByText('This one')).toBeVisible();
  const rows = await list.getByRole('listitem').count();
  expect(rows).toBeGreaterThan(1);
  await list
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .first()
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(rows - 1);
  await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(other.getByRole('navigation')).toBeHidden({ timeout: 15_000 });
  await page.context().close();
  await other.context().close();
});

test('a changed password lets in, the old one does not', async ({ browser }) => {
  const page = await elena(browser);
  const part = page.getByRole('region', { name: 'Password' });
  await part.getByLabel('New password').fill('password123');
  await expect(part.getByLabel('New password')).toHaveAccessibleDescription(/one of the first that are guessed/);
  await part.getByLabel('New password').fill('three hats and a clock');
  await expect(part.getByText('This password is fine.')).toBeVisible();
  await part.getByLabel('Current password').fill('not mine');
  await part.getByRole('button', { name: 'Change password' }).click();
  await expect(part.getByLabel('Current password')).toHaveAccessibleDescription('The password is not correct.');
  await part.getByLabel('Current password').fill(password);
  await part.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await page.context().close();
  const fresh = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await typePassword(fresh, password);
  await expect(fresh.getByText('E-mail or password is not correct.')).toBeVisible();
  password = 'three hats and a clock';
  await typePassword(fresh);
  await expect(fresh.getByRole('navigation')).toBeVisible();
  await fresh.context().close();
});

test('another address is mine once the link is opened that was sent to it', SWEEP, async ({ browser }) => {
  const other = 'eleonora@lumenhome.example';
  const page = await elena(browser);
  const part = page.getByRole('region', { name: 'E-mail address' });
  await part.getByLabel('New e-mail address').fill(other);
  await part.getByLabel('Current password').fill(password);
  await part.getByRole('button', { name: 'Send link' }).click();
  await expect(part.getByText(/A link was sent to eleonora@/)).toBeVisible();
  const link = /https?:\/\/\S+\/auth\/\S+/.exec((await mailbox.letterTo(other)).text)?.[0] ?? '';
  const opened = await page.context().newPage();
  await opened.goto(link.replace('127.0.0.1', 'localhost'));
  await expect(opened.getByText(`From then on you sign in with ${other}.`)).toBeVisible();
  // Programs open links too: nothing has changed until a person presses.
  await (await elena(browser)).context().close();
  await opened.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(opened.getByText(`From now on you sign in with ${other}.`)).toBeVisible();
  await page.context().close();
  const stranger = await browser.newPage({ locale: 'en-GB' });
  await typePassword(stranger);
  await expect(stranger.getByRole('alert')).toBeVisible();
  await stranger.close();
  email = other;
  const again = await elena(browser);
  await expect(again.getByRole('region', { name: 'E-mail address' })).toContainText(other);
  await again.context().close();
});

test('an app is set up by its key, a code of it and a recovery code let in, and it is removed', SWEEP, async ({ browser }) => {
  const page = await elena(browser, { acceptDownloads: true });
  const part = page.getByRole('region', { name: 'Second step' });
  await part.getByRole('button', { name: 'Set up an app' }).click();
  await prove(page, 'Continue');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expect(dialog.getByLabel('Code of the app')).toBeFocused();
  await expectAccessible(page);
  const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent())?.replaceAll(' ', '') ?? '';
  const code = (steps = 0) => totpCode(secret, stepAt(Date.now()) + steps);
  await dialog.getByLabel('Code of the app').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm the code' }).click();
  await expect(dialog.getByLabel('Code of the app')).toHaveAccessibleDescription(/not correct/);
  await dialog.getByLabel('Code of the app').fill(code(-1));
  await dialog.getByRole('button', { name: 'Confirm the code' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  // They are shown once: no key that was meant for something else takes them away.
  await expect(codes.getByRole('list')).toBeFocused();
  for (const key of ['Enter', ' ', 'Escape']) await page.keyboard.press(key);
  await page.mouse.click(4, 4);
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expect(codes.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expectAccessible(page);
  const recovery = await codes.getByRole('listitem').first().textContent();
  const downloading = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('parley-recovery-codes.txt');
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(part.getByText(/^10 left/)).toBeVisible();
  await page.context().close();
  let last: Page | null = null;
  for (const answer of [() => code(), () => recovery ?? '']) {
    await last?.context().close();
    last = await elena(browser, {}, async (at) => {
      await at.getByLabel('Code').fill(answer());
      await at.getByRole('button', { name: 'Continue' }).click();
    });
  }
  if (last === null) throw new Error('nobody signed in');
  await expect(last.getByText(/^9 left/)).toBeVisible();
  await last.getByRole('button', { name: 'Remove the app' }).click();
  await prove(last, 'Remove the app');
  await expect(last.getByRole('button', { name: 'Set up an app' })).toBeVisible();
  await last.context().close();
});

test('a passkey of the browser’s own is added under a name, lets in, and is removed', SWEEP, async ({ browser }) => {
  const page = await elena(browser);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Work laptop');
  await prove(page, 'Continue');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Work laptop')).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await typePassword(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.goto(`${home}/profile`);
  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
  await prove(page, 'Remove');
  await expect(page.getByText('Work laptop')).toHaveCount(0);
  await page.context().close();
});
