import { inject } from 'vitest';
import { createTestDatabase, dropTestDatabase } from '../../scripts/test-postgres.mjs';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { TEMPLATE } from './postgres.ts';

export interface TestDatabase {
  db: Database;
  ownerUrl: string;
  appUrl: string;
  drop(): Promise<void>;
}

/** A migrated database of its own for one test file, opened as the application opens it. */
export async function freshDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const { name, ownerUrl, appUrl } = await createTestDatabase(postgres, { template: TEMPLATE });
  const db = openDatabase(appUrl);
  return {
    db,
    ownerUrl,
    appUrl,
    async drop() {
      await db.close();
      await dropTestDatabase(postgres, name);
    },
  };
}
