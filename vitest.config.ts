import { defineConfig } from 'vitest/config';
import { plainContract } from './web/build/plain-contract.ts';

const fast = ['contract', 'web', 'widget', 'sandbox', 'bench'].map((name) => ({
  extends: true as const,
  plugins: name === 'web' ? [plainContract()] : [],
  // They leave nothing behind that another could stumble over, so that a file need not pay for a world of its own.
  test: { name, root: `./${name}`, include: ['**/*.test.{ts,tsx}'], isolate: false },
}));

export default defineConfig({
  test: {
    // Two cores are the smallest machine that the suite is meant for. Much of it waits: for times to pass, and for PostgreSQL.
    maxWorkers: 3,
    passWithNoTests: true,
    // A file of what is read first pays for the modules of all others, which takes its time where others work on the machine.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      ...fast,
      { extends: true, test: { name: 'scripts', root: './scripts', include: ['**/*.test.mjs'], testTimeout: 60_000, hookTimeout: 60_000 } },
      './server/vitest.config.ts',
    ],
  },
});
