import { readFileSync } from 'node:fs';
import { newId } from '../../server/src/platform/clock.ts';
import { openDatabase } from '../../server/src/platform/database.ts';
import { appUrl, migrate } from '../../server/src/platform/migrate.ts';
import { derivePassword } from '../../server/src/platform/secret.ts';
import { givePassword, SignInBrowser } from '../../server/test/sign-in.ts';
import type { BenchDatabase, Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { startServer } from '../machine/product.ts';
import type { Program } from '../machine/program.ts';

export const ROOMS = 10_000;
export const EVENTS_PER_ROOM = 100;
/** The agent who asks: the first of ten, who holds a thousand rooms. */
export const AGENT = '0000000a-0000-7000-8000-000000000001';
export const roomId = (number: number): string => `0000000c-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
/** The agent's rooms are those whose numbers end with 0. */
export const isHeldByAgent = (number: number): boolean => number % 10 === 0;

export interface ParleyReads {
  server: Program;
  database: BenchDatabase;
  accountId: string;
  /** As the server signs in. */
  appUrl: string;
  /** What the agent's requests bear. */
  token: string;
}

/** The product on a large account, and one of its agents signed in. */
export async function openParleyReads(cluster: Cluster, profile: string | undefined): Promise<ParleyReads> {
  const database = await cluster.create('parley_reads');
  const password = derivePassword(cluster.secret, 'database:app');
  await migrate(database.ownerUrl, password);
  const accountId = newId();
  await seed(database, accountId);
  const url = appUrl(database.ownerUrl, password);
  const db = openDatabase(url);
  await givePassword(db, accountId, AGENT, 'a long password for the bench');
  await db.close();
  const server = await startServer(cluster, database, profile);
  const browser = new SignInBrowser(server.url);
  const { access_token } = await browser.signIn('agent1@lumen.example', 'a long password for the bench');
  return { server, database, accountId, appUrl: url, token: access_token };
}

async function seed(database: BenchDatabase, accountId: string): Promise<void> {
  const values: Record<string, string> = { account: `'${accountId}'::uuid`, rooms: String(ROOMS), events: String(EVENTS_PER_ROOM) };
  const template = readFileSync(new URL('./seed.sql', import.meta.url), 'utf8');
  const client = await connectTo(database.superUrl);
  try {
    await client.query(template.replace(/(?<!:):(account|rooms|events)\b/g, (_, name: string) => values[name] as string));
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
