import { type HeldRoom, VISITOR_SECRET_HEADER } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Actor } from '../../src/accounts/index.ts';
import { newId } from '../../src/platform/clock.ts';
import { openLog } from '../../src/platform/log.ts';
import { claimAttempts } from '../../src/rooms/delivery/deliver.ts';
import { applyProviderStatus } from '../../src/rooms/delivery/provider-status.ts';
import { claimPictures } from '../../src/rooms/inbound/fetch-pictures.ts';
import { claimInbound } from '../../src/rooms/inbound/inbound.ts';
import { receiveFromProvider } from '../../src/rooms/inbound/receive-from-provider.ts';
import { learnProfile } from '../../src/rooms/inbound/told-profile.ts';
import { storeInbound } from '../../src/rooms/index.ts';
import { claimScheduled } from '../../src/rooms/scheduled/scheduled-clock.ts';
import { AgentConnection, startApp, type TestApp } from '../app.ts';
import { loopBack, rawDelivery } from '../loop-back/channel.ts';
import { givenApplication } from '../loop-back/customers.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../people.ts';
import { givePassword, SignInBrowser } from '../sign-in.ts';
import { noteFrame, noteRoute, seldomAndGone, unasked } from './asked.ts';
import { BEHIND, type Budget, CATCH_UP, CLAIM, complaintsOf, LIST, WAITING } from './budget.ts';
import { fillAccount, fillRooms, fixtureId } from './large-fixture.ts';
import { answerTo, mediaFrames } from './media-frames.ts';
import { type PlanLog, watchPlans } from './plan-log.ts';
import { type Asking, administrationOf, narrowedOf, type Person, picture, restOf, viewsOf } from './rest-of-contract.ts';
import { routingOf } from './routing.ts';
import { visitorsOf } from './visitors.ts';

/** Statements that are nobody's request: the queue of jobs, and what PostgreSQL itself asks of its catalogue. */
const NOT_OURS = /graphile_worker|pg_catalog\./;

const AGENTS = 40;

let app: TestApp;
let plans: PlanLog;
let account: TestAccount;
let rooms: TestRooms;
let smsId: string;
/** In the queue in which nearly every room has waited; in the queue of one in a hundred; and one who reads all. */
let busy: Person;
let quiet: Person;
let supervisor: Person;
let supervisorActor: Actor;
let giantRoom: string;
let visitorSecret: string;

async function givenFilled(name: string): Promise<{ account: TestAccount; agents: Actor[]; smsId: string; supervisor: Actor }> {
  const { db } = app.database;
  const made = await givenAccount(db, name);
  const smallQueueId = newId();
  const queue = { id: smallQueueId, account_id: made.accountId, name: 'Small' };
  await db.inAccount(made.accountId, (tx) => tx.insertInto('queues').values(queue).execute());
  const agents: Actor[] = [];
  for (let n = 0; n < AGENTS; n++) agents.push(await made.agent(`Agent${n}`, { inQueue: n !== 1 }));
  const [, second] = agents as [Actor, Actor];
  const member = { account_id: made.accountId, queue_id: smallQueueId, user_id: second.userId };
  await db.inAccount(made.accountId, (tx) => tx.insertInto('queue_members').values(member).execute());
  const sms = await givenApplication(db, made, 'SMS');
  await fillAccount(plans.superuser, { account: made, userIds: agents.map((one) => one.userId), smallQueueId, smsApplicationId: sms });
  return { account: made, agents, smsId: sms, supervisor: await made.agent('Super', { role: 'supervisor', inQueue: false }) };
}

async function signIn(actor: Actor): Promise<Person> {
  const { db } = app.database;
  const password = `made-up-${newId()}`;
  await db.inAccount(actor.accountId, (tx) => tx.deleteFrom('user_credentials').where('user_id', '=', actor.userId).execute());
  await givePassword(db, actor.accountId, actor.userId, password);
  const row = await db.reader(actor.accountId).selectFrom('users').select('email').where('id', '=', actor.userId).executeTakeFirstOrThrow();
  return { actor, token: (await new SignInBrowser(app.origin).signIn(row.email, password)).access_token };
}

beforeAll(async () => {
  notePrepared();
  const { secret, port } = inject('postgres');
  app = await startApp({
    // What is measured is asked by the test; workers that found the large backlog would be measured as well.
    more: ({ bringNone }) => bringNone(),
    log: openLog('error'),
    async prepare({ ownerUrl }) {
      plans = await watchPlans({ secret, port, database: new URL(ownerUrl).pathname.slice(1) });
    },
  });
  rooms = givenRooms(app.database.db);
  const first = await givenFilled('Lumen');
  await givenFilled('Orion');
  ({ account, smsId, supervisor: supervisorActor } = first);
  rooms.deps.channels.register(loopBack({ type: 'SMS', origin: app.origin, takesKey: true }));
  await fillRooms(plans.superuser, (await givenAccount(app.database.db, 'Vega')).accountId, 100_000);
  await plans.superuser.query('vacuum analyze');
  const [one, two] = first.agents as [Actor, Actor];
  [busy, quiet, supervisor] = [await signIn(one), await signIn(two), await signIn(supervisorActor)];
  giantRoom = await fixtureId(plans.superuser, account.accountId, 'room', '1');
  // The visitor of the room with the long history: their session gets a secret that we know.
  const started = await call('POST', 'visitor/sessions', { widgetId: account.widgetId });
  ({ secret: visitorSecret } = started as { secret: string });
  const channel = await fixtureId(plans.superuser, account.accountId, 'channel', '1');
  await plans.superuser
    .query(
      `with gone as (delete from visitor_sessions where account_id = $1 and id = (
       select id from visitor_sessions where account_id = $1 order by created_at desc limit 1) returning secret_hash)
     select encode(secret_hash, 'hex') as hash from gone`,
      [account.accountId],
    )
    .then(({ rows: [row] }) =>
      plans.superuser.query(`update visitor_sessions set secret_hash = decode($1, 'hex') where id = $2`, [row.hash, channel]),
    );
}, 600_000);
afterAll(async () => {
  await plans.close();
  await app.close();
});

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  noteRoute(method, path);
  const json = body !== undefined && !(body instanceof Uint8Array);
  const answer = await fetch(`${app.origin}/api/${path}`, {
    method,
    headers: { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as Uint8Array<ArrayBuffer>) }),
  });
  const said: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(said)}`);
  return said;
}
const as = (person: Person, method: string, path: string, body?: unknown) =>
  call(method, path, body, { authorization: `Bearer ${person.token}` });
const asVisitor = (method: string, path: string, body?: unknown) =>
  call(method, `visitor/${path}`, body, { [VISITOR_SECRET_HEADER]: visitorSecret });

/** Texts of the statements that the driver of this process prepared by name. */
const prepared = new Set<string>();
function notePrepared(): void {
  const prototype = pg.Client.prototype as unknown as { query(this: pg.Client, first: unknown, ...rest: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function (first, ...rest) {
    const { name, text } = (typeof first === 'object' && first !== null ? first : {}) as { name?: string; text?: string };
    if (name !== undefined && text !== undefined) prepared.add(text);
    return query.call(this, first, ...rest);
  };
}

const found: string[] = [];
const everyStatement = (_query: string) => true;
/** Which statements count. */
let judged = everyStatement;
/** Does it, and notes what is wrong with the plans of what it asked of the database. */
async function hot(what: string, act: () => Promise<unknown>, budget: Budget = {}): Promise<void> {
  plans.taken();
  await act();
  const ours = plans.taken().filter(({ query }) => !NOT_OURS.test(query) && judged(query));
  if (ours.length === 0 && judged === everyStatement) found.push(`${what}: asked nothing`);
  for (const plan of ours) {
    const complaints = complaintsOf(plan, budget);
    if (complaints.length > 0) found.push(`${what}: ${complaints.join(', ')}\n    ${plan.query.replaceAll(/\s+/g, ' ')}`);
  }
}

/** What a person's screen asks while it starts and all day after: lists, counters, what of their work has changed. */
async function screenOf(name: string, person: Person): Promise<void> {
  const newest = 'size=30&sort=lastEventTimestamp,desc';
  const lists = [
    'view=mine',
    'view=waiting',
    'view=snoozed',
    `room_state=RESOLVED&channel_application_id=${smsId}`,
    'room_state=ASSIGNED&type=GROUP',
  ];
  for (const state of ['ASSIGNED', 'UNASSIGNED', 'RESOLVED']) lists.push(`room_state=${state}&type=EXTERNAL`);
  await narrowedOf(asking(), name, person);
  for (const list of lists) await hot(`${name}: list ${list}`, () => as(person, 'GET', `rooms?${newest}&${list}`), LIST);
  // Behind a thousand others: what stands before is not walked again.
  const past = 'sort=lastEventTimestamp,desc&room_state=RESOLVED&type=EXTERNAL';
  // Who reads every customer's room walks the index alone; of an agent the planner may rather take all that they may see.
  const behind = person === supervisor ? BEHIND : LIST;
  const { next } = (await as(person, 'GET', `rooms?${past}&size=1000`)) as { next: string | null };
  if (next !== null) await hot(`${name}: list behind a cursor`, () => as(person, 'GET', `rooms?${past}&size=30&after=${next}`), behind);
  await hot(`${name}: counters`, () => as(person, 'GET', 'users/me/counters'), WAITING);
  const socket = await AgentConnection.open(app.origin, person.token);
  noteFrame('agent', 'RoomState');
  await hot(`${name}: digest`, () => socket.ask('RoomState', { count: 1, digest: 'x' }), WAITING);
  const held: HeldRoom[] = [];
  for (let n = 1; n <= 50; n++) {
    const id = await fixtureId(plans.superuser, account.accountId, 'room', String(n));
    held.push({ id, epoch: 1, change: 5, seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false });
  }
  await hot(
    `${name}: catch-up of what they hold`,
    async () => {
      const answer = await socket.ask('RoomState', { rooms: held });
      expect(answer.type).toBe('RoomState');
    },
    CATCH_UP,
  );
  socket.close();
}

/** One long room from end to end, and what is done in it. */
async function roomOf(person: Person): Promise<void> {
  const room = `rooms/${giantRoom}`;
  await hot('one room', () => as(person, 'GET', room));
  for (const kind of ['false', 'true'])
    await hot(`recent events, private ${kind}`, () => as(person, 'GET', `${room}/recent-events?private_messages=${kind}`));
  await hot('changes', () => as(person, 'GET', `${room}/changes?epoch=1&change=5950`));
  for (const position of ['OLDER', 'NEWER']) {
    await hot(`history ${position}`, () => as(person, 'GET', `${room}/history?position=${position}`));
    await hot(`history ${position}, notes`, () => as(person, 'GET', `${room}/history?position=${position}&private_messages=true`));
  }
  const middle = await fixtureId(plans.superuser, account.accountId, 'event', '1-3003');
  for (const position of ['OLDER', 'NEWER', 'AROUND'])
    for (const kind of ['false', 'true'])
      await hot(`history by event ${position}, private ${kind}`, () =>
        as(person, 'GET', `${room}/history/by-event?event_id=${middle}&position=${position}&private_messages=${kind}`),
      );
  await hot('star', () => as(person, 'PATCH', room, [{ op: 'replace', path: 'starred', value: true }]));
  const note = () => ({ type: 'Note', payload: { clientMessageId: messageId(), roomId: giantRoom, text: 'Noted' } });
  await hot('note', () => as(person, 'POST', `${room}/messages`, note()));
}

/** What an agent does by frames in the rooms of two customers whose conversations they hold. */
async function workOf(person: Person, [first, second]: readonly [number, number]): Promise<void> {
  const id = (kind: 'room' | 'channel' | 'event', n: string | number) => fixtureId(plans.superuser, account.accountId, kind, String(n));
  const conversationOf = async (roomId: string) =>
    (await plans.superuser.query<{ id: string }>(`select id from conversations where room_id = $1 and state = 'ASSIGNED'`, [roomId]))
      .rows[0]?.id;
  const [roomId, channelId, event] = [await id('room', first), await id('channel', first), await id('event', `${first}-15`)];
  const otherRoom = await id('room', second);
  const { userId } = person.actor;
  const fileId = await uploadOf(person, 'a.txt', Buffer.from('words'));
  const frames: [string, unknown][] = [
    ['Text', { clientMessageId: messageId(), roomId, channelId, text: 'Hello' }],
    ['Note', { clientMessageId: messageId(), roomId, text: 'Noted' }],
    ['File', { clientMessageId: messageId(), roomId, channelId, fileId, text: null }],
    ...mediaFrames(roomId, channelId),
    ['Image', { clientMessageId: messageId(), roomId, channelId, fileId: await uploadOf(person, 'a.png', await picture()), text: null }],
    ['Seen', { clientStatus: 'SEEN', roomId, roomEventId: event }],
    ['Ack', { roomId, roomEventId: event }],
    ['Resolve', { roomId, conversationId: await conversationOf(roomId) }],
    ['Assign', { roomId: otherRoom, conversationId: await conversationOf(otherRoom), userId: quiet.actor.userId, expectedUserId: userId }],
  ];
  const socket = await AgentConnection.open(app.origin, person.token);
  for (const [type, payload] of frames) {
    noteFrame('agent', type);
    await hot(`frame ${type}`, async () => expect(await socket.ask(type, payload)).toMatchObject({ type: answerTo(type) }));
  }
  for (const [type, more] of Object.entries({ Looking: {}, Typing: { channelId: 'note' } })) {
    noteFrame('agent', type);
    const tell = () => socket.tell(type as 'Typing', { roomId: otherRoom, ...more });
    await hot(`frame ${type}`, () => new Promise((resolve) => setTimeout(resolve, 300, tell())));
  }
  socket.close();
}

async function peopleOf(person: Person): Promise<void> {
  await hot('linked identities', () => as(person, 'GET', 'users/me/linked-identities'));
  await hot('colleagues', () => as(person, 'GET', `accounts/${account.accountId}/users?size=100`));
  await hot('chat status', () => as(person, 'GET', 'users/me/chat-status'));
  await hot('ticket and socket', async () => {
    noteRoute('POST', 'realtime/tickets');
    noteFrame('agent', 'Ping', 'Pong');
    const socket = await AgentConnection.open(app.origin, person.token);
    socket.tell('Pong', {});
    await socket.ask('Ping', {});
    socket.close();
  });
  await hot('sign-in', () => signIn(supervisorActor));
}

const uploadOf = async (person: Person, name: string, bytes: Buffer) =>
  ((await as(person, 'POST', `files?name=${name}`, new Uint8Array(bytes))) as { fileId: string }).fileId;
const asking = (): Asking => ({ app, plans, account, signIn, hot, as, uploadOf, quiet, supervisor });

async function workers(): Promise<void> {
  const { deps } = rooms;
  await hot('claims attempts', () => claimAttempts(deps, 64), CLAIM);
  await hot('claims what is to be sent', () => claimScheduled(deps, 64), CLAIM);
  await hot('stores what a provider brought', () =>
    storeInbound(deps, { accountId: account.accountId, channelApplicationId: smsId, channelType: 'SMS' }, [
      rawDelivery({ kind: 'MESSAGE', providerMessageId: messageId(), address: '+359700000001', name: null, text: 'Hi' }),
    ]),
  );
  await hot('claims deliveries', () => claimInbound(deps, 8), CLAIM);
  const incoming = { accountId: account.accountId, channelApplicationId: smsId, channelType: 'SMS' as const, name: null, text: 'Hi' };
  await hot('known customer writes', () =>
    receiveFromProvider(deps, { ...incoming, providerMessageId: messageId(), address: '+35970000300' }),
  );
  await hot('learns how a customer is shown', () =>
    learnProfile(deps, { ...incoming, address: '+35970000300', name: `Vera ${messageId()}`, picture: messageId() }),
  );
  await hot('claims pictures', () => claimPictures(deps, new Map(), 8), CLAIM);
  await hot('new customer writes', () =>
    receiveFromProvider(deps, { ...incoming, providerMessageId: messageId(), address: `+1${Date.now()}` }),
  );
  const [attempt] = (
    await plans.superuser.query(`select event_id from attempts where state = 'DELIVERED' and account_id = $1 limit 1`, [account.accountId])
  ).rows;
  await hot('provider reports', () =>
    applyProviderStatus(deps, {
      accountId: account.accountId,
      channelApplicationId: smsId,
      providerMessageId: `provider-${attempt.event_id}`,
      status: 'SEEN',
      reason: null,
    }),
  );
  await routingOf(asking(), busy);
}

describe.each([['plans made for each call'], ['plans made once for all']])('%s, on a large database', (kind) => {
  beforeAll(async () => {
    if (kind === 'plans made for each call') return;
    // Most statements that the product itself sends are planned for their values each time; the prepared ones, those inside functions,
    // and the checks of foreign keys are planned once for a session, perhaps while the tables are empty.
    const { rows } = await plans.superuser.query<{ prosrc: string }>(
      `select prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const bodies = rows.map(({ prosrc }) => prosrc);
    judged = (query) =>
      prepared.has(query) ||
      query.includes('FROM ONLY') ||
      bodies.some((body) => body.includes(query.trim().replace(/^return query\s+/i, '')));
    const name = new URL(app.database.ownerUrl).pathname.slice(1);
    await plans.superuser.query(`alter role parley_app in database "${name}" set plan_cache_mode = force_generic_plan`);
    const { rows: ended } = await plans.superuser.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'parley_app' and datname = $1`,
      [name],
    );
    expect(ended.length).toBeGreaterThan(0);
    // Until the pool has heard of it, it would hand them out once more.
    await new Promise((resolve) => setTimeout(resolve, 500));
  });

  it.each([
    ['an agent to whom nearly every room is open', () => screenOf('busy', busy)],
    ['an agent to whom few rooms are open', () => screenOf('quiet', quiet)],
    ['a supervisor', () => screenOf('supervisor', supervisor)],
    ['a long room', () => roomOf(busy)],
    ['work in a room', () => workOf(busy, kind === 'plans made for each call' ? [9320, 9440] : [9400, 9480])],
    ['people and visitors', async () => [await peopleOf(busy), await visitorsOf(asking(), { call, asVisitor })]],
    ['files, groups and notices', () => restOf(asking(), busy)],
    ['views', async () => [await viewsOf(asking(), busy), await viewsOf(asking(), supervisor)]],
    ['administration', () => administrationOf(asking(), busy)],
    ['workers', workers],
  ])('%s: no statement reads or holds more than it needs', async (_who, act) => {
    found.length = 0;
    await act();
    expect(found).toEqual([]);
  });
});

it('has looked at the statements of every route and frame of the contract that is not seldom', () => {
  expect(unasked()).toEqual([]);
  expect(seldomAndGone()).toEqual([]);
});
