import { readFileSync } from 'node:fs';
import type { HeldRoom } from '@parley/contract';
import type pg from 'pg';
import { hashPassword } from '../../server/src/identity/index.ts';
import { newId } from '../../server/src/platform/clock.ts';
import { migrate } from '../../server/src/platform/migrate.ts';
import { derivePassword } from '../../server/src/platform/secret.ts';
import { SignInBrowser, type Tokens } from '../../server/test/sign-in.ts';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { startServer } from '../machine/product.ts';
import type { Program } from '../machine/program.ts';

export const ROOMS_EACH = 200;
const PASSWORD = 'a long password for the bench';
/** So many sign in at once: each costs a good part of a processor. */
const SIGN_IN_AT_ONCE = 8;

/** Somebody of the bench, signed in. */
export interface Person {
  number: number;
  token: string;
}

interface SignedIn extends Person {
  browser: SignInBrowser;
  refresh: string;
}

export interface ParleyReconnect {
  server: Program;
  people: readonly Person[];
  /** Access tokens live for minutes; those of `people` are new ones after this. */
  renewTokens(): Promise<void>;
  /** The rooms of everybody as they are now, by the person's number: what their page would hold. */
  held(): Promise<Map<number, HeldRoom[]>>;
  /** Customers write in three rooms of everybody. @returns the ids of these rooms, by the person's number */
  write(round: number): Promise<Map<number, string[]>>;
  close(): Promise<void>;
}

/** The product on an account of so many agents, each with two hundred conversations, and all of them signed in. */
export async function openParleyReconnect(cluster: Cluster, profile: string | undefined, count: number): Promise<ParleyReconnect> {
  const database = await cluster.create('parley_reconnect');
  await migrate(database.ownerUrl, derivePassword(cluster.secret, 'database:app'));
  const owner = await connectTo(database.superUrl);
  const values: Record<string, string> = {
    account: `'${newId()}'::uuid`,
    people: String(count),
    password: `'${await hashPassword(PASSWORD)}'`,
  };
  const run = async (name: string, round = 0) => {
    const template = readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8');
    const text = template.replace(/(?<!:):(account|people|password|round)\b/g, (_, key: string) => values[key] ?? String(round));
    await owner.query(`begin; ${text} commit`);
  };
  await run('seed');
  await owner.query('vacuum analyze');
  const server = await startServer(cluster, database, profile);
  const signedIn: SignedIn[] = [];
  await someAtOnce(
    Array.from({ length: count }, (_, index) => index + 1),
    async (number) => {
      const browser = new SignInBrowser(server.url);
      const { access_token: token, refresh_token: refresh } = await browser.signIn(`agent${number}@lumen.example`, PASSWORD);
      signedIn.push({ number, token, browser, refresh });
    },
  );
  const people: readonly Person[] = signedIn;
  return {
    server,
    people,
    held: () => heldBy(owner, count),
    renewTokens: () =>
      someAtOnce([...signedIn], async (one) => {
        const answer = await one.browser.renew(one.refresh);
        if (!answer.ok) throw new Error(`a renewal was answered ${answer.status}`);
        const { access_token, refresh_token } = (await answer.json()) as Tokens;
        one.token = access_token;
        one.refresh = refresh_token;
      }),
    async write(round) {
      await run('behind', round);
      const rooms = (number: number) => [0, 1, 2].map((nth) => roomId(((round * 3 + nth) % ROOMS_EACH) * count + number));
      return new Map(people.map(({ number }) => [number, rooms(number)]));
    },
    async close() {
      await owner.end();
      await server.stop();
    },
  };
}

/** Takes one after the other, so many at a time. */
async function someAtOnce<One>(all: One[], work: (one: One) => Promise<void>): Promise<void> {
  const next = async () => {
    for (let one = all.shift(); one !== undefined; one = all.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: SIGN_IN_AT_ONCE }, next));
}

const roomId = (number: number): string => `0000000c-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

async function heldBy(owner: pg.Client, count: number): Promise<Map<number, HeldRoom[]>> {
  const { rows } = await owner.query<{ id: string; epoch: number; change: number; seen_public: number; seen_private: number }>(
    `select r.id, r.epoch, r.change::int, m.seen_public, m.seen_private from rooms r join memberships m on m.room_id = r.id`,
  );
  const held = rows.map(({ id, epoch, change, seen_public, seen_private }): HeldRoom => {
    return { id, epoch, change, seenPublicNo: seen_public, seenPrivateNo: seen_private, starred: false, followed: false };
  });
  return Map.groupBy(held, ({ id }) => ((Number.parseInt(id.slice(24), 16) - 1) % count) + 1);
}
