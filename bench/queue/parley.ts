import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { newId } from '../../server/src/platform/clock.ts';
import { openDatabase } from '../../server/src/platform/database.ts';
import { appUrl, migrate } from '../../server/src/platform/migrate.ts';
import { derivePassword } from '../../server/src/platform/secret.ts';
import { givePassword, SignInBrowser } from '../../server/test/sign-in.ts';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { startServer } from '../machine/product.ts';
import type { Program } from '../machine/program.ts';

export const AGENTS = 200;
const PASSWORD = 'a long password for the bench';
const userId = (number: number): string => `0000000a-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export interface ParleyQueue {
  server: Program;
  /** Past the account wall, to put everything back and to compare. */
  owner: pg.Client;
  /** Of the first agent and of the supervisor. */
  tokens: { agent: string; supervisor: string };
  /** Everybody waits again, and nobody is ready. */
  again(): Promise<void>;
  close(): Promise<void>;
}

/** The product with a queue of 200 agents in which so many customers wait. */
export async function openParleyQueue(cluster: Cluster, profile: string | undefined, customers: number): Promise<ParleyQueue> {
  const database = await cluster.create('parley_queue');
  const password = derivePassword(cluster.secret, 'database:app');
  await migrate(database.ownerUrl, password);
  const accountId = newId();
  const owner = await connectTo(database.superUrl);
  const values: Record<string, string> = { account: `'${accountId}'::uuid`, agents: String(AGENTS), customers: String(customers) };
  const run = async (name: string) => {
    const template = readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8');
    await owner.query(template.replace(/(?<!:):(account|agents|customers)\b/g, (_, key: string) => values[key] as string));
    await owner.query('vacuum analyze');
  };
  await run('seed');
  await run('again');
  const db = openDatabase(appUrl(database.ownerUrl, password));
  for (const number of [0, 1]) await givePassword(db, accountId, userId(number), PASSWORD);
  await db.close();
  const server = await startServer(cluster, database, profile);
  const tokenOf = async (number: number) =>
    (await new SignInBrowser(server.url).signIn(`agent${number}@lumen.example`, PASSWORD)).access_token;
  return {
    server,
    owner,
    tokens: { agent: await tokenOf(1), supervisor: await tokenOf(0) },
    again: () => run('again'),
    async close() {
      await owner.end();
      await server.stop();
    },
  };
}
