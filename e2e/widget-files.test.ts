import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { FileUrlsAnswer, type RoomEvent, UploadedFile } from '@parley/contract';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { IN_WHOLE_BROWSER } from './browser.ts';
import { demoDatabase, nobodyIsReady, SHOP_WIDGET } from './demo-database.ts';
import { AgentScreen, productUrl, shopUrl, Visitor } from './people.ts';
import { png } from './pictures.ts';
import { sharedProduct } from './shared-product.ts';
import { SWEEP } from './sweep.ts';
import { newVisitor } from './visitor.ts';

// Its frame is a process of its own there, whose line alone can be made slow.
test.use(IN_WHOLE_BROWSER);

const LETTER: { name: string; mimeType: string; buffer: Buffer } = {
  name: 'Фактура за лампа № 48.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n% nothing else\n'),
};
const PICTURE = { name: 'лампа.png', mimeType: 'image/png', buffer: png(1200, 800) };

const chooser = (visitor: Visitor) => visitor.chat.locator('input[type=file]');
const tray = (visitor: Visitor) => visitor.chat.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const send = (visitor: Visitor) => visitor.chat.getByRole('button', { name: 'Send' });

/** Attaches and waits until all is uploaded. */
async function attach(visitor: Visitor, ...files: Array<typeof LETTER>): Promise<void> {
  await chooser(visitor).setInputFiles(files);
  await expect(send(visitor)).toBeEnabled();
  await expect(visitor.chat.getByRole('progressbar')).toHaveCount(0);
}

/** What an agent may ask the server, with the token that their application uses. */
async function callsOf(page: Page) {
  const asked = page.waitForRequest((request) => request.headers().authorization?.startsWith('Bearer ') === true);
  await page.reload();
  const { authorization } = (await asked).headers() as { authorization: string };
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const raw = Buffer.isBuffer(body);
    const answer = await fetch(`${productUrl()}/api${path}`, {
      method,
      headers: { authorization, 'content-type': raw ? 'application/octet-stream' : 'application/json' },
      ...(body === undefined ? {} : { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

const isDecoded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);

/** Lets so much go up in a second, until it is called again. */
async function uploadSpeed(page: Page, bytesPerSecond: number): Promise<void> {
  // The frame is of another origin, and a process of its own.
  const frame = page.frames().find((one) => one.url().includes('/chat/'));
  if (!frame) throw new Error('there is no chat in the page');
  const devtools = await page.context().newCDPSession(frame);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

const secretOf = (visitor: Visitor): Promise<string> =>
  visitor.page.evaluate((key) => localStorage.getItem(key) ?? '', `parley:${SHOP_WIDGET}:secret`);

async function urlsFor(secret: string, fileIds: string[]) {
  const answer = await fetch(`${productUrl()}/api/visitor/files/urls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-visitor-secret': secret },
    body: JSON.stringify({ fileIds }),
  });
  return FileUrlsAnswer.parse(await answer.json()).content;
}

test('pictures and files go both ways, and nobody else fetches them', SWEEP, async ({ browser }) => {
  test.setTimeout(120_000);
  const mark = Date.now().toString(36);
  await nobodyIsReady();
  const elena = await AgentScreen.open(browser, 'Elena Marinova');
  const visitor = await Visitor.open(browser);
  await attach(visitor, PICTURE, LETTER);
  await visitor.say(`Cracked ${mark}`);
  await expect(tray(visitor)).toHaveCount(0);
  await visitor.say(`Look ${mark}`);
  await expect(visitor.log()).toContainText(/Sent/);

  const own = visitor.log().getByRole('button', { name: 'Show лампа.png large' });
  const box = await own.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.5, 1);
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor
      .log()
      .getByRole('link', { name: `Download ${LETTER.name}` })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe(LETTER.name);
  expect(readFileSync(await download.path())).toEqual(LETTER.buffer);

  await elena.row(mark).click();
  await elena.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(elena.composer()).toBeVisible();
  const roomId = new URL(elena.page.url()).pathname.split('/').at(-1) as string;
  const call = await callsOf(elena.page);
  const said = async () =>
    ((await call('GET', `/rooms/${roomId}/recent-events?private_messages=false`)) as { recentEvents: RoomEvent[] }).recentEvents;
  const received = (await said()).flatMap(({ eventData }) => eventData.message ?? []);
  const [picture, letter] = received.filter(({ fileId }) => fileId !== undefined && fileId !== null);
  expect(picture).toMatchObject({ type: 'IMAGE', text: `Cracked ${mark}`, fileName: PICTURE.name, imageWidth: 1200, imageHeight: 800 });
  expect(letter).toMatchObject({ type: 'FILE', fileName: LETTER.name, fileSize: LETTER.buffer.length, mediaType: 'application/pdf' });

  const channelId = (await said()).find(({ eventData }) => eventData.message)?.origin.channelId;
  for (const [at, name, bytes] of [
    [1, 'нов абажур.png', png(300, 900)],
    [2, 'Етикет.txt', Buffer.from('За връщане')],
  ] as const) {
    const { fileId, type } = UploadedFile.parse(await call('POST', `/files?${new URLSearchParams({ name })}`, bytes));
    const payload = { clientMessageId: `e2e-files-${mark}-${at}`, roomId, channelId, fileId, text: null };
    await call('POST', `/rooms/${roomId}/messages`, { type: type === 'IMAGE' ? 'Image' : 'File', payload });
  }
  await expect(visitor.log().getByRole('link', { name: 'Download Етикет.txt' })).toBeVisible();
  const theirs = visitor.log().getByRole('button', { name: 'Show нов абажур.png large' });
  await isDecoded(theirs.getByRole('img'));
  const tall = await theirs.boundingBox();
  expect((tall?.height ?? 0) / (tall?.width ?? 1)).toBeCloseTo(3, 1);
  // The log followed: the last message is on the screen, and what is on the screen is seen.
  await expect.poll(async () => (await said()).at(-1)?.eventData.status?.clientStatus).toBe('SEEN');

  // After a reload the page has no picture of its own: the server's small one comes.
  await visitor.page.reload();
  await visitor.openChat();
  await own.scrollIntoViewIfNeeded();
  await isDecoded(own.getByRole('img'));

  const fileIds = received.flatMap(({ fileId }) => fileId ?? []);
  expect(await urlsFor(await secretOf(visitor), fileIds)).toHaveLength(fileIds.length);
  const stranger = await newVisitor(productUrl());
  await stranger.say('Not my files');
  expect(await urlsFor(stranger.secret, fileIds)).toEqual([]);
  await visitor.page.context().close();
  await elena.page.context().close();
});

test('an upload that is cancelled leaves nothing, neither here nor there', SWEEP, async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(shopUrl());
  await visitor.openChat();
  const db = demoDatabase();
  const stored = async () => (await db.outsideReader().selectFrom('files').select('id').execute()).length;
  const before = await stored();
  await uploadSpeed(page, 300_000);
  await chooser(visitor).setInputFiles({ ...LETTER, name: 'голям.bin', buffer: Buffer.alloc(6_000_000, 7) });
  const progress = visitor.chat.getByRole('progressbar', { name: 'Uploading голям.bin' });
  await expect.poll(async () => Number(await progress.getAttribute('value')), { timeout: 20_000 }).toBeGreaterThan(0.05);
  await visitor.field().fill('Not yet');
  await expect(send(visitor)).toBeDisabled();
  await visitor.chat.getByRole('button', { name: 'Cancel the upload of голям.bin' }).click();
  await expect(tray(visitor)).toHaveCount(0);
  await expect(visitor.chat.getByRole('button', { name: 'Attach files' })).toBeFocused();
  await expect(send(visitor)).toBeEnabled();
  const arriving = join(sharedProduct().dataFolder, 'files', '.arriving');
  await expect.poll(() => readdirSync(arriving), { timeout: 20_000 }).toEqual([]);
  expect(await stored()).toBe(before);
  // What was uploaded and is taken off is thrown away too.
  await uploadSpeed(page, -1);
  await attach(visitor, LETTER);
  expect(await stored()).toBe(before + 1);
  await visitor.chat.getByRole('button', { name: `Remove ${LETTER.name}` }).click();
  await expect.poll(stored).toBe(before);
  await db.close();
});

test('a reload keeps what is uploaded or waits, and says what it has cut off', SWEEP, async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(shopUrl());
  await visitor.openChat();
  await attach(visitor, PICTURE);
  await uploadSpeed(page, 100_000);
  await chooser(visitor).setInputFiles({ ...LETTER, name: 'бавен.bin', buffer: Buffer.alloc(5_000_000, 7) });
  await expect(visitor.chat.getByRole('progressbar', { name: 'Uploading бавен.bin' })).toBeVisible();
  await uploadSpeed(page, -1);
  await page.reload();
  await visitor.openChat();
  await expect(tray(visitor).filter({ hasText: 'бавен.bin' })).toContainText('The upload was cut off. Choose the file again.');
  await expect(tray(visitor).filter({ hasText: PICTURE.name })).toBeVisible();
  await visitor.chat.getByRole('button', { name: 'Remove бавен.bin' }).click();

  // No way to the server: what is sent waits, also through a reload, and goes once.
  let isBarred = true;
  await page.routeWebSocket(/\/api\/ws/, (socket) => (isBarred ? void socket.close() : void socket.connectToServer()));
  await page.route(/\/api\/visitor\/messages/, (route) => (isBarred ? route.abort() : route.continue()));
  await page.reload();
  await visitor.openChat();
  await visitor.say('Through a reload');
  await expect(visitor.log()).toContainText('Waiting to be sent', { timeout: 20_000 });
  await page.reload();
  await visitor.openChat();
  await expect(visitor.log()).toContainText('Through a reload');
  isBarred = false;
  await expect(visitor.log()).toContainText(/Through a reload.*Sent/, { timeout: 40_000 });
  await isDecoded(visitor.log().getByRole('img', { name: PICTURE.name }));
  await expect(visitor.log().getByRole('img', { name: PICTURE.name })).toHaveCount(1);
});

test('refuses before the upload what is too large or empty, and more than ten', SWEEP, async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(shopUrl());
  await visitor.openChat();
  const uploadsSeen: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/visitor/files?')) uploadsSeen.push(request.url());
  });
  const folder = mkdtempSync(join(tmpdir(), 'parley-large-'));
  const large = join(folder, 'видео.mp4');
  writeFileSync(large, '');
  truncateSync(large, 25 * 1024 * 1024 + 1);
  await chooser(visitor).setInputFiles(large);
  await expect(tray(visitor)).toContainText('Larger than 25 MB');
  await chooser(visitor).setInputFiles({ ...LETTER, buffer: Buffer.alloc(0) });
  await expect(tray(visitor).nth(1)).toContainText('This file is empty');
  expect(uploadsSeen).toEqual([]);
  await chooser(visitor).setInputFiles(Array.from({ length: 9 }, (_, at) => ({ ...LETTER, name: `${at}.pdf` })));
  await expect(tray(visitor)).toHaveCount(10);
  await expect(visitor.chat.getByText('At most 10 files at once.')).toBeVisible();
  rmSync(folder, { recursive: true });
});

test('takes what is pasted and what is dropped, and leaves pasted words to the field', SWEEP, async ({ page }) => {
  const visitor = new Visitor(page);
  await page.goto(shopUrl());
  await visitor.openChat();
  const paste = (names: string[], words: string | null) =>
    visitor.field().evaluate(
      (field, given) => {
        const data = new DataTransfer();
        for (const name of given.names) data.items.add(new File(['content'], name, { type: 'image/png' }));
        if (given.words !== null) data.setData('text/plain', given.words);
        return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      { names, words },
    );
  expect(await paste(['from an office.png'], 'the words')).toBe(true);
  await expect(tray(visitor)).toHaveCount(0);
  expect(await paste(['екран.png'], null)).toBe(false);
  await expect(tray(visitor)).toContainText('екран.png');
  const drag = (type: 'dragover' | 'drop') =>
    visitor.log().evaluate((log, kind) => {
      const data = new DataTransfer();
      data.items.add(new File(['content'], 'пуснат.txt'));
      log.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, type);
  await drag('dragover');
  await expect(visitor.chat.getByText('Drop here to attach')).toBeVisible();
  await drag('drop');
  await expect(visitor.chat.getByText('Drop here to attach')).toHaveCount(0);
  await expect(tray(visitor)).toHaveCount(2);
  await expect(send(visitor)).toBeEnabled();
  await visitor.field().press('Enter');
  await expect(visitor.log().getByRole('link', { name: 'Download пуснат.txt' })).toBeVisible();
});

test('a picture opens large and closes by key, in Bulgarian on a phone, for everybody', SWEEP, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'bg-BG' });
  const page = await context.newPage();
  await page.goto(`${shopUrl()}?lang=bg`);
  await page.getByRole('button', { name: 'Отваряне на чата' }).click();
  const chat = page.frameLocator('iframe[title="Чат"]');
  await chat.locator('input[type=file]').setInputFiles([PICTURE, LETTER]);
  await expect(chat.getByRole('button', { name: 'Изпращане' })).toBeEnabled();
  const axe = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  };
  await axe();
  await chat.getByRole('textbox', { name: 'Напишете съобщение' }).press('Enter');
  const picture = chat.getByRole('button', { name: 'Показване на лампа.png в голям размер' });
  await expect(chat.getByRole('link', { name: 'Изтегляне Фактура за лампа № 48.pdf' })).toBeVisible();
  await axe();
  await picture.focus();
  await page.keyboard.press('Enter');
  const large = chat.getByRole('dialog', { name: PICTURE.name });
  await expect(large.getByRole('button', { name: 'Затваряне на изображението' })).toBeFocused();
  await isDecoded(large.getByRole('img'));
  await axe();
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(picture).toBeFocused();
  await expect(chat.getByRole('textbox', { name: 'Напишете съобщение' })).toBeVisible();
  await context.close();
});
