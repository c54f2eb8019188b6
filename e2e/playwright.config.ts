import { defineConfig } from '@playwright/test';
import { SHARED_PORT } from './ports.ts';

const arguments_ = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const environment = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../.parley/playwright.json' }]],
  use: {
    browserName: 'chromium',
    baseURL: `http://127.0.0.1:${SHARED_PORT}`,
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: arguments_,
      // Without a language of UTF-8 Chromium can neither open nor save files whose names are not English.
      env: { ...environment, LC_ALL: 'C.UTF-8' },
    },
    // It answers before routes do that tests set; its own test lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
