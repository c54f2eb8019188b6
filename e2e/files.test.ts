import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { AgentScreen } from './people.ts';
import { expectAccessible } from './signing-in.ts';
import { CallingVisitor } from './visitor-calls.ts';

test.describe.configure({ timeout: 120_000 });

let dora: AgentScreen;

test.beforeAll(async ({ browser }) => {
  dora = await AgentScreen.open(browser, 'Dora Ilieva');
});

test.afterAll(async () => {
  await dora.page.context().close();
});

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const word = () => `w${Math.random().toString(36).slice(2, 8)}`;

/** A conversation that Dora holds, with its room open. */
async function talk(): Promise<string> {
  const words = word();
  const visitor = await CallingVisitor.start();
  await visitor.say(words);
  await dora.row(words).click();
  await dora.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(dora.composer()).toBeVisible();
  return words;
}

const attached = (screen = dora): Locator => screen.page.getByRole('list', { name: 'Attached files' });
const pictures = (screen = dora): Locator => screen.timeline().getByRole('button', { name: /^Open the picture/ });
const send = () => dora.page.getByRole('button', { name: 'Send', exact: true });

/** A picture of this size, drawn by the browser itself. */
async function drawn(page: Page, name: string, width: number, height: number): Promise<Given> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [w, h];
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('no canvas');
      const ground = pen.createLinearGradient(0, 0, w, h);
      ground.addColorStop(0, '#d9b48f');
      ground.addColorStop(1, '#4f6d7a');
      pen.fillStyle = ground;
      pen.fillRect(0, 0, w, h);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

const written = (name: string, content: string): Given => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

/** What a person brings by clipboard or mouse, as the browser hands it to the page. */
async function bring(target: Locator, how: 'paste' | 'drag' | 'drop', given: readonly Given[]): Promise<void> {
  const files = given.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  await target.evaluate(
    (element, [kind, all]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const options = { bubbles: true, cancelable: true };
      if (kind === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else element.dispatchEvent(new DragEvent(kind === 'drag' ? 'dragover' : 'drop', { ...options, dataTransfer: data }));
    },
    [how, files] as const,
  );
}

/** Chooses files as by the button and the computer's own window. */
async function choose(given: readonly Given[]): Promise<void> {
  const chooser = dora.page.waitForEvent('filechooser');
  await dora.page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([...given]);
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a pasted picture goes with its words, shows at its proportion, and opens large', async () => {
  const words = await talk();
  const picture = await drawn(dora.page, 'image.png', 1200, 800);
  await bring(dora.composer(), 'paste', [picture]);
  await expect(attached().getByText('image.png')).toBeVisible();
  await dora.composer().fill(`look ${words}`);
  await expect(send()).toBeEnabled();
  await dora.composer().press('Enter');
  await expect(attached()).toHaveCount(0);
  await expect(pictures()).toHaveCount(1);
  await expect(dora.timeline().getByText(`look ${words}`)).toBeVisible();
  await expect(
    dora
      .row(words)
      .or(dora.row(`You: Image: look ${words}`))
      .first(),
  ).toContainText(`You: Image: look ${words}`);
  const box = await pictures().boundingBox();
  expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([320, 213]);
  await expect
    .poll(() =>
      pictures()
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0),
    )
    .toBe(true);
  await pictures().press('Enter');
  const box2 = dora.page.getByRole('dialog', { name: 'Pictures of this room' });
  await expect(box2.getByRole('img', { name: 'image.png' })).toBeVisible();
  await expect.poll(() => box2.getByRole('img', { name: 'image.png' }).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
  await expectAccessible(dora.page);
  await dora.page.keyboard.press('Escape');
  await expect(box2).toHaveCount(0);
  await expect(pictures()).toBeFocused();
  await expect(dora.composer()).toBeVisible();
});

test('several files go in order, the first with the words, and are downloaded as they were', async () => {
  const words = await talk();
  const name = 'оферта № 5 за доставка на осветителни тела до склада в Пловдив (копие).txt';
  const offer = written(name, `Цена: 120 лв. ${words}`.repeat(50));
  await choose([offer, written('terms.txt', 'terms'), await drawn(dora.page, 'plan.png', 300, 900)]);
  await expect(attached().getByRole('listitem')).toHaveCount(3);
  await dora.composer().fill(`the offer ${words}`);
  await expect(send()).toBeEnabled();
  await send().click();
  const cards = dora.timeline().getByRole('button', { name: /^Download/ });
  await expect(cards).toHaveCount(2);
  await expect(pictures()).toHaveCount(1);
  const texts = await dora.timeline().getByRole('listitem').allInnerTexts();
  const places = ['the offer', 'terms.txt'].map((part) => texts.findIndex((row) => row.includes(part)));
  expect(places[0]).toBeGreaterThanOrEqual(0);
  expect(places[1]).toBe((places[0] ?? 0) + 1);
  const card = cards.first();
  await expect(card).toHaveAccessibleName(`Download ${name} 1 kB`);
  const cardBox = await card.boundingBox();
  expect(cardBox?.width).toBeLessThanOrEqual(320);
  await expect(card.getByText('(копие).txt')).toBeVisible();
  const download = dora.page.waitForEvent('download');
  await card.click();
  const done = await download;
  expect(done.suggestedFilename().normalize()).toBe(name);
  expect(hash(await readFile(await done.path()))).toBe(hash(offer.buffer));
});

test('what is dropped anywhere on the room is attached, and the room says so before', async () => {
  const words = await talk();
  await bring(dora.timeline(), 'drag', [written('a.txt', 'a')]);
  await expect(dora.page.getByText('Drop files here')).toBeVisible();
  await expect(dora.page.getByText('They are attached to your answer on Live chat.')).toBeVisible();
  await bring(dora.timeline(), 'drop', [written('снимка.txt', words), written('empty.txt', '')]);
  await expect(dora.page.getByText('Drop files here')).toHaveCount(0);
  await expect(attached().getByRole('listitem')).toHaveCount(2);
  await expect(attached().getByRole('alert')).toHaveText('The file is empty.');
  await expect(send()).toBeDisabled();
  await expectAccessible(dora.page);
  await attached().getByRole('button', { name: 'Remove empty.txt' }).click();
  await expect(send()).toBeEnabled();
  await attached().getByRole('button', { name: 'Remove снимка.txt' }).click();
  await expect(attached()).toHaveCount(0);
  await expect(dora.page.getByRole('button', { name: 'Attach files' })).toBeFocused();
});

test('what is too large is refused before it is sent, and too many files too', async () => {
  await talk();
  const asked: string[] = [];
  dora.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/files?')) asked.push(request.url());
  });
  await dora.composer().evaluate((element) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'video.bin'));
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
  });
  await expect(attached().getByRole('alert')).toHaveText('The file is too large: at most 25 MB are allowed.');
  await expect(attached().getByRole('button', { name: /again/ })).toHaveCount(0);
  expect(asked).toEqual([]);
  await attached().getByRole('button', { name: 'Remove video.bin' }).click();
  await choose(Array.from({ length: 12 }, (_, i) => written(`${i}.txt`, String(i))));
  await expect(dora.page.getByText('At most 10 files at once. The others were left out.')).toBeVisible();
  await expect(attached().getByRole('listitem')).toHaveCount(10);
  await expect(send()).toBeEnabled();
  for (let left = 10; left > 0; left -= 1)
    await attached()
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
  await expect(attached()).toHaveCount(0);
});

test('an upload shows how far it is, can be stopped, and fails with a second try', async () => {
  await talk();
  let holds = true;
  await dora.page.route(/\/api\/files\?/, async (route) => {
    if (!holds) return route.continue();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.abort('failed');
  });
  await choose([written('slow.txt', 'x'.repeat(5000)), written('next.txt', 'y')]);
  await expect(attached().getByRole('progressbar', { name: 'Upload of slow.txt' })).toBeVisible();
  await expect(dora.page.getByRole('button', { name: 'Uploading' })).toBeDisabled();
  await attached().getByRole('button', { name: 'Cancel the upload of slow.txt' }).click();
  await expect(attached().getByText('slow.txt')).toHaveCount(0);
  await expect(attached().getByRole('alert')).toBeVisible();
  await expect(dora.page.getByText('Remove the files that were not uploaded, or try them again.')).toBeVisible();
  holds = false;
  await attached().getByRole('button', { name: 'Upload next.txt again' }).click();
  await expect(send()).toBeEnabled();
  await dora.page.unroute(/\/api\/files\?/);
  await attached().getByRole('button', { name: 'Remove next.txt' }).click();
});

test('an upload that is stopped in the middle is cut off for the server too', async () => {
  await talk();
  const line = await dora.page.context().newCDPSession(dora.page);
  const speed = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  await line.send('Network.enable');
  await speed(200_000);
  const cut = dora.page.waitForEvent('requestfailed', (request) => request.url().includes('/api/files?'));
  await choose([{ name: 'video.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3_000_000, 7) }]);
  const bar = attached().getByRole('progressbar', { name: 'Upload of video.bin' });
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0.05);
  await attached().getByRole('button', { name: 'Cancel the upload of video.bin' }).click();
  expect((await cut).failure()?.errorText).toBe('net::ERR_ABORTED');
  await speed(-1);
  await line.detach();
  await expect(attached()).toHaveCount(0);
  await dora.say('without it');
  await expect(dora.timeline().getByText('without it')).toBeVisible();
});

test('a token that ended meanwhile is renewed, and the upload goes on', async () => {
  await talk();
  const tokens: (string | undefined)[] = [];
  await dora.page.route(/\/api\/files\?/, async (route) => {
    tokens.push(route.request().headers().authorization);
    if (tokens.length > 1) return route.continue();
    await route.fulfill({ status: 401, json: { message: 'ERROR_UNAUTHORIZED', errors: [] } });
  });
  await choose([written('a.txt', 'a')]);
  await expect(send()).toBeEnabled();
  expect(tokens).toHaveLength(2);
  expect(tokens[1]).toMatch(/^Bearer ./);
  expect(tokens[1]).not.toBe(tokens[0]);
  await dora.page.unroute(/\/api\/files\?/);
  await attached().getByRole('button', { name: 'Remove a.txt' }).click();
});

test('leaving while something is on its way asks first', async () => {
  await talk();
  await dora.page.route(/\/api\/files\?/, () => undefined);
  await choose([written('slow.txt', 'x')]);
  await expect(attached().getByRole('progressbar')).toBeVisible();
  const asks = dora.page.waitForEvent('dialog');
  const reload = dora.page.evaluate(() => location.reload());
  const dialog = await asks;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await expect(attached().getByRole('progressbar')).toBeVisible();
  await attached().getByRole('button', { name: 'Cancel the upload of slow.txt' }).click();
  await dora.page.unroute(/\/api\/files\?/);
});

test('an upload goes on while one looks into another room', async () => {
  const words = await talk();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await dora.page.route(/\/api\/files\?/, async (route) => {
    await released;
    await route.continue();
  });
  await choose([written('бавен.txt', words)]);
  await expect(attached().getByRole('progressbar')).toBeVisible();
  const first = dora.page.url();
  await talk();
  await expect(attached()).toHaveCount(0);
  release();
  await dora
    .rooms()
    .locator(`a[href="${new URL(first).pathname}"]`)
    .first()
    .click();
  await expect(attached().getByText('бавен.txt')).toBeVisible();
  await expect(send()).toBeEnabled();
  await dora.page.unroute(/\/api\/files\?/);
  await attached().getByRole('button', { name: 'Remove бавен.txt' }).click();
});

test('what is attached stays with its room and tab, and over a reload, and goes from there', async () => {
  const words = await talk();
  await choose([await drawn(dora.page, 'снимка.png', 400, 300)]);
  await expect(send()).toBeEnabled();
  await dora.page.getByRole('tab', { name: /Notes/ }).click();
  await expect(attached()).toHaveCount(0);
  await dora.page.getByRole('tab', { name: 'Conversation' }).click();
  await expect(attached().getByText('снимка.png')).toBeVisible();
  await dora.page.reload();
  await expect(attached().getByText('снимка.png')).toBeVisible();
  await expect(attached().locator('img')).toBeVisible();
  await expect(dora.row('Draft:').first()).toContainText('Image');
  await dora.composer().press('Enter');
  await expect(pictures()).toHaveCount(1);
  await dora.page.reload();
  await expect(pictures()).toHaveCount(1);
  await expect
    .poll(() =>
      pictures()
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  // Copies stay in the browser until the server has taken what was typed.
  await expect.poll(() => dora.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('parley.draft')))).toEqual([]);
  await expect(dora.timeline()).toContainText(words);
});

test('a note holds files for colleagues, and a colleague sees both', async ({ browser }) => {
  const words = await talk();
  await choose([await drawn(dora.page, 'room.png', 640, 360)]);
  await expect(send()).toBeEnabled();
  await dora.composer().press('Enter');
  await expect(pictures()).toHaveCount(1);
  await dora.page.getByRole('tab', { name: /Notes/ }).click();
  await choose([written('протокол.txt', words)]);
  const save = dora.page.getByRole('button', { name: 'Save note' });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(dora.timeline().getByRole('button', { name: /^Download протокол.txt/ })).toBeVisible();
  await expect(dora.row('Note: File').first()).toBeVisible();
  const address = dora.page.url();

  const petar = await AgentScreen.open(browser, 'Petar Kostov');
  await petar.page.goto(address);
  await expect(petar.timeline().getByRole('button', { name: /^Download протокол.txt/ })).toBeVisible();
  await petar.page.getByRole('tab', { name: 'Conversation' }).click();
  await expect(pictures(petar)).toHaveCount(1);
  await expect
    .poll(() =>
      pictures(petar)
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(640);
  await petar.page.context().close();
  await dora.page.getByRole('tab', { name: 'Conversation' }).click();
});

test('pictures are looked through by keys, many by one question, and one that failed is fetched again', async () => {
  const words = await talk();
  const sizes = [
    [900, 600],
    [2400, 1600],
    [500, 1500],
  ] as const;
  await choose(await Promise.all(sizes.map(([w, h], i) => drawn(dora.page, `p${i + 1}.png`, w, h))));
  await expect(send()).toBeEnabled();
  await dora.composer().press('Enter');
  await expect(pictures()).toHaveCount(3);
  const questions: string[] = [];
  dora.page.on('request', (request) => {
    if (request.url().endsWith('/api/files/urls')) questions.push(request.postData() ?? '');
  });
  let broken = true;
  await dora.page.route(/\/files\/[^/]+\/thumbnail/, (route) => (broken ? route.abort('failed') : route.continue()));
  await dora.page.reload();
  const failed = dora.timeline().getByText('The picture could not be loaded');
  await expect(failed).toHaveCount(3);
  // Once for all, and once more after the addresses had not worked.
  expect(questions.length).toBeLessThanOrEqual(3);
  expect(JSON.parse(questions[0] ?? '{}').fileIds).toHaveLength(3);
  broken = false;
  for (let left = 3; left > 0; left -= 1) await dora.timeline().getByRole('button', { name: 'Retry' }).first().click();
  await expect(failed).toHaveCount(0);
  await expect(pictures()).toHaveCount(3);
  await dora.page.unroute(/\/files\/[^/]+\/thumbnail/);

  await pictures().first().click();
  const large = dora.page.getByRole('dialog', { name: 'Pictures of this room' });
  await expect(large.getByText('1 of 3')).toBeVisible();
  await expect(large.getByRole('button', { name: 'Previous picture' })).toBeDisabled();
  await dora.page.keyboard.press('ArrowRight');
  await expect(large.getByText('2 of 3')).toBeVisible();
  const shown = () =>
    large.getByRole('img', { name: 'p2.png' }).evaluate((img: HTMLImageElement) => Math.round(img.getBoundingClientRect().width));
  await expect.poll(shown).toBeGreaterThan(200);
  expect(await shown()).toBeLessThanOrEqual(1440);
  await large.getByRole('button', { name: 'Show in actual size' }).first().click();
  await expect.poll(shown).toBe(2400);
  await dora.page.keyboard.press('ArrowRight');
  await dora.page.keyboard.press('ArrowRight');
  await expect(large.getByText('3 of 3')).toBeVisible();
  const download = dora.page.waitForEvent('download');
  await large.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('p3.png');
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(large).toHaveCount(0);
  await expect(dora.timeline()).toContainText(words);
});

test('on a phone a picture is opened by a tap, and a finger goes through the pictures', async ({ browser }) => {
  const words = await talk();
  await choose([await drawn(dora.page, 'one.png', 900, 600), await drawn(dora.page, 'two.png', 400, 900)]);
  await expect(send()).toBeEnabled();
  await dora.composer().press('Enter');
  await expect(pictures()).toHaveCount(2);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await context.addInitScript(() => localStorage.setItem('language', 'bg'));
  const page = await context.newPage();
  await page.goto(dora.page.url());
  await page.getByRole('button', { name: /Dora Ilieva/ }).click();
  const shown = page.getByRole('button', { name: /^Отваряне на изображението/ });
  await expect(shown).toHaveCount(2, { timeout: 30_000 });
  for (const box of await Promise.all([shown.first().boundingBox(), shown.last().boundingBox()])) {
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  }
  await expectAccessible(page);
  await shown.first().tap();
  const large = page.getByRole('dialog', { name: 'Изображения в този разговор' });
  await expect(large.getByText('1 от 2')).toBeVisible();
  const drawFinger = (from: number, to: number) =>
    large.getByRole('img').evaluate(
      (img, [start, end]) => {
        const touch = (clientX: number) => new Touch({ identifier: 1, target: img, clientX, clientY: 400 });
        img.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(start)], changedTouches: [touch(start)] }));
        img.dispatchEvent(new TouchEvent('touchend', { bubbles: true, touches: [], changedTouches: [touch(end)] }));
      },
      [from, to] as const,
    );
  await drawFinger(300, 100);
  await expect(large.getByText('2 от 2')).toBeVisible();
  await drawFinger(100, 300);
  await expect(large.getByText('1 от 2')).toBeVisible();
  await expectAccessible(page);
  await large.getByRole('button', { name: 'Затваряне' }).tap();
  await expect(large).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Съобщения' })).toContainText(words);
  await context.close();
});
