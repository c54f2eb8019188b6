import { defineConfig } from 'vitest/config';
import unit from './vitest.config.ts';

/** What waits for leases to run out, what has many meet, and what tries thousands of inputs; part of `npm run test:long`. */
export default defineConfig({ test: { ...unit.test, name: 'server-long', include: ['{src,test}/**/*.long.ts'] } });
