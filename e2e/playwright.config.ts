import { defineConfig } from '@playwright/test';
import { SHARED_PORT } from './ports.ts';

const arguments_ = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

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
    launchOptions: { executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: arguments_ },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
