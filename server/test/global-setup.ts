import type { TestProject } from 'vitest/node';
import { startTestPostgres, type TestPostgres } from '../../scripts/test-postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL, in which each test file makes a database of its own. */
    postgres: TestPostgres;
  }
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...postgres } = await startTestPostgres();
  project.provide('postgres', postgres);
  return stop;
}
