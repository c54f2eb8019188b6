import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ErrorBody,
  UPLOAD_LIMIT,
  VISITOR_SECRET_HEADER,
  VisitorHistory,
  type VisitorReceives,
  VisitorSession,
  VisitorTicket,
} from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { givenFiles } from '../../../test/files.ts';
import { givenAccount, messageId, type TestAccount } from '../../../test/people.ts';
import { type Actor, mountCalls } from '../../accounts/index.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { newId } from '../../platform/clock.ts';
import { createHttp, type Http } from '../../platform/http.ts';
import { createHub } from '../../platform/hub.ts';
import { openLog } from '../../platform/log.ts';
import { deriveKey } from '../../platform/secret.ts';
import { type Sockets, serveSockets } from '../../platform/sockets.ts';
import { createTickets } from '../../realtime/index.ts';
import { openRooms, type RoomsDeps, roomFrames } from '../../rooms/index.ts';
import { placeInLine, routeByDefaultQueue } from '../../routing/index.ts';
import { type Livechat, openLivechat, visitorPushes } from './index.ts';

const SECRET = 'a'.repeat(64);
const SHOP = 'https://shop.example';

let database: TestDatabase;
let http: Http;
let sockets: Sockets;
let livechat: Livechat;
let rooms: RoomsDeps;
let origin: string;
let account: TestAccount;
let elena: Actor;
const folder = mkdtempSync(join(tmpdir(), 'parley-widget-'));

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'widget.js'), '(()=>{})()');
  writeFileSync(
    join(folder, 'chat.html'),
    '<html lang="en"><script type="application/json" id="chat-page">"chat-page-data"</script>chat-foot',
  );
  writeFileSync(join(folder, 'assets/chat.js'), 'export {}');
  database = await freshDatabase();
  const { db } = database;
  const log = openLog('silent');
  const bus = createLocalBus();
  const hub = createHub(bus);
  rooms = openRooms({ db, hub, log, files: givenFiles(db), customers: visitorPushes({ db, hub, log }) });
  routeByDefaultQueue(db, bus);
  http = createHttp(log);
  sockets = serveSockets(http.server, log, { perNetwork: 5000, perClient: 50, trustedProxies: [] });
  livechat = openLivechat({
    rooms,
    log,
    widgetFolder: folder,
    tickets: createTickets(db, deriveKey(SECRET, 'realtime:ticket')),
    secretKey: deriveKey(SECRET, 'visitor:secret'),
    keys: deriveKey(SECRET, 'accounts:keys'),
    originAllowed: (from) => from === origin,
    mail: null,
    isAnybodyThere: () => Promise.resolve(true),
    opensAt: () => Promise.resolve(null),
    placeInLine: (accountId, channelId) => placeInLine(database.db.reader(accountId), channelId),
  });
  sockets.register('widget', livechat.app);
  const nobody = () => Promise.reject(new Error('no agent calls in this test'));
  mountCalls(http, { visitor: livechat.calls }, { actor: nobody, allowed: () => false, visitor: livechat.visitor }, { proved: true });
  livechat.mount(http);
  await http.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  livechat.stop();
  sockets.close();
  await http.close();
  await rooms.lanes.drained();
  await database.drop();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  account = await givenAccount(database.db);
  elena = await account.agent('Elena');
});

async function call(method: string, path: string, secret: string | null, body?: unknown) {
  const answer = await fetch(`${origin}/api/visitor/${path}`, {
    method,
    headers: {
      ...(secret ? { [VISITOR_SECRET_HEADER]: secret } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said: unknown = await answer.json();
  return { status: answer.status, body: said };
}

const refusal = async (answer: ReturnType<typeof call>) => ErrorBody.parse((await answer).body).message;

async function newSession(widgetId = account.widgetId): Promise<string> {
  const { status, body } = await call('POST', 'sessions', null, { widgetId });
  expect(status).toBe(200);
  return VisitorSession.parse(body).secret;
}

const say = (secret: string, text: string, clientMessageId = messageId()) => call('POST', 'messages', secret, { clientMessageId, text });
const history = async (secret: string, query = ''): Promise<VisitorHistory> =>
  VisitorHistory.parse((await call('GET', `history${query}`, secret)).body);

interface Tab {
  frames: VisitorReceives[];
  send(type: string, payload: unknown, id?: string): void;
  /** The first frame that fits, now or later. */
  frame(fits: (frame: VisitorReceives) => boolean): Promise<VisitorReceives>;
  closed: Promise<number>;
  close(): void;
}

async function openTab(secret: string): Promise<Tab> {
  const { body } = await call('POST', 'tickets', secret);
  const ws = new WebSocket(
    `${origin.replace('http', 'ws')}/api/ws?app=widget&v=2&token=${encodeURIComponent(VisitorTicket.parse(body).ticket)}`,
    { origin },
  );
  const frames: VisitorReceives[] = [];
  const waiting = new Set<() => void>();
  ws.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    for (const look of waiting) look();
  });
  const closed = once(ws, 'close').then(([code]) => code as number);
  await once(ws, 'open');
  const tab: Tab = {
    frames,
    send: (type, payload, id = messageId()) => ws.send(JSON.stringify({ type, id, payload })),
    frame: (fits) =>
      new Promise((found) => {
        const look = () => {
          const frame = frames.find(fits);
          if (!frame) return;
          waiting.delete(look);
          found(frame);
        };
        waiting.add(look);
        look();
      }),
    closed,
    close: () => ws.close(),
  };
  // Answered only once the socket has joined its channel.
  tab.send('Ping', {});
  await tab.frame(({ type }) => type === 'Pong');
  return tab;
}

async function roomOf(secret: string) {
  const id = (await history(secret)).content[0]?.id ?? '';
  const event = await database.db.reader(account.accountId).selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { roomId: event.room_id, channelId: event.contact_channel_id as string, conversationId: event.conversation_id as string };
}

/** What the agent's page does, by the same handlers that its socket calls. */
const agentDoes = (type: string, payload: unknown, actor = elena) => {
  const handler = (roomFrames(rooms) as Record<string, (client: unknown, payload: unknown) => Promise<unknown>>)[type];
  if (!handler) throw new Error(`no handler for ${type}`);
  return handler(
    { actor, socket: { write: () => {}, close: () => {} }, signedInUntil: Number.POSITIVE_INFINITY, sessionId: null, isGone: false },
    payload,
  );
};
const takes = ({ roomId, conversationId }: { roomId: string; conversationId: string }) =>
  agentDoes('Assign', { roomId, conversationId, userId: elena.userId, expectedUserId: null });

const rowsOf = async (table: 'contacts' | 'contact_channels' | 'rooms') => {
  const { rows } = await sql<{ n: number }>`select count(*)::int n from ${sql.table(table)}`.execute(database.db.reader(account.accountId));
  return rows[0]?.n;
};

describe('a visitor', () => {
  it('is nobody until the first message, and one contact in one room after it', async () => {
    const secret = await newSession();
    expect(await history(secret)).toMatchObject({
      content: [],
      last: true,
      conversation: { state: 'NONE', agentName: null },
      lastChannelSeq: 0,
    });
    expect(await rowsOf('contacts')).toBe(0);
    const sent = await Promise.all([say(secret, 'One'), say(secret, 'Two'), say(secret, 'Three')]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await rowsOf('contacts'), await rowsOf('contact_channels'), await rowsOf('rooms')]).toEqual([1, 1, 1]);
    const { content, conversation, lastChannelSeq } = await history(secret);
    expect(content.map(({ channelSeq }) => channelSeq)).toEqual([1, 2, 3]);
    expect(content.map(({ text }) => text).toSorted()).toEqual(['One', 'Three', 'Two']);
    expect([conversation.state, lastChannelSeq]).toEqual(['WAITING', 3]);
  });

  it('has a message stored once however often and by whichever way it is sent', async () => {
    const secret = await newSession();
    const id = messageId();
    const first = await say(secret, 'Hello', id);
    const tab = await openTab(secret);
    tab.send('Text', { clientMessageId: id, text: 'Hello' }, 'again');
    const ack = await tab.frame(({ id: answers }) => answers === 'again');
    expect(ack).toEqual({ type: 'Ack', id: 'again', payload: { answer: first.body } });
    expect((await history(secret)).content).toHaveLength(1);
    tab.close();
  });

  it('has what it sends back to back stored in the order in which it was sent, by whichever way', async () => {
    const secret = await newSession();
    const tab = await openTab(secret);
    const texts = Array.from({ length: 30 }, (_, at) => `Line ${at}`);
    for (const [at, text] of texts.entries()) tab.send('Text', { clientMessageId: messageId(), text }, `line-${at}`);
    await say(secret, 'And by REST');
    await tab.frame(({ id }) => id === 'line-29');
    expect((await history(secret)).content.map(({ text }) => text)).toEqual([...texts, 'And by REST'].slice(-30));
    tab.close();
  });

  it('loses nothing when the database’s connections break under a message', async () => {
    const secret = await newSession();
    const tab = await openTab(secret);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    const peer = new pg.Client({ connectionString: database.appUrl });
    await Promise.all([owner.connect(), peer.connect()]);
    try {
      // The message stops at its first look at the session; then the connection that carries it is cut.
      await owner.query('begin; lock table visitor_sessions in access exclusive mode');
      tab.send('Text', { clientMessageId: messageId(), text: 'Through a broken line' }, 'through');
      const cut = async () =>
        (
          await peer.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`)
        ).rowCount;
      await expect.poll(cut).toBeGreaterThan(0);
      await owner.query('rollback');
      const answer = await tab.frame(({ id }) => id === 'through');
      expect(answer).toMatchObject({ type: 'Ack', payload: { answer: { channelSeq: 1 } } });
      expect((await history(secret)).content.map(({ text }) => text)).toEqual(['Through a broken line']);
    } finally {
      await Promise.all([owner.end(), peer.end()]);
      tab.close();
    }
  });

  it('talks with an agent in all tabs, by given name, with typing, ticks and the end', async () => {
    const secret = await newSession();
    const [one, two] = [await openTab(secret), await openTab(secret)];
    one.send('Text', { clientMessageId: messageId(), text: 'Which bulb fits?' });
    const mine = await two.frame(({ type }) => type === 'Text');
    expect(mine).toMatchObject({
      payload: { event: { channelSeq: 1, from: 'VISITOR', name: null, text: 'Which bulb fits?', status: 'SENT' } },
    });
    await one.frame((frame) => frame.type === 'ConversationState' && frame.payload.state === 'WAITING');
    const room = await roomOf(secret);
    await takes(room);
    const assigned = await one.frame((frame) => frame.type === 'ConversationState' && frame.payload.state === 'ASSIGNED');
    expect(assigned.payload).toEqual({ state: 'ASSIGNED', agentName: 'Elena' });

    await agentDoes('Typing', { roomId: room.roomId, channelId: room.channelId });
    expect((await two.frame(({ type }) => type === 'Typing')).payload).toEqual({ name: 'Elena' });
    await agentDoes('Text', { clientMessageId: messageId(), ...room, text: 'An E27 bulb.' });
    const theirs = await two.frame((frame) => frame.type === 'Text' && frame.payload.event.from === 'AGENT');
    expect(theirs).toMatchObject({ payload: { event: { channelSeq: 2, name: 'Elena', clientMessageId: null, status: 'SENT' } } });
    two.send('Delivered', { channelSeq: 2 });
    await one.frame((frame) => frame.type === 'MessageStatus' && frame.payload.status === 'DELIVERED' && frame.payload.from === 'AGENT');
    two.send('Seen', { channelSeq: 2 });
    await one.frame((frame) => frame.type === 'MessageStatus' && frame.payload.status === 'SEEN' && frame.payload.from === 'AGENT');

    const seen = (await history(secret)).content[0];
    await agentDoes('Seen', { clientStatus: 'SEEN', roomId: room.roomId, roomEventId: seen?.id });
    const read = await one.frame((frame) => frame.type === 'MessageStatus' && frame.payload.from === 'VISITOR');
    expect(read.payload).toEqual({ from: 'VISITOR', channelSeq: 1, status: 'SEEN' });
    expect((await history(secret)).content.map(({ status, name }) => [status, name])).toEqual([
      ['SEEN', null],
      ['SEEN', 'Elena'],
    ]);

    await agentDoes('Resolve', room);
    await two.frame((frame) => frame.type === 'ConversationState' && frame.payload.state === 'RESOLVED');
    await say(secret, 'One more thing');
    const again = await roomOf(secret);
    expect(again.roomId).toBe(room.roomId);
    expect((await history(secret)).conversation.state).toBe('WAITING');
    one.close();
    two.close();
  });

  it('sees only their own channel and session: no note, no other channel, no other visitor', async () => {
    const secret = await newSession();
    const tab = await openTab(secret);
    await say(secret, 'Mine');
    const room = await roomOf(secret);
    await takes(room);
    const hidden = 'the customer disputes the bill';
    await agentDoes('Note', { clientMessageId: messageId(), roomId: room.roomId, text: hidden });
    // A second live-chat channel of the same contact, as a later session or a merge would leave it.
    const other = await newSession();
    await say(other, 'Written in another session');
    const otherRoom = await roomOf(other);
    await takes(otherRoom);
    await database.db.inAccount(account.accountId, async (tx) => {
      const { contact_id } = await tx.selectFrom('rooms').select('contact_id').where('id', '=', room.roomId).executeTakeFirstOrThrow();
      await tx
        .updateTable('contact_channels')
        .set({ contact_id: contact_id as string, room_id: room.roomId })
        .where('id', '=', otherRoom.channelId)
        .execute();
    });
    await agentDoes('Text', { clientMessageId: messageId(), roomId: room.roomId, channelId: room.channelId, text: 'To you' });
    await tab.frame((frame) => frame.type === 'Text' && frame.payload.event.text === 'To you');
    const stranger = await newSession();
    const { content } = await history(secret);
    expect(content.map(({ channelSeq, text }) => [channelSeq, text])).toEqual([
      [1, 'Mine'],
      [2, 'To you'],
    ]);
    expect((await history(other)).content.map(({ text }) => text)).toEqual(['Written in another session']);
    expect((await history(stranger)).content).toEqual([]);
    const told = JSON.stringify([tab.frames, content]);
    expect(told).not.toContain(hidden);
    expect(told).not.toContain('another session');
    for (const secretName of ['roomId', '"seq"', '"change"', 'Elena Test', room.roomId]) expect(told).not.toContain(secretName);
    tab.close();
  });

  it('reads back by pages of 30 without a gap', async () => {
    const secret = await newSession();
    for (let n = 1; n <= 65; n++) await say(secret, `Message ${n}`);
    const newest = await history(secret);
    const middle = await history(secret, `?before=${newest.content[0]?.channelSeq}`);
    const oldest = await history(secret, `?before=${middle.content[0]?.channelSeq}`);
    const all = [...oldest.content, ...middle.content, ...newest.content];
    expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 65 }, (_, at) => `Message ${at + 1}`));
    expect([newest.last, middle.last, oldest.last]).toEqual([false, false, true]);
  });
});

describe('a session', () => {
  const age = (secret: string, minutes: number) =>
    database.db.inAccount(account.accountId, async (tx) => {
      const { channelId } = await roomOf(secret);
      await sql`update visitor_sessions set last_activity_at = last_activity_at - make_interval(mins => ${minutes}) where id = ${channelId}::uuid`.execute(
        tx,
      );
      await sql`update events set created_at = created_at - make_interval(mins => ${minutes}) where contact_channel_id = ${channelId}::uuid`.execute(
        tx,
      );
      await sql`update conversations set resolved_at = resolved_at - make_interval(mins => ${minutes}) where resolved_at is not null`.execute(
        tx,
      );
    });
  const setWidget = (values: { session_minutes?: number; reset_after_minutes?: number }) =>
    database.db.reader(account.accountId).updateTable('widgets').set(values).where('id', '=', account.widgetId).execute();

  it('ends by its duration since the last activity, is told in open tabs, and leads to a new contact', async () => {
    await setWidget({ session_minutes: 60 });
    const secret = await newSession();
    await say(secret, 'Hello');
    const tab = await openTab(secret);
    await age(secret, 59);
    await livechat.recheck();
    expect((await history(secret)).content).toHaveLength(1);
    await age(secret, 2);
    await livechat.recheck();
    await tab.frame(({ type }) => type === 'SessionEnded');
    expect(await tab.closed).toBe(4404);
    for (const answer of [await say(secret, 'Too late'), await call('GET', 'history', secret), await call('POST', 'tickets', secret)])
      expect(answer).toMatchObject({ status: 401, body: { message: 'VISITOR_SESSION_ENDED' } });
    await say(await newSession(), 'Hello again');
    expect(await rowsOf('contacts')).toBe(2);
  });

  it('ends some time after the conversation was resolved, unless the visitor wrote again', async () => {
    await setWidget({ reset_after_minutes: 10 });
    const [quiet, talking] = [await newSession(), await newSession()];
    for (const secret of [quiet, talking]) {
      await say(secret, 'Hello');
      const room = await roomOf(secret);
      await takes(room);
      await agentDoes('Resolve', room);
    }
    await say(talking, 'And another question');
    await age(quiet, 11);
    expect((await call('GET', 'history', quiet)).status).toBe(401);
    expect((await call('GET', 'history', talking)).status).toBe(200);
  });

  it('answers no secret, a wrong one and a foreign ticket with refusals', async () => {
    expect(await refusal(call('GET', 'history', null))).toBe('ERROR_UNAUTHENTICATED');
    expect(await refusal(call('GET', 'history', 'x'.repeat(43)))).toBe('VISITOR_SESSION_ENDED');
    expect(await refusal(call('POST', 'sessions', null, { widgetId: account.accountId }))).toBe('WIDGET_NOT_FOUND');
    const ws = new WebSocket(`${origin.replace('http', 'ws')}/api/ws?app=widget&v=2&token=made-up`, { origin });
    expect((await once(ws, 'close'))[0]).toBe(4401);
    const stranger = new WebSocket(`${origin.replace('http', 'ws')}/api/ws?app=widget&v=2&token=made-up`, { origin: SHOP });
    await expect(once(stranger, 'open')).rejects.toThrow('403');
  });

  it('refuses what is no message, naming the field', async () => {
    const secret = await newSession();
    for (const text of ['', '   ', '\u200b', '\u2060 \u200d\n\u3164', 'a\u0000b', 'x'.repeat(4001)]) {
      const { status, body } = await say(secret, text);
      expect([status, ErrorBody.parse(body).errors[0]?.params.field]).toEqual([400, 'body.text']);
    }
    expect(await rowsOf('contacts')).toBe(0);
    await say(secret, 'A lone \ud800 surrogate');
    expect((await history(secret)).content[0]?.text).toBe('A lone \ufffd surrogate');
  });
});

it('asks the database nothing more for a network that guesses, by any way, and goes on serving the others', async () => {
  const ask = async (path: string, address: string, secret = '') =>
    (await fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': address, [VISITOR_SECRET_HEADER]: secret } })).status;
  const secret = await newSession();
  const guesses: number[] = [];
  // A slow machine gives some of them back meanwhile.
  for (let n = 0; n < 400 && guesses.at(-1) !== 429; n++) {
    guesses.push(await ask('/api/visitor/history', '2001:db8:1:2::1', messageId()));
    guesses.push(await ask(`/api/visitor/widgets/${newId()}`, '2001:db8:1:2::2'));
    guesses.push(await ask(`/chat/${newId()}`, '2001:db8:1:2::3'));
  }
  expect(guesses.slice(0, 300).every((status) => status === 401 || status === 404)).toBe(true);
  expect(guesses.at(-1)).toBe(429);
  // Somebody who is known is refused with their network, until as much has come back as was guessed.
  let refused = 0;
  for (let n = 0; n < 50 && refused !== 429; n++) {
    await ask('/api/visitor/history', '2001:db8:1:2::1', messageId());
    refused = await ask('/api/visitor/history', '2001:db8:1:2::4', secret);
  }
  expect(refused).toBe(429);
  expect(await ask('/api/visitor/history', '2001:db8:1:3::1', secret)).toBe(200);
  expect(await ask('/api/visitor/history', '203.0.113.7', secret)).toBe(200);
});

describe('the pages of a widget', () => {
  const allow = (sites: string[]) =>
    database.db.reader(account.accountId).updateTable('widgets').set({ allowed_sites: sites }).where('id', '=', account.widgetId).execute();

  it('lets only the allowed sites hold the chat, and says so to the frame', async () => {
    const policyOf = async () => (await fetch(`${origin}/chat/${account.widgetId}`)).headers.get('content-security-policy');
    expect(await policyOf()).toContain("frame-ancestors 'none'");
    await allow([SHOP, 'http://localhost:8081', "https://x.example; script-src 'unsafe-inline'"]);
    expect(await policyOf()).toMatch(/frame-ancestors https:\/\/shop\.example http:\/\/localhost:8081$/);
    expect(await policyOf()).not.toContain('unsafe');
    const page = await (await fetch(`${origin}/chat/${account.widgetId}`)).text();
    const told = JSON.parse(/json" id="chat-page">(.*)<\/script>/.exec(page)?.[1] ?? '');
    expect(told.allowedSites).toEqual([SHOP, 'http://localhost:8081']);
    expect(told.uploadLimits.uploadLimit).toBe(UPLOAD_LIMIT);
  });

  it('cannot be broken out of by what an admin wrote', async () => {
    await database.db
      .reader(account.accountId)
      .updateTable('widgets')
      .set({ header_text: '</script><script>alert(1)</script>', welcome_message: "$& $' \\u2028" })
      .where('id', '=', account.widgetId)
      .execute();
    const page = await (await fetch(`${origin}/chat/${account.widgetId}`)).text();
    expect(page.match(/<\/?script/g)).toHaveLength(2);
    const data = JSON.parse(/json" id="chat-page">(.*)<\/script>/.exec(page)?.[1] ?? '');
    expect(data.widget.headerText).toBe('</script><script>alert(1)</script>');
    expect(data.widget.welcomeMessage).toBe("$& $' \\u2028");
    expect(page).toMatch(/<\/script>$/);
  });

  it('has the link to the privacy policy at its foot, also where nothing is asked', async () => {
    const widget = database.db.reader(account.accountId).updateTable('widgets').where('id', '=', account.widgetId);
    await widget.set({ privacy_url: 'https://shop.example/privacy?a="b"&c', language: 'bg' }).execute();
    const page = await (await fetch(`${origin}/chat/${account.widgetId}`)).text();
    expect(page).toContain('<html lang="bg">');
    expect(page).toMatch(/<a href="https:\/\/shop\.example\/privacy\?a=&quot;b&quot;&amp;c" target="_blank" rel="noreferrer">Политика/);
    await widget.set({ privacy_url: '', language: 'en' }).execute();
  });

  it('comes compressed to who can take that, and plain to who cannot', async () => {
    const asked = async (encoding: string) => {
      const answer = await fetch(`${origin}/chat/${account.widgetId}`, { headers: { 'accept-encoding': encoding } });
      return [answer.headers.get('content-encoding'), answer.headers.get('vary'), await answer.text()];
    };
    const [packed, plain] = [await asked('gzip, br'), await asked('identity')];
    expect(packed.slice(0, 2)).toEqual(['gzip', 'accept-encoding']);
    expect(plain.slice(0, 2)).toEqual([null, 'accept-encoding']);
    expect(packed[2]).toBe(plain[2]);
  });

  it('opens the appearance to any site, also where there is none', async () => {
    const answer = await fetch(`${origin}/api/visitor/widgets/${account.widgetId}`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({ id: account.widgetId, primaryColor: '#6d3fc4' });
    const none = await fetch(`${origin}/api/visitor/widgets/${account.accountId}`);
    expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect((await fetch(`${origin}/chat/${account.accountId}`)).status).toBe(404);
    expect((await fetch(`${origin}/chat/nonsense`)).status).toBe(404);
  });

  it('serves the loader to any site, compressed, and once per release', async () => {
    const first = await fetch(`${origin}/widget.js`);
    expect(await first.text()).toBe('(()=>{})()');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const again = await fetch(`${origin}/widget.js`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    const asset = await fetch(`${origin}/chat/assets/chat.js`);
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await fetch(`${origin}/chat/assets/..%2fwidget.js`)).status).toBe(404);
  });
});
