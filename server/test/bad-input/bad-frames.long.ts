import { agentSends, visitorSends } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newId } from '../../src/platform/clock.ts';
import { AgentConnection, startApp, type TestApp } from '../app.ts';
import type { TestAccount } from '../people.ts';
import { almost, type Known, nasty, payloadOf } from './almost.ts';
import { givenBadInputWorld } from './world.ts';

let app: TestApp;
let account: TestAccount;
let token: string;
let secret: string;
let known: Known;

beforeAll(async () => {
  app = await startApp();
  ({ account, token, secret, known } = await givenBadInputWorld(app));
}, 120_000);
afterAll(() => app.close());

describe('bad input over the websocket', () => {
  it.each(Object.keys(agentSends))(
    '%s answers any payload, and the socket lives on',
    async (kind) => {
      const connection = await AgentConnection.open(app.origin, token);
      const field = fc.constantFrom(
        'roomId',
        'text',
        'clientMessageId',
        'conversationId',
        'userId',
        'roomEventId',
        'rooms',
        'channelId',
        'clientStatus',
        'token',
      );
      const schema = agentSends[kind as keyof typeof agentSends];
      const { roomId = [], eventId = [], userId = [], channelId = [] } = known;
      const people = ['Maria <maria@home.example>', 'maria@home.example'];
      const recipients = { from: people, to: people, cc: people, bcc: people };
      const there = { ...known, ...recipients, id: roomId, roomEventId: eventId, expectedUserId: userId, channelId, token: [token] };
      const shaped = (spoils: boolean) => almost(payloadOf(schema), { known: there, spoils });
      const isFit = (payload: unknown) => schema.safeParse(payload).success;
      const send = async (payload: unknown) => {
        const fits = isFit(payload);
        // Some that fit are not answered: what is asked next is, once they have been dealt with.
        const unanswered = (kind === 'Typing' || kind === 'Looking' || kind === 'Pong') && fits;
        if (unanswered) connection.tell(kind, payload);
        const answer = unanswered ? await connection.ask('Ping', {}) : await connection.ask(kind, payload);
        if (!fits) expect(answer.type).toBe('VALIDATION');
        // Beginning a conversation and adding a channel say by their own name that they could not.
        const said = ['VALIDATION', 'INVALID_REQUEST', 'Ack', 'Pong', 'RoomState', 'ConversationState', 'AddChannel'];
        expect(said).toContain(answer.type);
        if (answer.type === 'VALIDATION' || answer.type === 'INVALID_REQUEST')
          expect(answer.payload.message).not.toBe('ERROR_DEFAULT_MESSAGE');
      };
      // What two fields say of each other is in no shape: these are drawn until they fit, so that the handlers see them.
      await fc.assert(fc.asyncProperty(shaped(false).filter(isFit), send), { numRuns: 30 });
      const any = fc.oneof(shaped(false), shaped(true), fc.jsonValue({ maxDepth: 4 }), fc.dictionary(field, nasty));
      await fc.assert(fc.asyncProperty(any, send), { numRuns: 90 });
      expect((await connection.ask('Ping', {})).type).toBe('Pong');
      connection.close();
    },
    60_000,
  );

  async function visitorSocket(by = secret, network: Record<string, string> = {}): Promise<WebSocket> {
    const answer = await fetch(`${app.origin}/api/visitor/tickets`, { method: 'POST', headers: { 'x-visitor-secret': by } });
    const { ticket } = (await answer.json()) as { ticket: string };
    const ws = new WebSocket(`${app.origin.replace('http', 'ws')}/api/ws?app=widget&v=2&token=${encodeURIComponent(ticket)}`, {
      headers: { origin: app.origin, ...network },
    });
    await new Promise((resolve) => ws.once('open', resolve));
    return ws;
  }
  const heard = (ws: WebSocket) =>
    new Promise<{ type: string }>((resolve) => ws.once('message', (data) => resolve(JSON.parse(data.toString()))));
  const closed = (ws: WebSocket) => new Promise<number>((resolve) => ws.once('close', (code) => resolve(code)));

  it('a visitor’s frames are refused in the same way', async () => {
    const ws = await visitorSocket();
    for (const raw of ['', 'null', '[]', '{', '"Text"', '{"type":7}', JSON.stringify({ type: 'Text', id: 'x'.repeat(65), payload: {} })]) {
      const answer = heard(ws);
      ws.send(raw);
      expect((await answer).type).toBe('VALIDATION');
    }
    for (const type of Object.keys(visitorSends).filter((kind) => !['Ping', 'Pong', 'Typing'].includes(kind))) {
      const answer = heard(ws);
      ws.send(JSON.stringify({ type, id: '1', payload: { text: 7, channelSeq: -1 } }));
      expect((await answer).type).toBe('VALIDATION');
    }
    const binary = heard(ws);
    ws.send(Buffer.from([1, 2, 3]));
    expect((await binary).type).toBe('VALIDATION');
    ws.close();
  });

  it.each(Object.keys(visitorSends))(
    'a visitor’s %s answers any payload, and the socket lives on',
    async (kind) => {
      const ws = await visitorSocket();
      // Each frame is followed by a ping: whatever is answered before its pong is the answer.
      let asked = 0;
      const answersTo = (payload: unknown) =>
        new Promise<Array<{ type: string; payload: { message?: string } }>>((resolve, reject) => {
          const answers: Array<{ type: string; id: string; payload: { message?: string } }> = [];
          const id = `asked-${++asked}`;
          const end = (code: number) => reject(new Error(`closed with ${code}`));
          ws.once('close', end);
          const hear = (data: Buffer) => {
            const frame = JSON.parse(data.toString()) as (typeof answers)[number];
            if (frame.id === id) answers.push(frame);
            if (frame.id !== `${id}-after`) return;
            ws.off('message', hear).off('close', end);
            resolve(answers);
          };
          ws.on('message', hear);
          ws.send(JSON.stringify({ type: kind, id, payload }));
          setTimeout(() => ws.send(JSON.stringify({ type: 'Ping', id: `${id}-after`, payload: {} })), 40);
        });
      const field = fc.constantFrom('text', 'clientMessageId', 'channelSeq', 'fileId', 'roomId', 'accountId', 'sessionId', '__proto__');
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.dictionary(field, nasty)), async (payload) => {
          const answers = await answersTo(payload);
          const fits = visitorSends[kind as keyof typeof visitorSends].safeParse(payload).success;
          for (const answer of answers) {
            expect(['VALIDATION', 'INVALID_REQUEST', 'Ack', 'Pong']).toContain(answer.type);
            if (answer.type === 'VALIDATION' || answer.type === 'INVALID_REQUEST')
              expect(answer.payload.message).not.toBe('ERROR_DEFAULT_MESSAGE');
          }
          if (!fits) expect(answers.map(({ type }) => type)).toEqual(['VALIDATION']);
        }),
        { numRuns: 40 },
      );
      ws.close();
    },
    60_000,
  );

  it('many sessions of one network may not send as much as each might, and another network goes on', async () => {
    const begun = async (network: Record<string, string>) => {
      const answer = await fetch(`${app.origin}/api/visitor/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...network },
        body: JSON.stringify({ widgetId: account.widgetId }),
      });
      const { secret: by } = (await answer.json()) as { secret: string };
      return { by, ws: await visitorSocket(by, network) };
    };
    const flood = async (kind: string, payloads: Array<Record<string, unknown>>, ws: WebSocket) => {
      const told: string[] = [];
      const all = new Promise<void>((resolve) =>
        ws.on('message', (data) => {
          const frame = JSON.parse(data.toString()) as { type: string; payload: { message?: string } };
          // Asked of whoever said nothing for a while.
          if (frame.type === 'Ping') return;
          told.push(frame.payload.message ?? frame.type);
          if (told.length === payloads.length) resolve();
        }),
      );
      for (const [at, payload] of payloads.entries()) ws.send(JSON.stringify({ type: kind, id: `${at}`, payload }));
      await all;
      return told;
    };
    const network = { 'x-forwarded-for': '203.0.113.77' };
    // Of what is refused anyway nothing is stored: it costs as much.
    const files = (count: number) => Array.from({ length: count }, () => ({ clientMessageId: newId(), fileId: newId(), text: null }));
    const visitors = await Promise.all(Array.from({ length: 20 }, () => begun(network)));
    const told = (await Promise.all(visitors.map(({ ws }) => flood('File', files(100), ws)))).flat();
    const slowed = told.filter((key) => key === 'ERROR_TOO_MANY_REQUESTS').length;
    expect(slowed).toBeGreaterThan(100);
    expect(told.filter((key) => key === 'FILE_NOT_FOUND')).toHaveLength(told.length - slowed);
    // By the other way as well.
    const tells = await Promise.all(Array.from({ length: 20 }, () => begun({ 'x-forwarded-for': '203.0.113.79' })));
    const answers = await Promise.all(
      tells.flatMap(({ by }) =>
        Array.from({ length: 20 }, () =>
          fetch(`${app.origin}/api/visitor/details`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', 'x-visitor-secret': by, 'x-forwarded-for': '203.0.113.79' },
            body: '{}',
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const { ws: other } = await begun({ 'x-forwarded-for': '203.0.113.78' });
    expect(await flood('File', files(1), other)).toEqual(['FILE_NOT_FOUND']);
    for (const { ws } of [...visitors, ...tells]) ws.close();
    other.close();
  });

  it('a frame too large closes the socket, and so does a flood; the server goes on', async () => {
    const large = await visitorSocket();
    large.send(JSON.stringify({ type: 'Text', id: '1', payload: { text: 'x'.repeat(100_000) } }));
    expect(await closed(large)).toBe(1009);
    const flood = await visitorSocket();
    const end = closed(flood);
    const pong = heard(flood);
    flood.send('{"type":"Ping","id":"1","payload":{}}');
    await pong;
    for (let index = 0; index < 1000; index++) flood.send('{"type":"Ping","id":"1","payload":{}}');
    expect(await end).toBe(1008);
    const connection = await AgentConnection.open(app.origin, token);
    expect((await connection.ask('Ping', {})).type).toBe('Pong');
    connection.close();
  });
});
