import { defineConfig } from '@playwright/test';
import browser, { STARTS } from './playwright.config.ts';

const { globalSetup: _productsOfTheBrowserTests, testIgnore: _theseThemselves, ...base } = browser;

/** `npm test start`: starts, stops, refusals and kills, one after the other. */
export default defineConfig({
  ...base,
  testMatch: STARTS,
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '../.parley/start.json' }]],
});
