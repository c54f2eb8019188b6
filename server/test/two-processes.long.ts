import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentReceives } from '@parley/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Actor } from '../src/accounts/index.ts';
import { newId } from '../src/platform/clock.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { missingNats, type TestNats, testNats } from './nats.ts';
import { givenAccount, messageId, type TestAccount } from './people.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { givePassword, SignInBrowser } from './sign-in.ts';
import { TestVisitor } from './visitor.ts';

/** Two real server processes on one database, with NATS between them; people and visitors at either. */
const without = missingNats();
const PASSWORD = 'a long password for two processes';

let nats: TestNats;
let database: TestDatabase;
let account: TestAccount;
let folder: string;
let env: Record<string, string>;
let ports: [number, number];
let here: ServerProcess;
let there: ServerProcess;
/** By which people reach both. */
let origin: string;

beforeAll(async () => {
  if (without !== undefined) return;
  nats = await testNats();
  await nats.start();
  database = await freshDatabase();
  account = await givenAccount(database.db);
  folder = mkdtempSync(join(tmpdir(), 'parley-two-'));
  ports = [await freePort(), await freePort()];
  origin = `http://127.0.0.1:${ports[0]}`;
  env = {
    PARLEY_PORT: String(ports[0]),
    PARLEY_DATA: folder,
    PARLEY_SECRET: inject('postgres').secret,
    PARLEY_EMBEDDED_DATABASE_URL: database.ownerUrl,
    PARLEY_DEMO: 'off',
    PARLEY_LOG_LEVEL: 'warn',
    PARLEY_NATS_URL: nats.url,
  };
  here = await startServerProcess({ port: ports[0], folder, env });
  there = await startServerProcess({ port: ports[1], folder, env });
}, 180_000);
afterAll(async () => {
  if (without !== undefined) return;
  // Whatever did not start: NATS must not be left behind.
  await nats.kill();
  await Promise.all([here, there].map((one: ServerProcess | undefined) => one?.stop()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

interface Person {
  actor: Actor;
  token: string;
}

async function person(name: string, options: Parameters<TestAccount['agent']>[1] = {}): Promise<Person> {
  const actor = await account.agent(name, options);
  await givePassword(database.db, account.accountId, actor.userId, PASSWORD);
  const { email } = await database.db
    .reader(account.accountId)
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return { actor, token: (await new SignInBrowser(origin).signIn(email, PASSWORD)).access_token };
}

async function call(
  at: ServerProcess,
  { token }: Person,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${at.origin}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const ticketOf = async (at: ServerProcess, who: Person): Promise<string> =>
  ((await call(at, who, 'POST', 'realtime/tickets')).body as { ticket: string }).ticket;

/** Somebody's open page, as far as the wire shows it. */
class Page {
  readonly frames: AgentReceives[] = [];
  /** The code with which the server closed it; null while it stands. */
  closedWith: number | null = null;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.frames.push(JSON.parse(data.toString()) as AgentReceives));
    socket.on('error', () => {});
    const pings = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"type":"Ping","id":"","payload":{}}'), 5000);
    socket.on('close', (code) => {
      clearInterval(pings);
      this.closedWith = code;
    });
  }

  static async open(at: ServerProcess, ticket: string): Promise<Page> {
    const url = `${at.origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
    const page = new Page(new WebSocket(url, { origin }));
    await once(page.#socket, 'open');
    return page;
  }

  static of = async (at: ServerProcess, who: Person): Promise<Page> => Page.open(at, await ticketOf(at, who));

  async ask(type: string, payload: unknown): Promise<AgentReceives> {
    const id = messageId();
    this.#socket.send(JSON.stringify({ type, id, payload }));
    const answer = () => this.frames.find((frame) => frame.id === id);
    await expect.poll(answer, { timeout: 5000 }).toBeDefined();
    return answer() as AgentReceives;
  }

  of = <Kind extends AgentReceives['type']>(type: Kind) =>
    this.frames.flatMap((frame) => (frame.type === type ? [frame.payload as Extract<AgentReceives, { type: Kind }>['payload']] : []));
  close = () => this.#socket.terminate();
}

const texts = (page: Page) => page.of('Text').map(({ event }) => event.eventData.message?.text);

describe.skipIf(without)('two server processes on one database', () => {
  it('give out by one what was written at the other, push it to both, and take the answer at either', async () => {
    const [dora, sofia] = [await person('Dora'), await person('Sofia', { role: 'supervisor', inQueue: false })];
    const [hers, watching] = [await Page.of(there, dora), await Page.of(here, sofia)];
    expect((await call(there, dora, 'PUT', 'users/me/chat-status', { status: 'ready' })).status).toBe(200);
    const visitor = await TestVisitor.arrive(here.origin, account.widgetId);
    await visitor.connect();
    await visitor.say('Which bulb fits?');
    await expect.poll(() => hers.of('Assign').length, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => [texts(hers), texts(watching)], { timeout: 5000 }).toEqual([['Which bulb fits?'], ['Which bulb fits?']]);
    const event = hers.of('Text')[0]?.event;
    if (event === undefined) throw new Error('she heard nothing');
    const { roomId } = event;
    const say = { clientMessageId: messageId(), roomId, channelId: event.origin.channelId, text: 'The small one.' };
    expect((await hers.ask('Text', say)).type).toBe('Ack');
    // The same once more, by the other process: answered as the first, and stored once.
    expect(await call(here, dora, 'POST', `rooms/${roomId}/messages`, { type: 'Text', payload: say })).toMatchObject({ status: 200 });
    await expect.poll(() => visitor.frames.filter(({ type }) => type === 'Text').length, { timeout: 5000 }).toBeGreaterThan(0);
    await expect.poll(() => texts(watching), { timeout: 5000 }).toEqual(['Which bulb fits?', 'The small one.']);
    for (const page of [hers, watching]) page.close();
    visitor.leave();
  }, 60_000);

  it('tell colleagues at either who comes, goes and chooses another status, once', async () => {
    const [elena, petar] = [await person('Elena'), await person('Petar')];
    const looking = await Page.of(here, petar);
    const said = () =>
      looking
        .of('ColleaguePresence')
        .flatMap(({ people }) => people.filter(({ userId }) => userId === elena.actor.userId).map(({ status }) => status));
    expect((await call(there, elena, 'PUT', 'users/me/chat-status', { status: 'break' })).status).toBe(200);
    const hers = await Page.of(there, elena);
    await expect.poll(said, { timeout: 5000 }).toContain('break');
    // On both: gone from one she is still there.
    const second = await Page.of(here, elena);
    hers.close();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(said().at(-1)).toBe('break');
    second.close();
    await expect.poll(() => said().at(-1), { timeout: 5000 }).toBe('offline');
    expect(said().filter((status) => status === 'offline').length).toBeLessThanOrEqual(2);
    looking.close();
  }, 60_000);

  it('take a ticket of either at either, once', async () => {
    const dora = await person('Dora');
    const ticket = await ticketOf(here, dora);
    const first = await Page.open(there, ticket);
    await first.ask('Ping', {});
    const again = await Page.open(here, ticket);
    await expect.poll(() => again.closedWith, { timeout: 5000 }).toBe(4401);
    expect(first.closedWith).toBeNull();
    first.close();
  }, 30_000);

  it('close the sockets of a sign-in that is ended at the other, at once', async () => {
    const dora = await person('Dora');
    const page = await Page.of(there, dora);
    await page.ask('Ping', {});
    expect((await call(here, dora, 'DELETE', `users/me/sessions/${decodeJwt(dora.token).sid}`)).status).toBe(200);
    await expect.poll(() => page.closedWith, { timeout: 3000 }).toBe(4401);
    expect((await call(there, dora, 'GET', 'users/me')).status).toBe(401);
  }, 30_000);

  it('hold a visitor to one measure at both', async () => {
    const visitor = await TestVisitor.arrive(here.origin, account.widgetId);
    const same = new TestVisitor(there.origin, visitor.secret);
    const refusals = async (at: TestVisitor, times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => at.call('GET', 'history')));
      return answers.filter(({ key }) => key === 'ERROR_TOO_MANY_REQUESTS').length;
    };
    const began = performance.now();
    const refused = (await refusals(visitor, 280)) + (await refusals(same, 280));
    // 300 in a row are allowed, 20 a second come back; and what was given within a quarter of a second, nobody else knew of yet.
    const allowed = 300 + 20 * ((performance.now() - began) / 1000) + 40;
    expect(refused).toBeGreaterThan(560 - allowed);
  }, 60_000);

  it('say in their health that NATS is away, go on, and bring everybody anew who may have missed something once it is back', async () => {
    const [dora, sofia] = [await person('Dora'), await person('Sofia', { role: 'supervisor', inQueue: false })];
    const [hers, watching] = [await Page.of(there, dora), await Page.of(here, sofia)];
    const health = async (of: ServerProcess) => {
      const answer = await fetch(`${of.origin}/health/ready`);
      return {
        status: answer.status,
        bus: ((await answer.json()) as { dependencies: Record<string, { state: string }> }).dependencies.bus?.state,
      };
    };
    expect([await health(here), await health(there)]).toEqual(Array(2).fill({ status: 200, bus: 'up' }));
    await nats.kill();
    await expect
      .poll(async () => [await health(here), await health(there)], { timeout: 10_000 })
      .toEqual(Array(2).fill({ status: 200, bus: 'down' }));

    // Written here, heard here, and not there: no other process hears of it.
    const visitor = await TestVisitor.arrive(here.origin, account.widgetId);
    expect((await visitor.say('Does anybody hear me?')).status).toBe(200);
    await expect.poll(() => texts(watching), { timeout: 5000 }).toContain('Does anybody hear me?');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(texts(hers)).not.toContain('Does anybody hear me?');
    // The digest that each page says every 10 s shows that something was lost, and the list what.
    const answer = await hers.ask('RoomState', { count: 0, digest: '0000000000000000' });
    expect(answer.payload).toMatchObject({ inStep: false });
    const { payload } = (await hers.ask('RoomState', { rooms: [] })) as Extract<AgentReceives, { type: 'RoomState' }>;
    expect(payload.reload.length).toBeGreaterThan(0);

    await nats.start();
    await expect
      .poll(async () => [await health(here), await health(there)], { timeout: 15_000 })
      .toEqual(Array(2).fill({ status: 200, bus: 'up' }));
    await expect.poll(() => hers.closedWith, { timeout: 20_000 }).toBe(1001);
    const back = await Page.of(there, dora);
    await visitor.say('Now?');
    await expect.poll(() => texts(back), { timeout: 5000 }).toContain('Now?');
    for (const page of [watching, back]) page.close();
  }, 90_000);

  it('lose nothing when one is killed: who was there comes back at the other, and colleagues hear who did not', async () => {
    const [dora, sofia, gone] = [await person('Dora'), await person('Sofia', { role: 'supervisor', inQueue: false }), await person('Gone')];
    for (const who of [dora, gone]) await call(there, who, 'PUT', 'users/me/chat-status', { status: 'break' });
    const watching = await Page.of(here, sofia);
    const [hers, theirs] = [await Page.of(there, dora), await Page.of(there, gone)];
    const statusOf = ({ actor }: Person) =>
      watching
        .of('ColleaguePresence')
        .flatMap(({ people }) => people.filter(({ userId }) => userId === actor.userId))
        .at(-1)?.status;
    await expect.poll(() => [statusOf(dora), statusOf(gone)], { timeout: 5000 }).toEqual(['break', 'break']);
    const visitor = await TestVisitor.arrive(there.origin, account.widgetId);
    const written: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let n = 1; isWriting; n++) {
        const text = `line ${n} ${newId()}`;
        const at = [here, there].find(({ isRunning }) => isRunning) as ServerProcess;
        const answer = await new TestVisitor(n % 2 === 0 ? at.origin : there.origin, visitor.secret).say(text).catch(() => null);
        if (answer?.status === 200) written.push(text);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    })();
    await expect.poll(() => written.length, { timeout: 10_000 }).toBeGreaterThan(5);
    await there.kill();
    await expect.poll(() => [hers.closedWith, theirs.closedWith], { timeout: 5000 }).toEqual([1006, 1006]);
    const back = await Page.of(here, dora);
    const before = written.length;
    await expect.poll(() => written.length, { timeout: 10_000 }).toBeGreaterThan(before + 5);
    isWriting = false;
    await writing;
    const { body } = await new TestVisitor(here.origin, visitor.secret).call('GET', 'history');
    const kept = (body as { content: Array<{ text: string }> }).content.map(({ text }) => text);
    expect(kept.filter((text) => written.includes(text))).toEqual(written.slice(-kept.length));
    expect(new Set(kept).size).toBe(kept.length);
    const { payload } = (await back.ask('RoomState', { rooms: [] })) as Extract<AgentReceives, { type: 'RoomState' }>;
    expect(payload.reload.length).toBeGreaterThan(0);
    // A lease lasts a minute.
    await expect.poll(() => statusOf(gone), { timeout: 90_000, interval: 500 }).toBe('offline');
    expect(statusOf(dora)).toBe('break');
    there = await startServerProcess({ port: ports[1], folder, env });
    expect((await call(there, dora, 'GET', 'users/me')).status).toBe(200);
    for (const page of [watching, back]) page.close();
  }, 180_000);
});
