import { once } from 'node:events';
import { agentSends, CloseCode, VISITOR_SECRET_HEADER, type VisitorReceives, visitorSends } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { nobodysBeside, placesOfIds, withIdAt } from '../test/access/ids.ts';
import { AgentConnection, startApp, type TestApp } from '../test/app.ts';
import { givenAccount, messageId, type TestAccount } from '../test/people.ts';
import { plainPicture } from '../test/pictures.ts';
import { givePassword, SignInBrowser } from '../test/sign-in.ts';
import { newId } from './platform/clock.ts';

type FrameKind = keyof typeof visitorSends;
const kinds = Object.keys(visitorSends) as FrameKind[];
/** What answers a frame that works; null: nothing does. */
const ANSWERS: Record<FrameKind, VisitorReceives['type'] | null> = {
  Text: 'Ack',
  Image: 'Ack',
  File: 'Ack',
  Typing: null,
  Delivered: 'Ack',
  Seen: 'Ack',
  Page: 'Ack',
  Ping: 'Pong',
  Pong: null,
};

let app: TestApp;
let account: TestAccount;
let foreign: TestAccount;
let agentToken: string;

beforeAll(async () => {
  app = await startApp();
  account = await givenAccount(app.database.db, 'Lumen');
  foreign = await givenAccount(app.database.db, 'Orion');
  const elena = await account.agent('Elena');
  const password = `made-up-${newId()}`;
  await givePassword(app.database.db, account.accountId, elena.userId, password);
  const row = await app.database.db
    .reader(account.accountId)
    .selectFrom('users')
    .select('email')
    .where('id', '=', elena.userId)
    .executeTakeFirstOrThrow();
  agentToken = (await new SignInBrowser(app.origin).signIn(row.email, password)).access_token;
}, 60_000);
afterAll(() => app.close());

let networks = 0;
async function call<T>(path: string, secret: string | null, body?: unknown): Promise<T> {
  const json = body !== undefined && !(body instanceof Buffer);
  const answer = await fetch(`${app.origin}/api/visitor/${path}`, {
    method: 'POST',
    headers: {
      // Each starts from a network of their own: how many may start from one is limited, and not what is tried here.
      ...(secret === null ? { 'x-forwarded-for': `192.0.2.${++networks}` } : { [VISITOR_SECRET_HEADER]: secret }),
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : new Uint8Array(body as Buffer) }),
  });
  return (await answer.json()) as T;
}
const startSession = async ({ widgetId }: TestAccount) => (await call<{ secret: string }>('sessions', null, { widgetId })).secret;
const ticketOf = async (secret: string) => (await call<{ ticket: string }>('tickets', secret)).ticket;
const uploaded = async (secret: string) =>
  (await call<{ fileId: string }>('files?name=a.png', secret, await plainPicture(4, 4).png().toBuffer())).fileId;

interface Tab {
  frames: VisitorReceives[];
  closed: Promise<number>;
  ask(type: string, payload: unknown): Promise<VisitorReceives>;
  tell(type: string, payload: unknown): void;
  close(): void;
}
function connect(appName: string, ticket: string): { ws: WebSocket; closed: Promise<number> } {
  const url = `${app.origin.replace('http', 'ws')}/api/ws?app=${appName}&v=2&token=${encodeURIComponent(ticket)}`;
  const ws = new WebSocket(url, { origin: app.origin });
  return { ws, closed: once(ws, 'close').then(([code]) => code as number) };
}
async function openTab(secret: string): Promise<Tab> {
  const { ws, closed } = connect('widget', await ticketOf(secret));
  const frames: VisitorReceives[] = [];
  const asked = new Map<string, (frame: VisitorReceives) => void>();
  let ids = 0;
  ws.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as VisitorReceives;
    frames.push(frame);
    asked.get(frame.id)?.(frame);
  });
  await once(ws, 'open');
  const send = (type: string, payload: unknown, id: string) => ws.send(JSON.stringify({ type, id, payload }));
  return {
    frames,
    closed,
    tell: (type, payload) => send(type, payload, ''),
    ask(type, payload) {
      const id = `ask-${++ids}`;
      return new Promise((answered) => {
        asked.set(id, answered);
        send(type, payload, id);
      });
    },
    close: () => ws.close(),
  };
}

/** A payload per frame that fits the contract; the file is this session's own upload. */
const payloads = (fileId: string): Record<FrameKind, unknown> => ({
  Text: { clientMessageId: messageId(), text: 'Hello' },
  Image: { clientMessageId: messageId(), fileId, text: null },
  File: { clientMessageId: messageId(), fileId, text: null },
  Typing: {},
  Delivered: { channelSeq: 1 },
  Seen: { channelSeq: 1 },
  Page: { title: 'Lamps', address: 'https://shop.example/lamps', values: { basket: '3' } },
  Ping: {},
  Pong: {},
});
const messageOf = ({ payload }: VisitorReceives) => (payload as { message?: string }).message;

/** Somebody of this account's site who has written, in an open tab. */
async function givenTab(of: TestAccount): Promise<{ secret: string; tab: Tab }> {
  const secret = await startSession(of);
  const tab = await openTab(secret);
  expect((await tab.ask('Text', payloads('').Text)).type).toBe('Ack');
  return { secret, tab };
}

/** Ends the session that was started last. */
const endNewest = () =>
  app.database.db.inAccount(account.accountId, (tx) =>
    tx
      .updateTable('visitor_sessions')
      .set({ ended_at: sql<string>`clock_timestamp()` })
      .where('id', '=', tx.selectFrom('visitor_sessions').select('id').orderBy('created_at', 'desc').limit(1))
      .execute(),
  );

describe.each(kinds)('the visitor’s frame %s', (kind) => {
  it('works for who has a session, before the first message and after it', async () => {
    for (const secret of [await startSession(account), (await givenTab(account)).secret]) {
      const tab = await openTab(secret);
      const payload = payloads(await uploaded(secret))[kind];
      if (ANSWERS[kind] === null) {
        tab.tell(kind, payload);
        await tab.ask('Ping', {});
        expect(tab.frames.map(({ type }) => type)).toEqual(['Pong']);
      } else expect((await tab.ask(kind, payload)).type).toBe(ANSWERS[kind]);
      tab.close();
    }
  });

  it('that does not fit is answered by VALIDATION naming a field', async () => {
    const { tab } = await givenTab(account);
    for (const payload of [null, 7, [], { channelSeq: 'x', text: 7, fileId: 'x' }]) {
      const isEmpty =
        ['Typing', 'Ping', 'Pong'].includes(kind) && typeof payload === 'object' && payload !== null && !Array.isArray(payload);
      if (isEmpty) continue;
      const answer = await tab.ask(kind, payload);
      expect([answer.type, messageOf(answer)]).toEqual(['VALIDATION', 'ERROR_VALIDATION']);
      expect(JSON.stringify(answer.payload)).toMatch(/"field":"\w/);
    }
    tab.close();
  });

  const places = placesOfIds(visitorSends[kind]);
  if (places.length > 0)
    it.each(places)('tells nothing of others’ by its id: %s', async (place) => {
      const { secret, tab } = await givenTab(account);
      const others = [await uploaded((await givenTab(account)).secret), await uploaded((await givenTab(foreign)).secret)];
      const own = payloads(await uploaded(secret))[kind];
      const answerTo = async (id: string) => {
        const payload = withIdAt(own, place, id);
        expect(payload, 'an example with an id there').not.toBeNull();
        const { type, payload: answer } = await tab.ask(kind, payload);
        return { type, answer: JSON.stringify(answer).replaceAll(id, 'it') };
      };
      for (const id of others) {
        const answer = await answerTo(id);
        expect(answer).toEqual(await answerTo(nobodysBeside(id)));
        expect(answer).toMatchObject({ type: 'INVALID_REQUEST', answer: expect.stringContaining('FILE_NOT_FOUND') });
      }
      tab.close();
    });

  it('is never heard of by another visitor', async () => {
    const [one, same, other] = [await givenTab(account), await givenTab(account), await givenTab(foreign)];
    const payload = payloads(await uploaded(one.secret))[kind];
    for (const { tab } of [same, other]) tab.frames.length = 0;
    one.tab.tell(kind, payload);
    await one.tab.ask('Ping', {});
    for (const { tab } of [same, other]) {
      await tab.ask('Ping', {});
      const heard = tab.frames.filter(({ type }) => type !== 'Pong' && type !== 'ConversationState');
      // Of its own first message it may hear only now.
      expect(heard.filter((frame) => !(frame.type === 'Text' && frame.payload.event.channelSeq === 1))).toEqual([]);
    }
    for (const { tab } of [one, same, other]) tab.close();
  });
});

describe('visitors’ messages', () => {
  it.each(['Text', 'Image', 'File'] as const)('%s of a session that is over is refused as over', async (kind) => {
    const secret = await startSession(account);
    const tab = await openTab(secret);
    const payload = payloads(await uploaded(secret))[kind];
    await endNewest();
    // By the answer, or by the end of the socket where the look at its session came first.
    const told = await Promise.race([tab.ask(kind, payload).then(messageOf), tab.closed]);
    expect(['VISITOR_SESSION_ENDED', CloseCode.SESSION_ENDED]).toContain(told);
    tab.close();
  });
});

describe('the visitors’ socket', () => {
  it.each([...Object.keys(agentSends).filter((kind) => !(kind in visitorSends)), 'Teleport', 'constructor', '__proto__', ''])(
    'knows no frame %s, whoever may send it elsewhere',
    async (kind) => {
      const { tab } = await givenTab(account);
      expect((await tab.ask(kind, {})).type).toBe('VALIDATION');
      tab.close();
    },
  );

  it('opens by a visitor’s ticket alone, once, and theirs opens no other', async () => {
    const secret = await startSession(account);
    const agents = await fetch(`${app.origin}/api/realtime/tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentToken}` },
    });
    const { ticket: ofAgent } = (await agents.json()) as { ticket: string };
    const used = await ticketOf(secret);
    const first = connect('widget', used);
    await once(first.ws, 'open');
    first.ws.send(JSON.stringify({ type: 'Ping', id: 'p', payload: {} }));
    await once(first.ws, 'message');
    for (const [name, ticket] of [
      ['widget', ofAgent],
      ['agent-web', await ticketOf(secret)],
      ['widget', used],
      ['widget', 'made-up'],
      ['widget', ''],
    ] as const)
      expect([name, await connect(name, ticket).closed]).toEqual([name, 4401]);
    first.ws.close();
  });

  it('says to an agent’s socket nothing that only visitors hear', async () => {
    const agent = await AgentConnection.open(app.origin, agentToken);
    const { tab } = await givenTab(account);
    await agent.ask('Ping', {});
    const text = JSON.stringify(agent.frames);
    expect(text).not.toContain('"channelSeq"');
    agent.close();
    tab.close();
  });
});
