import type pg from 'pg';
import type { Actor } from '../../server/src/accounts/index.ts';
import { openDatabase } from '../../server/src/platform/database.ts';
import { appUrl, migrate } from '../../server/src/platform/migrate.ts';
import { deriveKey, derivePassword } from '../../server/src/platform/secret.ts';
import { createTickets } from '../../server/src/realtime/index.ts';
import { givenCustomer } from '../../server/test/loop-back/customers.ts';
import { givenAccount, givenRooms } from '../../server/test/people.ts';
import { givePassword } from '../../server/test/sign-in.ts';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { startServer } from '../machine/product.ts';
import type { Program } from '../machine/program.ts';
import { type BenchProvider, loopBackProvider } from './providers.ts';

/** With which the agent can sign in. */
export const PASSWORD = 'a long password for the bench';
const CUSTOMERS = 200;
const AT_ONCE = 8;
const SIGNED_IN_FOR = 3_600_000;

export interface ParleyWebhook {
  server: Program;
  /** Our end of the channel. */
  application: string;
  /** Addresses of people who have a conversation, all held by the agent. */
  customers: string[];
  /** Their rooms, in the same order. */
  roomIds: string[];
  agent: Actor;
  /** Reads past the account wall, to compare. */
  owner: pg.Client;
  /** Opens the agent's socket. */
  ticket: string;
  close(): Promise<void>;
}

/**
 * The product with a channel on which customers talk with one agent.
 *
 * @param secret by which its provider signs
 * @param options.program another entry than the provider's
 */
export async function openParleyWebhook(
  cluster: Cluster,
  profile: string | undefined,
  secret: string,
  {
    count = CUSTOMERS,
    provider = loopBackProvider,
    program = provider.program,
  }: { count?: number; provider?: BenchProvider; program?: string | undefined } = {},
): Promise<ParleyWebhook> {
  const { type } = provider;
  const database = await cluster.create(`parley_webhook_${type.toLowerCase()}`);
  const password = derivePassword(cluster.secret, 'database:app');
  await migrate(database.ownerUrl, password);
  const db = openDatabase(appUrl(database.ownerUrl, password));
  const account = await givenAccount(db);
  const agent = await account.agent('Elena');
  const application = await provider.makeEnd({ db, account, secret, installationSecret: cluster.secret });
  const { deps } = givenRooms(db);
  const customers: string[] = [];
  const roomIds: string[] = [];
  while (customers.length < count) {
    const some = Math.min(AT_ONCE, count - customers.length);
    const came = await Promise.all(Array.from({ length: some }, () => givenCustomer(deps, agent, type, application)));
    customers.push(...came.map(({ address }) => address));
    roomIds.push(...came.map(({ roomId }) => roomId));
  }
  await givePassword(db, agent.accountId, agent.userId, PASSWORD);
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
    ...(program !== undefined && { program }),
    env: { WEBHOOK_SECRET: secret, WEBHOOK_TYPE: type, WEBHOOK_ACCOUNT: agent.accountId, WEBHOOK_APPLICATION: application },
  });
  return {
    server,
    application,
    customers,
    roomIds,
    agent,
    owner,
    ticket,
    async close() {
      await owner.end();
      await server.stop();
    },
  };
}
