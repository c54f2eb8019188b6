import { defineConfig } from '@playwright/test';
import { IN_WHOLE_BROWSER } from './browser.ts';
import browser from './playwright.config.ts';
import { SWEEP } from './sweep.ts';

const { grepInvert: _theseThemselves, ...base } = browser;

/** `npm test sweeps`: browser tests that walk through a whole matter, or see every screen in every look. */
export default defineConfig({
  ...base,
  use: { ...base.use, ...IN_WHOLE_BROWSER },
  grep: new RegExp(SWEEP.tag),
  reporter: [['list'], ['json', { outputFile: '../.parley/sweeps.json' }]],
});
