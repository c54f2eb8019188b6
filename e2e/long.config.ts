import { defineConfig } from '@playwright/test';

/** `npm run test:long`: what takes minutes and needs no browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.long.ts',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../.parley/long.json' }]],
});
