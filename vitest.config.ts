import { defineConfig } from 'vitest/config';

const fast = ['contract', 'web', 'widget', 'sandbox', 'bench'].map((name) => ({
  extends: true as const,
  test: { name, root: `./${name}`, include: ['**/*.test.{ts,tsx}'] },
}));

export default defineConfig({
  test: {
    // Two cores are the smallest machine that the suite is meant for; PostgreSQL takes its share.
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      ...fast,
      { extends: true, test: { name: 'scripts', root: './scripts', include: ['**/*.test.mjs'], testTimeout: 60_000, hookTimeout: 60_000 } },
      './server/vitest.config.ts',
    ],
  },
});
