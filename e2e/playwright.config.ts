import { defineConfig } from '@playwright/test';
import { sharedPort, WORKER } from './ports.ts';

/** Start, stop and kill the product, and say how long that may take: alone (`start.config.ts`). */
export const STARTS = '**/start*.test.ts';

const arguments_ = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const environment = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  testIgnore: STARTS,
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Files, not tests, go side by side: the tests of a file share people and rooms. Each worker has a product of its own.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../.parley/playwright.json' }]],
  use: {
    browserName: 'chromium',
    baseURL: `http://127.0.0.1:${sharedPort(WORKER)}`,
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: arguments_,
      // Without a language of UTF-8 Chromium can neither open nor save files whose names are not English.
      env: { ...environment, LC_ALL: 'C.UTF-8' },
    },
    // It answers before routes do that tests set; its own test lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording takes two thirds of what the browser costs: `npm test browser -- x.test --trace on` where one is wanted.
    trace: 'off',
  },
});
