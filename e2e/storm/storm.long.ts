import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VisitorEvent } from '@parley/contract';
import { type Browser, expect, test } from '@playwright/test';
import pg from 'pg';
import { databaseUrl, OWNER } from '../../scripts/postgres-roles.mjs';
import { missingNats } from '../../server/test/nats.ts';
import { SignInBrowser } from '../../server/test/sign-in.ts';
import { type Product, processesOf, startProduct, temporaryDataFolder } from '../product.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import type { Where } from './line.ts';
import { maySee, missedOf, readRows, seenByUs } from './recount.ts';
import { type SecondServer, secondServer } from './second-server.ts';
import { StormAgent } from './storm-agent.ts';
import { pause, StormVisitor } from './storm-visitor.ts';
import { EarlyReader, LateVisitor } from './wrong-clock.ts';

/** A smaller storm while one works on it: STORM_VISITORS=6 STORM_MESSAGES=15 STORM_KILLS=2 STORM_DATABASE_KILLS=1. */
const VISITORS = Number(process.env.STORM_VISITORS ?? 20);
/** Of each visitor; every one is answered, so that 5,000 messages go to and fro. */
const MESSAGES = Number(process.env.STORM_MESSAGES ?? 125);
const SERVER_KILLS = Number(process.env.STORM_KILLS ?? 10);
const DATABASE_KILLS = Number(process.env.STORM_DATABASE_KILLS ?? 2);
/** Of the visitor whose clock is an hour behind: few enough for one page of the chat. */
const LATE_MESSAGES = 12;
const PORT = 4196;
const ACCOUNT = '0193a1de-0000-7000-8000-0000000000a1';
const WIDGET = '0193a1de-0000-7000-8000-0000000000c1';
/** Everybody of the first demo account: three agents, the supervisor, the administrator. */
const STAFF = ['1', '2', '3', '4', '5'].map((last) => `0193a1de-0000-7000-8000-${last.padStart(12, '0')}`);

const where: Where = { origin: `http://127.0.0.1:${PORT}`, socketPort: 0 };
let dataFolder = '';
let product: Product;
let second: SecondServer | null = null;
let network: CuttingProxy;

test.describe.configure({ mode: 'serial', timeout: 20 * 60_000 });

/** @param servers 1, or 2 with NATS between them, to which sockets go in turn */
async function begin(servers: number): Promise<void> {
  dataFolder = temporaryDataFolder();
  second = servers === 1 ? null : await secondServer(PORT);
  product = await startProduct({ port: PORT, dataFolder, env: second?.env ?? {} });
  await second?.follow(dataFolder);
  let turn = 0;
  const target = () => (second !== null && turn++ % 2 === 1 ? second.port : PORT);
  network = await startCuttingProxy(target, () => 2000 + Math.random() * 8000);
  where.socketPort = network.port;
}
test.afterEach(async () => {
  await network.close();
  await second?.stop();
  await product.stop();
  rmSync(dirname(dataFolder), { recursive: true, force: true });
});

/** A token of somebody of the demo, signed in anew before it runs out. */
function tokenOf(userId: string): () => Promise<string> {
  let held: { token: string; until: number } | null = null;
  let under: Promise<string> | null = null;
  const signIn = async () => {
    const browser = new SignInBrowser(where.origin);
    const { url } = await browser.authorize();
    const chosen = await browser.post(`${url.origin}${url.pathname}/demo`, { user: userId });
    const { url: callback } = await browser.follow(chosen.headers.get('location') ?? '');
    const { access_token } = (await (await browser.redeem(callback)).json()) as { access_token: string };
    held = { token: access_token, until: Date.now() + 90_000 };
    return access_token;
  };
  return async () => {
    if (held && held.until > Date.now()) return held.token;
    under ??= signIn().finally(() => {
      under = null;
    });
    return under;
  };
}

/** How far a message has got of which everything up to a place was seen: all of it was delivered on the way. */
const statusUpTo = (channelSeq: number, seenUpTo: number) => (channelSeq <= seenUpTo ? 'SEEN' : 'SENT');

async function killAndStartAgain(part: 'server' | 'postgres', nth: number): Promise<void> {
  // Every second one of two.
  if (part === 'server' && second !== null && nth % 2 === 1) return second.killAndStartAgain();
  const found = processesOf(dataFolder).find(({ command }) =>
    part === 'postgres' ? command.includes('/bin/postgres -D') : command.includes('server/src/main.ts'),
  );
  if (!found) throw new Error(`no ${part} to kill`);
  process.kill(found.pid, 'SIGKILL');
  await product.ended();
  product = await startProduct({ port: PORT, dataFolder, env: second?.env ?? {} });
  await second?.follow(dataFolder);
}

async function database(): Promise<pg.Client> {
  const secret = readFileSync(join(dataFolder, 'secret'), 'utf8').trim();
  const port = Number(readFileSync(join(dataFolder, 'postgres.port'), 'utf8'));
  const client = new pg.Client({ connectionString: databaseUrl({ secret, port, role: OWNER }) });
  // It ends with the database, after what is looked at here.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function roomWith(text: string): Promise<string> {
  const client = await database();
  try {
    const find = () => client.query<{ room_id: string }>("select room_id from events where message ->> 'text' = $1", [text]);
    await expect.poll(async () => (await find()).rowCount).toBe(1);
    return (await find()).rows[0]?.room_id ?? '';
  } finally {
    await client.end();
  }
}

test('nothing is lost, doubled or out of order while servers, databases and sockets die and clocks are wrong', async ({ browser }) => {
  await begin(1);
  await storm(browser);
});

test('the same on two servers with NATS between them, which is killed as well', async ({ browser }) => {
  const missing = missingNats();
  test.skip(missing !== undefined, missing ?? '');
  await begin(2);
  await storm(browser);
});

async function storm(browser: Browser): Promise<void> {
  const late = await LateVisitor.open(browser, product.sandboxUrl ?? '');
  await late.write('late visitor', 1);
  const early = await EarlyReader.open(browser, 'Petar Kostov', where.origin, await roomWith('late visitor says 1'));
  const agents = STAFF.map(
    (id, index) => new StormAgent(where, `agent ${index + 1}`, id, tokenOf(id), { notes: index >= 3, seesParting: index % 2 === 1 }),
  );
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const answer = await fetch(`${where.origin}/api/visitor/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ widgetId: WIDGET }),
      });
      return new StormVisitor(where, ((await answer.json()) as { secret: string }).secret);
    }),
  );
  const writing = Promise.all(visitors.map((visitor, index) => visitor.write(`visitor ${index + 1}`, MESSAGES)));
  const writingLate = late.write('late visitor again', LATE_MESSAGES - 1);
  const kills = [...Array<'server'>(SERVER_KILLS).fill('server'), ...Array<'postgres'>(DATABASE_KILLS).fill('postgres')];
  const order = kills.map((part, index) => ({ part, at: (index * 7) % kills.length })).sort((a, b) => a.at - b.at);
  for (const [nth, { part }] of order.entries()) {
    await pause(1500 + Math.random() * 2500);
    await killAndStartAgain(part, nth);
    if (nth % 4 === 2) await second?.nats.killAndStartAgain();
  }
  await Promise.all([writing, writingLate]);
  const expected = VISITORS * MESSAGES + LATE_MESSAGES;
  await expect
    .poll(() => agents.reduce((sum, agent) => sum + agent.said.length, 0), { timeout: 120_000, message: 'every message is answered' })
    .toBe(expected);
  await Promise.all(visitors.map((visitor, index) => visitor.part(`visitor ${index + 1}`)));
  const waits = () => agents.flatMap((agent) => agent.waitsFor);
  await expect.poll(waits, { timeout: 60_000, message: 'nothing waits for ever' }).toEqual([]);

  const client = await database();
  const notes = () => agents.flatMap((agent) => agent.notes);
  // Whoever notes hears of a room when its frames reach them: the last of them may be on their way.
  await expect.poll(() => notes().length, { timeout: 30_000, message: 'both who note have noted in every room' }).toBe(2 * VISITORS);
  const isHeldWhole = async () => {
    const { rows: rooms } = await client.query<{ id: string; seq: number }>('select id, seq::int from rooms where account_id = $1', [
      ACCOUNT,
    ]);
    return rooms.every(({ id, seq }) => agents.every((agent) => (agent.held.get(id)?.events.size ?? seq) === seq));
  };
  await expect.poll(isHeldWhole, { timeout: 60_000, message: 'everybody has heard everything' }).toBe(true);
  await expect.poll(waits, { timeout: 60_000 }).toEqual([]);
  const isAllSeen = () =>
    visitors.every((visitor) => [...visitor.events.values()].every((one) => one.from === 'VISITOR' || one.channelSeq <= visitor.seenUpTo));
  await expect.poll(() => Promise.all(visitors.map((visitor) => visitor.readAll())).then(isAllSeen), { timeout: 30_000 }).toBe(true);
  const rows = await readRows(client, ACCOUNT);
  const stored = rows.events;
  const roomOf = (visitor: StormVisitor) => stored.find((event) => event.text === visitor.written[0])?.room_id ?? '';
  const saidSeen = new Set(agents.flatMap((agent) => [...agent.saidSeen]));

  await test.step('the database has every text once, without a hole', () => {
    const texts = stored.map((event) => event.text).filter((text) => text !== null && / says \d+$/.test(text));
    const written = [...late.written, ...visitors.flatMap((visitor) => visitor.written), ...agents.flatMap((agent) => agent.said)];
    expect(written).toHaveLength(2 * expected);
    expect(texts.toSorted()).toEqual(written.toSorted());
    expect(
      stored
        .filter((event) => event.private && / notes on /.test(event.text ?? ''))
        .map((event) => event.text ?? '')
        .toSorted(),
    ).toEqual(notes().toSorted());
    for (const [roomId, events] of Map.groupBy(stored, (event) => event.room_id)) {
      expect(
        events.map((event) => event.seq),
        roomId,
      ).toEqual(events.map((_, index) => index + 1));
      const channel = events.flatMap((event) => (event.channel_seq === null ? [] : [event.channel_seq]));
      expect(channel, roomId).toEqual(channel.map((_, index) => index + 1));
    }
  });

  await test.step('each visitor holds and reads what the database has, in its order', async () => {
    for (const visitor of visitors) {
      const fresh = await visitor.readAll();
      await expect
        .poll(() => [...visitor.events.values()].sort((a, b) => a.channelSeq - b.channelSeq).map((event) => event.text))
        .toEqual(fresh.map((event) => event.text));
      const own = stored.find((event) => event.text === visitor.written[0]);
      const theirs = stored.filter((event) => event.room_id === own?.room_id && event.channel_seq !== null).map((event) => event.text);
      expect(fresh.map((event) => event.text)).toEqual(theirs);
    }
  });

  await test.step('every status is what the reports of either side make of it', async () => {
    for (const visitor of visitors) {
      const roomId = roomOf(visitor);
      const answers = (rows.byRoom.get(roomId) ?? []).filter((event) => event.origin_type === 'USER' && event.channel_seq !== null);
      expect(answers).toHaveLength(MESSAGES);
      for (const event of answers)
        expect([event.text, event.status]).toEqual([event.text, statusUpTo(event.channel_seq ?? 0, visitor.seenUpTo)]);
      const reach = seenByUs(rows, roomId, saidSeen);
      expect(reach).toBeGreaterThan(0);
      const own = (events: Iterable<VisitorEvent>) =>
        [...events].filter(({ from }) => from === 'VISITOR').map(({ channelSeq, status }) => [channelSeq, status]);
      const expected = (rows.byRoom.get(roomId) ?? [])
        .filter((event) => event.origin_type === 'CUSTOMER' && event.channel_seq !== null)
        .map(({ channel_seq }) => [channel_seq, statusUpTo(channel_seq ?? 0, reach)]);
      expect(own(await visitor.readAll())).toEqual(expected);
      await expect.poll(() => own([...visitor.events.values()].sort((a, b) => a.channelSeq - b.channelSeq))).toEqual(expected);
    }
  });

  await test.step('each agent holds, by frames and catching up alone, what the rows of the database say', async () => {
    for (const agent of agents) {
      const held = [...agent.held.keys()];
      expect(held.length).toBeGreaterThan(0);
      for (const roomId of held) {
        const theirs = () => [...(agent.held.get(roomId)?.events.values() ?? [])].sort((a, b) => a.seq - b.seq);
        await expect
          .poll(() => theirs().map((event) => [event.seq, event.id, event.eventData.status?.clientStatus ?? null]), {
            timeout: 30_000,
            message: `${agent.name}, room ${roomId}`,
          })
          .toEqual((rows.byRoom.get(roomId) ?? []).map((event) => [event.seq, event.id, event.status]));
      }
    }
  });

  await test.step('each agent holds every room that is theirs by the rule, and what they lost is truly out of their sight', async () => {
    for (const agent of agents) {
      for (const visitor of visitors) {
        const roomId = roomOf(visitor);
        const sees = maySee(rows, agent.userId, roomId);
        const found = async () => [agent.held.has(roomId), (await agent.missed(roomId)) !== null];
        await expect.poll(found, { timeout: 30_000, message: `${agent.name}, room ${roomId}` }).toEqual([sees, sees]);
      }
    }
  });

  await test.step('what everybody has missed in every room is what the rows and what they said to have seen make of it', async () => {
    const { rows: counted } = await client.query<{ wrong: number }>(`
      select count(*)::int as wrong from rooms r
      where r.public_count <> (select count(*) from events e where e.room_id = r.id and e.kind = 'COMMUNICATION' and not e.private)
        or r.private_count <> (select count(*) from events e where e.room_id = r.id and e.kind = 'COMMUNICATION' and e.private)`);
    expect(counted[0]?.wrong).toBe(0);
    let sum = 0;
    for (const agent of agents) {
      for (const visitor of visitors.filter((one) => maySee(rows, agent.userId, roomOf(one)))) {
        const expected = missedOf(rows, agent.userId, roomOf(visitor), agent.saidSeen);
        expect(await agent.missed(roomOf(visitor)), `${agent.name}, room ${roomOf(visitor)}`).toBe(expected);
        sum += expected;
      }
    }
    expect(sum).toBeGreaterThan(0);
  });

  await test.step('nothing ever waited for what waited for it', () => {
    expect(readFileSync(join(dataFolder, 'logs/postgres.log'), 'utf8')).not.toContain('deadlock detected');
  });

  await test.step('so do the pages whose clocks are an hour off, without having been read anew', async () => {
    const own = stored.find((event) => event.text === late.written[0]);
    const said = stored.filter((event) => event.room_id === own?.room_id && event.channel_seq !== null).flatMap(({ text }) => text ?? []);
    expect(said).toHaveLength(2 * LATE_MESSAGES);
    await late.expectToShow(said);
    await early.expectToShow(said);
  });

  test.info().annotations.push({
    type: 'storm',
    description: `${2 * expected} messages and ${VISITORS} last words, ${SERVER_KILLS} + ${DATABASE_KILLS} kills, ${network.cuts} sockets cut inside what they carried, ${agents.reduce((sum, agent) => sum + agent.rereads, 0)} rooms read afresh`,
  });
  await client.end();
  for (const one of [...agents, ...visitors]) one.stop();
  await Promise.all([late.close(), early.close()]);
}
