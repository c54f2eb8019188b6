import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { MOCK_PORT } from './ports.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ORIGIN = `http://127.0.0.1:${MOCK_PORT}`;

let serving: ChildProcess;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PARLEY_')));
  // As `npm start` with the setting; without the data folder, so that nothing could be kept.
  const env = { ...inherited, PARLEY_MOCK: 'on', PARLEY_PORT: String(MOCK_PORT) };
  serving = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    serving.once('exit', (code) => reject(new Error(`It ended with code ${code}:\n${printed}`)));
    serving.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/^ready$/m.test(printed)) resolve();
    });
  });
});

test.afterAll(async () => {
  serving.kill('SIGTERM');
  const [code] = await once(serving, 'exit');
  expect(code).toBe(0);
});

test('the application runs alone on invented answers: rooms, a conversation, users, the profile', SWEEP, async ({ page }) => {
  const beyond: string[] = [];
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url());
    if (origin !== ORIGIN || /^\/(api|auth|files)\//.test(pathname)) beyond.push(request.url());
  });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));

  await page.goto(`${ORIGIN}/communications`);
  await expect(page.getByRole('complementary', { name: 'Demonstration' })).toContainText('everything here is invented');
  await page.getByRole('link', { name: /Radost Neykova/ }).click();
  const history = page.getByRole('tabpanel');
  await expect(history.getByText('Do I have to send the whole table back?')).toBeVisible();
  const composer = page.locator('[data-composer] textarea');
  await composer.fill('On Tuesday, between nine and eleven.');
  await composer.press('Enter');
  await expect(history.getByText('On Tuesday, between nine and eleven.')).toBeVisible();
  await expect(page.locator('[data-pending="true"]')).toHaveCount(0);
  // What the customer says by a frame of the fixtures.
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('One more thing: may the courier ring twice?')).toBeVisible({
    timeout: 15_000,
  });
  await expectAccessible(page);

  // Who waits can be taken, and is then resolved by whoever holds them.
  await page.getByRole('link', { name: /Visitor/ }).click();
  await page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible();

  await page.goto(`${ORIGIN}/admin/users`);
  await expect(page.getByText('Ognyan Radev')).toBeVisible();
  await page.getByPlaceholder(/Search by name/).fill('stefan');
  await expect(page.getByText('Ognyan Radev')).toBeHidden();
  await page.getByText('Stefan Iliev').click();
  await expect(page.getByLabel('First name')).toHaveValue('Stefan');

  await page.goto(`${ORIGIN}/profile`);
  await expect(page.getByLabel('First name')).toHaveValue('Kalina');
  await expectAccessible(page);

  expect(faults).toEqual([]);
  expect(beyond).toEqual([]);
});

test('it shows the screens of the role that the address asks for, in Bulgarian too', SWEEP, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'bg'));
  await page.goto(`${ORIGIN}/?as=superAdmin`);
  await expect(page.getByRole('complementary', { name: 'Демонстрация' })).toBeVisible();
  await page.goto(`${ORIGIN}/super-admin/accounts`);
  await expect(page.getByText('Birch & Brook').first()).toBeVisible();
});
