import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Actor } from '../../server/src/accounts/index.ts';
import { openDatabase } from '../../server/src/platform/database.ts';
import { appUrl, migrate } from '../../server/src/platform/migrate.ts';
import { deriveKey, derivePassword } from '../../server/src/platform/secret.ts';
import { createTickets } from '../../server/src/realtime/index.ts';
import { givenApplication, givenCustomer } from '../../server/test/loop-back/customers.ts';
import { givenAccount, givenRooms } from '../../server/test/people.ts';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { startServer } from '../machine/product.ts';
import type { Program } from '../machine/program.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const TYPE = 'VIBER';
const CUSTOMERS = 200;
const SIGNED_IN_FOR = 3_600_000;

export interface ParleyWebhook {
  server: Program;
  /** Addresses of people who have a conversation, all held by the agent. */
  customers: string[];
  agent: Actor;
  /** Reads past the account wall, to compare. */
  owner: pg.Client;
  /** Opens the agent's socket. */
  ticket: string;
  close(): Promise<void>;
}

/** The product with a channel on which 200 customers talk with one agent. */
export async function openParleyWebhook(cluster: Cluster, profile: string | undefined, secret: string): Promise<ParleyWebhook> {
  const database = await cluster.create('parley_webhook');
  const password = derivePassword(cluster.secret, 'database:app');
  await migrate(database.ownerUrl, password);
  const db = openDatabase(appUrl(database.ownerUrl, password));
  const account = await givenAccount(db);
  const agent = await account.agent('Elena');
  const application = await givenApplication(db, account, TYPE);
  const { deps } = givenRooms(db);
  const customers: string[] = [];
  for (let index = 0; index < CUSTOMERS; index++) customers.push((await givenCustomer(deps, agent, TYPE, application)).address);
  const ticket = createTickets(db, deriveKey(cluster.secret, 'realtime:ticket')).forActor({
    actor: agent,
    expiresAt: Date.now() + SIGNED_IN_FOR,
    sessionId: null,
  });
  await db.close();
  const owner = await connectTo(database.ownerUrl);
  // As autovacuum would within a minute.
  await owner.query('analyze');
  const server = await startServer(cluster, database, profile, {
    program: SERVER,
    env: { WEBHOOK_SECRET: secret, WEBHOOK_TYPE: TYPE, WEBHOOK_ACCOUNT: agent.accountId, WEBHOOK_APPLICATION: application },
  });
  return {
    server,
    customers,
    agent,
    owner,
    ticket,
    async close() {
      await owner.end();
      await server.stop();
    },
  };
}
