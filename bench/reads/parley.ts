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

const ROOMS = 10_000;
export const PLACES = 999;
export const EVENTS_PER_ROOM = 100;
/** Those of the ten agents who ask, so that nobody asks more in a second than one person may. Each holds a thousand rooms. */
export const AGENTS = 8;
const idOf = (kind: string, number: number): string => `${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
/** Of the agent with this number, from 1. */
export const agentId = (agent: number): string => idOf('0000000a', agent);
/** One of ten queues, each of which gave out a thousand conversations. */
export const queueId = (queue: number): string => idOf('00000013', queue);
/** One of the agent's rooms, place 1 to 999: the seed gives them out by the last digit of their number. */
export const roomId = (agent: number, place: number): string => idOf('0000000c', place * 10 + agent - 1);

/** Who reads all of the rooms. */
export const SUPERVISOR = agentId(11);

const PASSWORD = 'a long password for the bench';

export interface ParleyReads {
  server: Program;
  database: BenchDatabase;
  accountId: string;
  /** As the server signs in. */
  appUrl: string;
  /** What each agent's requests bear. */
  tokens: string[];
  supervisorToken: string;
}

/** The product on a large account, and its agents signed in. */
export async function openParleyReads(cluster: Cluster, profile: string | undefined): Promise<ParleyReads> {
  const database = await cluster.create('parley_reads');
  const password = derivePassword(cluster.secret, 'database:app');
  await migrate(database.ownerUrl, password);
  const accountId = newId();
  await seed(database, accountId);
  const url = appUrl(database.ownerUrl, password);
  const db = openDatabase(url);
  for (let agent = 1; agent <= AGENTS; agent++) await givePassword(db, accountId, agentId(agent), PASSWORD);
  await givePassword(db, accountId, SUPERVISOR, PASSWORD);
  await db.close();
  const server = await startServer(cluster, database, profile);
  const tokens: string[] = [];
  for (let agent = 1; agent <= AGENTS; agent++) {
    const { access_token } = await new SignInBrowser(server.url).signIn(`agent${agent}@lumen.example`, PASSWORD);
    tokens.push(access_token);
  }
  const { access_token: supervisorToken } = await new SignInBrowser(server.url).signIn('supervisor@lumen.example', PASSWORD);
  return { server, database, accountId, appUrl: url, tokens, supervisorToken };
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
