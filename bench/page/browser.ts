import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';
import { installProbe, type Probe } from './probe.ts';

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const WINDOW = { width: 1280, height: 800 };
/** What is kept of a sign-in begins so in the storage of its tab. */
const KEPT = 'oidc.user:';
const USABLE_WITHIN = 60_000;

/** Chromium as the browser tests use it. Rejects with what to install when there is none. */
export async function openBrowser(tell: (text: string) => void): Promise<Browser> {
  const found = findChromium(tell);
  if ('missing' in found) throw new Error(found.missing);
  return chromium.launch({ executablePath: found.path, args: ARGUMENTS });
}

const newContext = (browser: Browser) => browser.newContext({ viewport: WINDOW, locale: 'en-GB', serviceWorkers: 'block' });

/** Signs in as a person does. @returns what the tab keeps of it, by key */
async function signIn(browser: Browser, origin: string, email: string, password: string): Promise<[string, string][]> {
  const context = await newContext(browser);
  try {
    const page = await context.newPage();
    await page.goto(origin);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').first().waitFor();
    return await page.evaluate((prefix) => Object.entries<string>(sessionStorage).filter(([key]) => key.startsWith(prefix)), KEPT);
  } finally {
    await context.close();
  }
}

/** A page on which the whole list of rooms can be used. */
export interface OpenedPage {
  page: Page;
  /** In ms, from asking for it with an empty cache until the list could be used. */
  start: number;
  /** Addresses of the scripts that had come by then. */
  scripts: string[];
  /** Calls something of the probe in the page. */
  probe<Answer>(ask: (probe: Probe) => Answer | Promise<Answer>): Promise<Answer>;
  /** MB of the script's heap after everything that is not held was collected. */
  heap(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a page of the product's server in a browser profile of its own, as somebody who is signed in. */
export async function openPage(
  browser: Browser,
  { origin, path, rooms, email, password }: { origin: string; path: string; rooms: number; email: string; password: string },
): Promise<OpenedPage> {
  const kept = await signIn(browser, origin, email, password);
  const context = await newContext(browser);
  await context.addInitScript(
    ({ entries, at }) => {
      if (location.origin === at) for (const [key, value] of entries) sessionStorage.setItem(key, value);
    },
    { entries: kept, at: origin },
  );
  await context.addInitScript(installProbe, rooms);
  const page = await context.newPage();
  const problems = new Set<string>();
  page.on('pageerror', (error) => problems.add(error.stack ?? error.message));
  await page.goto(`${origin}${path}`);
  await page.waitForFunction(() => (window as unknown as { probe: Probe }).probe.usable !== null, null, { timeout: USABLE_WITHIN });
  const cdp = await context.newCDPSession(page);
  const opened: OpenedPage = {
    page,
    start: 0,
    scripts: [],
    probe: (ask) => probing(page, ask),
    heap: () => heapOf(cdp),
    close: () => closeWithout(problems, context),
  };
  const { usable, scripts } = await page.evaluate(() => {
    const { usable, scripts } = (window as unknown as { probe: Probe }).probe;
    return { usable, scripts };
  });
  return { ...opened, start: usable ?? 0, scripts };
}

/** The function is run in the page: it sees the probe and nothing of where it was written. */
function probing<Answer>(page: Page, ask: (probe: Probe) => Answer | Promise<Answer>): Promise<Answer> {
  return page.evaluate(`(${ask})(window.probe)`) as Promise<Answer>;
}

async function heapOf(cdp: CDPSession): Promise<number> {
  // What was only held by finalizers goes with the second collection.
  for (let times = 0; times < 2; times++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

async function closeWithout(problems: ReadonlySet<string>, context: BrowserContext): Promise<void> {
  await context.close();
  if (problems.size > 0) throw new Error(`the page failed: ${[...problems].join('; ')}`);
}
