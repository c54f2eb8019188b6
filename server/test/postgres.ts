import type { TestProject } from 'vitest/node';
import { createTestDatabase, startTestPostgres } from '../../scripts/test-postgres.mjs';
import { migrate } from '../src/platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { secret: string; port: number };
  }
}

export const TEMPLATE = 'migrated';

/** One embedded PostgreSQL for the run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const template = await createTestDatabase(postgres, { name: TEMPLATE });
  await migrate(template.ownerUrl, '');
  project.provide('postgres', { secret: postgres.secret, port: postgres.port });
  return postgres.stop;
}
