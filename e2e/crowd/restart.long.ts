import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { VISITOR_SECRET_HEADER } from '@parley/contract';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { databaseUrl, OWNER } from '../../scripts/postgres-roles.mjs';
import { hashPassword } from '../../server/src/identity/passwords.ts';
import { newId } from '../../server/src/platform/clock.ts';
import { SignInBrowser } from '../../server/test/sign-in.ts';
import { retryDelay } from '../../web/src/realtime/retry-delay.ts';
import { readDataFile } from '../demo-database.ts';
import { CROWD_PORT } from '../ports.ts';
import { type Product, processesOf, startProduct, temporaryDataFolder } from '../product.ts';
import { newVisitor, type Visitor } from '../visitor.ts';
import { ACCOUNT } from './crowded-product.ts';
import { RestartedWindow } from './restarted-window.ts';

/** Fewer while one works on it: RESTART_WINDOWS=50. */
const WINDOWS = Number(process.env.RESTART_WINDOWS ?? 500);
const WINDOWS_OF_ONE = 2;
const VISITORS = 20;
const PASSWORD = 'a long password for the restart';
const SIGN_IN_AT_ONCE = 8;
/** Every so often each visitor says something, also while nobody hears it. */
const SAYS_EVERY = 1000;
/** So long windows have, once the server is there again: the longest pause between two attempts, and what a busy machine takes. */
const BACK_WITHIN = 90_000;
/** Access tokens live for five minutes. */
const RENEWED_AFTER = 120_000;
const SLICE = 250;

test.describe.configure({ mode: 'serial', timeout: 10 * 60_000 });

let product: Product;
const dataFolder = temporaryDataFolder();
test.beforeAll(async () => {
  product = await startProduct({ port: CROWD_PORT, dataFolder, env: { PARLEY_LOG_LEVEL: 'warn' } });
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(dirname(dataFolder), { recursive: true, force: true });
});

async function inDatabase<Answer>(work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const secret = readDataFile(dataFolder, 'secret');
  const port = Number(readDataFile(dataFolder, 'postgres.port'));
  const client = new pg.Client({ connectionString: databaseUrl({ secret, port, role: OWNER }) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Person {
  browser: SignInBrowser;
  token: string;
  refresh: string;
  /** When the token was given, in ms of this process. */
  since: number;
  renewing: Promise<void> | null;
}

/** Agents of the demo's default queue, who all see what waits there. */
async function givenPeople(count: number): Promise<Person[]> {
  const hash = await hashPassword(PASSWORD);
  const ids = Array.from({ length: count }, () => newId());
  const emailOf = (id: string) => `${id}@restart.example`;
  await inDatabase(async (client) => {
    await client.query('begin');
    await client.query(
      `insert into users (id, account_id, email, email_normalized, first_name, last_name, role)
       select id, $1, id || '@restart.example', id || '@restart.example', 'Elena', 'Restart', 'agent' from unnest($2::uuid[]) id`,
      [ACCOUNT, ids],
    );
    await client.query('insert into user_credentials (account_id, user_id, password_hash) select $1, id, $3 from unnest($2::uuid[]) id', [
      ACCOUNT,
      ids,
      hash,
    ]);
    await client.query('insert into user_presence (account_id, user_id) select $1, id from unnest($2::uuid[]) id', [ACCOUNT, ids]);
    await client.query(
      `insert into queue_members (account_id, queue_id, user_id)
       select $1, q.id, u.id from queues q cross join unnest($2::uuid[]) u(id) where q.account_id = $1 and q.is_default`,
      [ACCOUNT, ids],
    );
    await client.query('commit');
  });
  const people: Person[] = [];
  await someAtOnce([...ids], async (id) => {
    const browser = new SignInBrowser(product.url);
    const { access_token: token, refresh_token: refresh } = await browser.signIn(emailOf(id), PASSWORD);
    people.push({ browser, token, refresh, since: performance.now(), renewing: null });
  });
  return people;
}

async function renew(person: Person): Promise<void> {
  const answer = await person.browser.renew(person.refresh);
  const { access_token: token, refresh_token: refresh } = (await answer.json()) as { access_token: string; refresh_token: string };
  Object.assign(person, { token, refresh, since: performance.now() });
}

/** As pages do it: renewed in time, once for all windows of a person. */
async function tokenOf(person: Person): Promise<string> {
  if (performance.now() - person.since > RENEWED_AFTER) {
    person.renewing ??= renew(person).finally(() => {
      person.renewing = null;
    });
    await person.renewing;
  }
  return person.token;
}

async function someAtOnce<One>(all: One[], work: (one: One) => Promise<void>): Promise<void> {
  const next = async () => {
    for (let one = all.shift(); one !== undefined; one = all.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: SIGN_IN_AT_ONCE }, next));
}

/** @returns whether it was taken */
async function saysOnce({ secret }: Visitor, clientMessageId: string, text: string): Promise<boolean> {
  const answer = await fetch(`${product.url}/api/visitor/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [VISITOR_SECRET_HEADER]: secret },
    body: JSON.stringify({ clientMessageId, text }),
  }).catch(() => null);
  return answer?.ok === true;
}

interface StoredText {
  room_id: string;
  seq: number;
  text: string;
}

/** Texts of these rooms as they are stored, in their order. */
const storedTexts = (rooms: readonly string[]): Promise<StoredText[]> =>
  inDatabase(async (client) => {
    const { rows } = await client.query<StoredText>(
      `select room_id, seq::int, message ->> 'text' as text from events where room_id = any($1::uuid[]) and message ->> 'text' is not null order by room_id, seq`,
      [rooms],
    );
    return rows;
  });

/** How many attempts a page can make within so many ms of losing its line, if chance always shortens its pauses. */
function mostAttempts(within: number): number {
  let [count, at] = [0, retryDelay(0, 0)];
  for (; at <= within; count++) at += retryDelay(count + 1, 0);
  return count;
}

/**
 * How many attempts fall into one slice at most where chance alone spreads them: all windows lost their line at once, and the first pause
 * that may still be running when the server is back ends, for each, at any moment of as long as itself. Half as many again, for chance
 * and for timers of a busy machine that come late together.
 */
function mostInSlice(away: number): number {
  let [attempt, latest] = [0, retryDelay(0, 1)];
  for (; latest < away; latest += retryDelay(attempt, 1)) attempt++;
  return 1.5 * WINDOWS * (SLICE / retryDelay(attempt, 0));
}

test('a server that is killed under five hundred windows has them all back, in step, without a storm', async () => {
  const people = await givenPeople(Math.ceil(WINDOWS / WINDOWS_OF_ONE));
  const visitors: Visitor[] = [];
  for (let n = 0; n < VISITORS; n++) {
    const visitor = await newVisitor(product.url);
    await visitor.say(`visitor ${n} came`);
    visitors.push(visitor);
  }
  const rooms = await inDatabase(async (client) => {
    const { rows } = await client.query<{ id: string; epoch: number; change: number }>(
      `select r.id, r.epoch::int, r.change::int from rooms r join events e on e.room_id = r.id and e.message ->> 'text' ~ '^visitor \\d+ came$'`,
    );
    return rows;
  });
  expect(rooms).toHaveLength(VISITORS);
  await someAtOnce([...people], renew);
  const windows = people
    .flatMap((person) => Array.from({ length: WINDOWS_OF_ONE }, () => person))
    .slice(0, WINDOWS)
    .map((person) => new RestartedWindow(product.url, () => tokenOf(person), rooms));
  const areInStep = () => windows.filter(({ inStepAt }) => inStepAt !== null).length;
  await expect.poll(areInStep, { timeout: 60_000, message: 'everybody is here' }).toBe(WINDOWS);

  // Customers go on writing, whoever is there; what is not taken is said again, as their chats do it.
  const written: string[] = [];
  let isWriting = true;
  const writing = visitors.map(async (visitor, who) => {
    for (let n = 1; isWriting; n++) {
      const text = `visitor ${who} says ${n}`;
      // Under one id, however often it is said: one that was stored and not answered for stands once.
      while (!(await saysOnce(visitor, `restart-${who}-${n}`, text))) await new Promise((resolve) => setTimeout(resolve, 300));
      written.push(text);
      await new Promise((resolve) => setTimeout(resolve, SAYS_EVERY * (0.5 + Math.random())));
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const before = windows.map(({ asked }) => asked.length);
  const server = processesOf(dataFolder).find(({ command }) => command.includes('server/src/main.ts'));
  if (server === undefined) throw new Error('there is no server to kill');
  process.kill(server.pid, 'SIGKILL');
  const killed = performance.now();
  await product.ended();
  product = await startProduct({ port: CROWD_PORT, dataFolder, env: { PARLEY_LOG_LEVEL: 'warn' } });
  const back = performance.now();
  const away = back - killed;

  // Somebody who comes just now, and asks for what anybody asks for, is answered meanwhile.
  const [first] = people;
  if (first === undefined) throw new Error('there is nobody');
  const waited: number[] = [];
  let isAsking = true;
  const asking = (async () => {
    while (isAsking) {
      const began = performance.now();
      const { status } = await fetch(`${product.url}/api/rooms/${rooms[0]?.id}/history?size=30&page=0&private_messages=false`, {
        headers: { authorization: `Bearer ${await tokenOf(first)}` },
      });
      expect(status).toBe(200);
      waited.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  })();
  await expect.poll(areInStep, { timeout: BACK_WITHIN, intervals: [50], message: 'everybody is back' }).toBe(WINDOWS);
  const allBack = performance.now() - back;
  await new Promise((resolve) => setTimeout(resolve, 3000));
  isAsking = false;
  isWriting = false;
  await Promise.all([asking, ...writing]);

  await test.step('nobody asks more often than the page’s own pauses let them, and not all at once', () => {
    const anew = windows.map(({ asked }, at) => asked.slice(before[at]));
    // One more, for a server that had begun to listen and was not ready yet.
    const most = mostAttempts(away + allBack) + 1;
    expect(Math.max(...anew.map((one) => one.length))).toBeLessThanOrEqual(most);
    const after = anew.flat().filter((at) => at >= back);
    const slices = Map.groupBy(after, (at) => Math.floor((at - back) / SLICE));
    const fullest = Math.max(...[...slices.values()].map((one) => one.length));
    waited.sort((a, b) => a - b);
    const late = waited[Math.floor(waited.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    test.info().annotations.push({
      type: 'restart',
      description: `${WINDOWS} windows, the server away for ${(away / 1000).toFixed(1)} s, all in step ${(allBack / 1000).toFixed(1)} s after it was ready; ${anew.flat().length} tickets asked for, ${fullest} in the fullest quarter of a second, ${Math.max(...anew.map((one) => one.length))} by one; ${waited.length} histories meanwhile, the slowest hundredth ${late.toFixed(0)} ms`,
    });
    expect(fullest).toBeLessThan(mostInSlice(away));
    // On a machine that does nothing else some tens of milliseconds.
    expect(late).toBeLessThan(5000);
  });

  await test.step('each holds what was said, once and in its order', async () => {
    const stored = await storedTexts(rooms.map(({ id }) => id));
    expect(
      stored
        .map(({ text }) => text)
        .filter((text) => / says \d+$/.test(text))
        .toSorted(),
    ).toEqual(written.toSorted());
    const byRoom = Map.groupBy(stored, ({ room_id }) => room_id);
    const expected = rooms.map(({ id }) => (byRoom.get(id) ?? []).filter(({ text }) => / says \d+$/.test(text)).map(({ text }) => text));
    for (const window of windows) {
      const holds = () => rooms.map(({ id }) => [...(window.held.get(id)?.texts ?? [])].sort(([a], [b]) => a - b).map(([, text]) => text));
      await expect.poll(holds, { timeout: 15_000 }).toEqual(expected);
    }
  });
  for (const window of windows) window.stop();
});
