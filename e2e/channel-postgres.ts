import { createTestDatabase, startTestPostgres } from '../scripts/test-postgres.mjs';
import { migrate } from '../server/src/platform/migrate.ts';

const MIGRATED = 'migrated';
const TOLD = 'PARLEY_E2E_POSTGRES';

type Postgres = Parameters<typeof createTestDatabase>[0];

/**
 * One PostgreSQL for the whole run, with a migrated database of which each product with channels gets a copy (`channel-product.ts`): making and
 * migrating one takes longer than many a test.
 *
 * @returns stops it
 */
export async function startChannelPostgres(): Promise<() => Promise<void>> {
  const { secret, port, stop } = await startTestPostgres();
  try {
    const { ownerUrl } = await createTestDatabase({ secret, port }, { name: MIGRATED });
    await migrate(ownerUrl, '');
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[TOLD] = JSON.stringify({ secret, port });
  return stop;
}

/** @throws Error outside of a run that has started it */
export function channelPostgres(): Postgres {
  const told = process.env[TOLD];
  if (told === undefined) throw new Error('No PostgreSQL was started for products with channels.');
  return JSON.parse(told);
}

/** A migrated database of its own. */
export const channelDatabase = () => createTestDatabase(channelPostgres(), { template: MIGRATED });
