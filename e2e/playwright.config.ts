import { defineConfig } from '@playwright/test';
import { launchOptionsOf, SHELL } from './browser.ts';
import { sharedPort, WORKER } from './ports.ts';
import { SWEEP } from './sweep.ts';

/** Start, stop and kill the product, and say how long that may take: alone (`start.config.ts`). */
export const STARTS = '**/start*.test.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  testIgnore: STARTS,
  grepInvert: new RegExp(SWEEP.tag),
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Files, not tests, go side by side: the tests of a file share people and rooms. Each worker has a product of its own. One more than the
  // smallest machine has cores, since much of a test waits.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../.parley/playwright.json' }]],
  use: {
    browserName: 'chromium',
    baseURL: `http://127.0.0.1:${sharedPort(WORKER)}`,
    ...launchOptionsOf(SHELL),
    // It answers before routes do that tests set; its own test lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording takes two thirds of what the browser costs: `npm test browser -- x.test --trace on` where one is wanted.
    trace: 'off',
  },
});
