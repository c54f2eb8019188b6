import { expect, type Page, test, type WebSocketRoute } from '@playwright/test';
import { nobodyIsReady } from './demo-database.ts';
import { AgentScreen } from './people.ts';
import { SWEEP } from './sweep.ts';
import { CallingVisitor } from './visitor-calls.ts';

// A page that was asleep with its computer, and one that lay hidden for an hour.
test.describe.configure({ timeout: 180_000 });

const LOST = 'The connection is lost.';
const BACK = 'Connected again.';
const mark = () => `w${Math.random().toString(36).slice(2, 8)}`;

/** The line of a page, which can go dead without a word: nothing comes through, and nobody is told. */
interface Line {
  isDead: boolean;
  /** Sockets that the page has opened so far. */
  opened: number;
  prepare: (page: Page) => Promise<void>;
}

function lineOfPage(): Line {
  const line: Line = {
    isDead: false,
    opened: 0,
    async prepare(page) {
      await page.clock.install();
      await page.routeWebSocket(/\/api\/ws/, (socket: WebSocketRoute) => {
        line.opened += 1;
        const server = socket.connectToServer();
        // One that was open when the line died stays as it is for whoever slept: its end was told to nobody.
        let isLost = false;
        const through = (pass: () => void) => {
          isLost ||= line.isDead;
          if (!isLost) pass();
        };
        socket.onMessage((message) => through(() => server.send(message)));
        server.onMessage((message) => through(() => socket.send(message)));
        server.onClose((code, reason) => through(() => void socket.close({ code: code ?? 1006, reason: reason ?? '' })));
      });
    },
  };
  return line;
}

/** Counts what is said of the connection, and leaves a mark that a reload would wipe out. */
async function watch(page: Page): Promise<() => Promise<{ lost: number; back: number }>> {
  await page.evaluate(
    ([lost, back]) => {
      const kept = window as unknown as { said?: { lost: number; back: number } };
      const said = { lost: 0, back: 0 };
      kept.said = said;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) {
            if (node.textContent?.includes(lost as string)) said.lost += 1;
            if (node.textContent?.includes(back as string)) said.back += 1;
          }
      }).observe(document.body, { subtree: true, childList: true });
    },
    [LOST, BACK],
  );
  return () =>
    page.evaluate(() => {
      const { said } = window as unknown as { said?: { lost: number; back: number } };
      if (said === undefined) throw new Error('the page was loaded anew');
      return said;
    });
}

/** The texts of the open room that hold these words, from top to bottom. */
const textsWith = async ({ page }: AgentScreen, words: string): Promise<string[]> => {
  const texts = await page.getByRole('region', { name: 'Messages' }).getByText(words).allTextContents();
  return texts.map((text) => /\w+ \w+ \d+/.exec(text)?.[0] ?? text);
};

/** A visitor who has written, and whose conversation this agent has taken. */
async function taken(screen: AgentScreen, words: string): Promise<CallingVisitor> {
  const visitor = await CallingVisitor.start();
  await visitor.sayMany(words, 1, 1);
  await screen.row(`${words} 1`).click();
  await screen.page.getByRole('button', { name: 'Take', exact: true }).first().click();
  await expect(screen.composer()).toBeVisible();
  return visitor;
}

test(
  'a computer that slept for an hour wakes up in step, without a reload and with one word each way (BUG-079)',
  SWEEP,
  async ({ browser }) => {
    await nobodyIsReady();
    const words = mark();
    const line = lineOfPage();
    const dora = await AgentScreen.open(browser, 'Dora Ilieva', { prepare: line.prepare });
    const petar = await AgentScreen.open(browser, 'Petar Kostov');
    await dora.page.setViewportSize({ width: 1440, height: 2000 });
    await taken(dora, `resolved ${words}`);
    await taken(dora, `handed ${words}`);
    const visitor = await taken(dora, `open ${words}`);
    const said = await watch(dora.page);

    // The lid is closed: the page stands still, and so does its line.
    const devtools = await dora.page.context().newCDPSession(dora.page);
    line.isDead = true;
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await visitor.sayMany(`open ${words}`, 2, 3);
    for (const nth of ['first', 'second', 'third']) await (await CallingVisitor.start()).sayMany(`${nth} ${words}`, 1, 1);
    await petar.page.goto('/communications');
    await petar.row(`resolved ${words} 1`).click();
    await petar.resolve();
    await petar.row(`handed ${words} 1`).click();
    await petar.page.getByRole('button', { name: 'Hand over', exact: true }).click();
    await petar.page.getByRole('dialog').getByRole('button', { name: 'Take over', exact: true }).click();
    await expect(petar.page.getByText('You have taken it over.')).toBeVisible();

    // And opened again, an hour later.
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    line.isDead = false;
    const before = line.opened;
    await dora.page.clock.fastForward('01:00:00');
    const woken = Date.now();
    const left = () => ({ timeout: Math.max(1, woken + 15_000 - Date.now()) });
    await expect.poll(() => textsWith(dora, words), left()).toEqual([1, 2, 3].map((n) => `open ${words} ${n}`));
    for (const nth of ['first', 'second', 'third']) await expect(dora.row(`${nth} ${words} 1`)).toHaveCount(1, left());
    // What waits is switched off, and her own is left.
    await dora
      .rooms()
      .locator('button[aria-pressed="true"]')
      .filter({ hasText: /^Waiting/ })
      .click();
    await expect(dora.row(`open ${words} 3`)).toHaveCount(1);
    for (const gone of ['resolved', 'handed', 'first', 'second', 'third'])
      await expect(dora.row(`${gone} ${words}`)).toHaveCount(0, left());
    expect(line.opened - before).toBe(1);
    // What is written goes on as if nothing had been.
    await dora.say(`answered ${words} 4`);
    await visitor.sayMany(`open ${words}`, 5, 5);
    await expect
      .poll(() => textsWith(dora, words))
      .toEqual([...[1, 2, 3].map((n) => `open ${words} ${n}`), `answered ${words} 4`, `open ${words} 5`]);
    const { lost, back } = await said();
    expect(lost).toBeLessThanOrEqual(1);
    expect(back).toBe(lost);
    await dora.resolve();
    for (const { page } of [dora, petar]) await page.context().close();
  },
);

test(
  'a page that lay hidden for an hour, its timers let through once a minute, has kept its line and missed nothing',
  SWEEP,
  async ({ browser }) => {
    await nobodyIsReady();
    const words = mark();
    const line = lineOfPage();
    const dora = await AgentScreen.open(browser, 'Dora Ilieva', { prepare: line.prepare });
    await dora.page.setViewportSize({ width: 1440, height: 2000 });
    const visitor = await taken(dora, `open ${words}`);
    const said = await watch(dora.page);
    const show = (state: 'hidden' | 'visible') =>
      dora.page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value === 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const before = line.opened;
    await show('hidden');
    // As browsers do it to a page in the background: what is due runs once a minute, however often it was due.
    // Ahead of the page's clock, which goes on until it is told.
    await dora.page.clock.pauseAt(await dora.page.evaluate(() => Date.now() + 2000));
    for (let minute = 1; minute <= 60; minute += 1) {
      await dora.page.clock.fastForward(60_000);
      if (minute % 10 === 0) await visitor.sayMany(`open ${words}`, 1 + minute / 10, 1 + minute / 10);
      if (minute === 30) await (await CallingVisitor.start()).sayMany(`other ${words}`, 1, 1);
      // What is under way on the network takes its own time; the server gives up a line on which it hears nothing for 15 s.
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await dora.page.clock.resume();
    await show('visible');
    await expect.poll(() => textsWith(dora, words), { timeout: 10_000 }).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `open ${words} ${n}`));
    await expect(dora.row(`other ${words} 1`)).toHaveCount(1);
    expect(line.opened).toBe(before);
    expect(await said()).toEqual({ lost: 0, back: 0 });
    await dora.say(`answered ${words} 8`);
    await expect.poll(async () => (await textsWith(dora, words)).at(-1)).toBe(`answered ${words} 8`);
    await dora.resolve();
    await dora.page.context().close();
  },
);
