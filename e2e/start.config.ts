import { defineConfig } from '@playwright/test';
import { IN_WHOLE_BROWSER } from './browser.ts';
import browser, { STARTS } from './playwright.config.ts';

const { globalSetup: _productsOfTheBrowserTests, testIgnore: _theseThemselves, grepInvert: _others, ...base } = browser;

/** `npm test start`: starts, stops, refusals and kills, one after the other. */
export default defineConfig({
  ...base,
  use: { ...base.use, ...IN_WHOLE_BROWSER },
  testMatch: STARTS,
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '../.parley/start.json' }]],
});
