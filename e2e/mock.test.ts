import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { MOCK_PORT } from './ports.ts';
import { expectAccessible } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ORIGIN = `http://127.0.0.1:${MOCK_PORT}`;

/** One word of each kind of face: what cannot be shown, buttons, answers, e-mails, calls, what the system recorded and by whom. */
const faceWords = {
  en: [
    'Audio message.',
    'Video.',
    'Reel.',
    'too many pixels',
    'Image that is too large',
    'File that is too large',
    'Contact card.',
    'Sticker.',
    'Link preview.',
    'Location.',
    'Message of an unknown kind.',
    'did not arrive whole',
    'Open the form',
    'A repair',
    'Re: The table leg',
    'order 4471.pdf',
    'Incoming call',
    'Outgoing call',
    'Play the recording',
    'added a tag: VIP',
    'created a ticket: T-1042',
    'The chatbot Sunny answers',
    'Inbound routing rules',
    'The customer subscribed',
    'Another system',
    'Broadcast',
  ],
  bg: [
    'Аудио съобщение.',
    'Видео.',
    'Кратко видео',
    'твърде много пиксели',
    'Изображение, което е твърде голямо',
    'Файл, който е твърде голям',
    'Визитка на контакт.',
    'Стикер.',
    'Преглед на връзка.',
    'Местоположение.',
    'Съобщение от непознат вид.',
    'не пристигна цяло',
    'Open the form',
    'A repair',
    'Re: The table leg',
    'order 4471.pdf',
    'Входящо обаждане',
    'Изходящо обаждане',
    'Пускане на записа',
    'добави етикет: VIP',
    'създаде заявка: T-1042',
    'Отговаря чатботът „Sunny“',
    'Входящото насочване',
    'Клиентът се абонира',
    'Друга система',
    'Масово съобщение',
  ],
} as const;

/** The place of what stands with the newest of them. */
const PLAY = 18;

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

for (const { language, colorScheme, width } of [
  { language: 'en', colorScheme: 'light', width: 1440 },
  { language: 'bg', colorScheme: 'dark', width: 1440 },
  { language: 'en', colorScheme: 'dark', width: 360 },
  { language: 'bg', colorScheme: 'light', width: 360 },
] as const)
  test(`every face of an event stands in one room: ${language}, ${colorScheme}, ${width} wide`, SWEEP, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${ORIGIN}/communications`);
    await page.getByRole('link', { name: /Yana Stoeva/ }).click();
    const timeline = page.locator('[role="tabpanel"]');
    // What is no words comes a little later.
    await expect(timeline.getByText(faceWords[language][PLAY])).toBeVisible();
    // From the newest to the oldest, a screen at a time: what is far from the screen is not drawn.
    const seen = new Set<string>();
    const all = [...faceWords[language]];
    await expect(async () => {
      const words = await timeline.textContent();
      for (const one of all) if (words?.includes(one)) seen.add(one);
      if (seen.size < all.length) {
        await timeline.evaluate((panel) => {
          const scrolled = [panel, ...panel.querySelectorAll('*')].find(
            (one) => one.scrollHeight > one.clientHeight + 100 && getComputedStyle(one).overflowY !== 'visible',
          );
          if (scrolled) scrolled.scrollTop -= scrolled.clientHeight * 0.6;
        });
      }
      expect(all.filter((one) => !seen.has(one))).toEqual([]);
    }).toPass({ intervals: [300], timeout: 40_000 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(faults).toEqual([]);
    await context.close();
  });
