import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { databaseUrl, OWNER } from '../../scripts/postgres-roles.mjs';
import { newId } from '../../server/src/platform/clock.ts';
import { openDatabase } from '../../server/src/platform/database.ts';
import { deriveKey } from '../../server/src/platform/secret.ts';
import { createTickets, type Tickets } from '../../server/src/realtime/tickets.ts';
import { readDataFile, SHOP_WIDGET } from '../demo-database.ts';
import { processesOf, startProduct, temporaryDataFolder } from '../product.ts';
import { newVisitor } from '../visitor.ts';

/** The demo account whose shop the crowd visits. */
export const ACCOUNT = '0193a1de-0000-7000-8000-0000000000a1';
const SESSIONS = 1000;

export interface Waited {
  /** The middle of the times, in milliseconds. */
  middle: number;
  /** The worst but one of a hundred. */
  late: number;
}

/** A product of its own for a crowd, with somebody who was there before. */
export interface CrowdedProduct {
  readonly url: string;
  readonly tickets: Tickets;
  /** One of a thousand sessions that are nobody yet. */
  sessionId(n: number): string;
  /** What the server's process holds in memory. */
  residentBytes(): number;
  /** How many of the visitors' sockets the server counts. */
  socketsOpen(): Promise<number>;
  /** How long messages and reads of somebody who was there before take, one after the other. */
  othersWait(times?: number): Promise<Waited>;
  stop(): Promise<void>;
}

export async function startCrowdedProduct(port: number): Promise<CrowdedProduct> {
  const dataFolder = temporaryDataFolder();
  const product = await startProduct({ port, dataFolder, env: { PARLEY_LOG_LEVEL: 'warn' } });
  const secret = readDataFile(dataFolder, 'secret');
  const ownerUrl = databaseUrl({ secret, port: Number(readDataFile(dataFolder, 'postgres.port')), role: OWNER });
  const sessions = Array.from({ length: SESSIONS }, () => newId());
  await addSessions(ownerUrl, sessions);
  const db = openDatabase(ownerUrl, 2);
  const visitor = await newVisitor(product.url);
  await visitor.say('I was here before the crowd');

  return {
    url: product.url,
    tickets: createTickets(db, deriveKey(secret, 'realtime:ticket')),
    sessionId: (n) => sessions[n % SESSIONS] as string,
    residentBytes() {
      const pid = processesOf(dataFolder).find(({ command }) => command.includes('server/src/main.ts'))?.pid;
      if (pid === undefined) throw new Error('the server is gone');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
    },
    async socketsOpen() {
      const text = await (await fetch(`${product.url}/metrics`)).text();
      return Number(/^parley_sockets_open\{app="widget"\} (\d+)$/m.exec(text)?.[1]);
    },
    async othersWait(times = 60) {
      const took: number[] = [];
      for (let n = 0; n < times; n++) {
        const before = performance.now();
        await (n % 2 === 0 ? visitor.say(`still here, ${n}`) : visitor.history());
        took.push(performance.now() - before);
        // Within what one visitor may send.
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
      took.sort((a, b) => a - b);
      return { middle: took[Math.floor(took.length / 2)] as number, late: took[Math.floor(took.length * 0.99) - 1] as number };
    },
    async stop() {
      await db.close();
      await product.stop();
      rmSync(dirname(dataFolder), { recursive: true, force: true });
    },
  };
}

async function addSessions(ownerUrl: string, sessions: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    `insert into visitor_sessions (id, account_id, widget_id, secret_hash) select id, $1, $2, sha256(id::text::bytea) from unnest($3::uuid[]) id`,
    [ACCOUNT, SHOP_WIDGET, sessions],
  );
  await client.end();
}
