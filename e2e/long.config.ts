import { defineConfig } from '@playwright/test';
import { IN_WHOLE_BROWSER } from './browser.ts';
import browser from './playwright.config.ts';

const { globalSetup: _productsOfTheBrowserTests, testIgnore: _testsOfTheOthers, grepInvert: _others, ...base } = browser;

/** `npm run test:long`: storms, kills, damage, backups and upgrades. Each starts the product for itself and takes minutes. */
export default defineConfig({
  ...base,
  use: { ...base.use, ...IN_WHOLE_BROWSER },
  testMatch: '**/*.long.ts',
  workers: 1,
  timeout: 180_000,
  reporter: [['list'], ['json', { outputFile: '../.parley/long.json' }]],
});
