import { UploadedFile } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AgentConnection, startApp, type TestApp } from '../test/app.ts';
import { loopBack } from '../test/loop-back/channel.ts';
import { givenApplication, givenCustomer, type TestCustomer } from '../test/loop-back/customers.ts';
import { type Provider, startProvider } from '../test/loop-back/provider.ts';
import { givenAccount, messageId, type TestAccount } from '../test/people.ts';
import { givePassword, SignInBrowser } from '../test/sign-in.ts';
import { TestVisitor } from '../test/visitor.ts';
import type { Actor } from './accounts/index.ts';
import { newId } from './platform/clock.ts';
import { type RoomsDeps, takeAs } from './rooms/index.ts';

/** Stands in every note, and in the name of every file of one. */
const SECRET = 'DO-NOT-TELL';
const password = `made-up-${newId()}`;

let app: TestApp;
let rooms: RoomsDeps;
let provider: Provider;
let account: TestAccount;
let elena: Actor;
let dora: Actor;
let token: string;
let agent: AgentConnection;

beforeAll(async () => {
  // Asked twice for what it knows, it sends once.
  provider = await startProvider({ knowsKeys: true });
  app = await startApp({
    more: (parts) => {
      rooms = parts.rooms;
      rooms.channels.register(loopBack({ type: 'SMS', origin: provider.origin, takesKey: true }));
    },
  });
  account = await givenAccount(app.database.db);
  [elena, dora] = [await account.agent('Elena'), await account.agent('Dora')];
  await givePassword(app.database.db, account.accountId, elena.userId, password);
  token = (await new SignInBrowser(app.origin).signIn(`elena-${elena.userId}@lumen.example`, password)).access_token;
  agent = await AgentConnection.open(app.origin, token);
}, 60_000);
afterAll(async () => {
  agent.close();
  await app.close();
  await provider.close();
});

interface Place {
  roomId: string;
  channelId: string;
  /** What carries words to its customer: another kind is refused there whatever it says. */
  words: 'Text' | 'Sms';
}

async function post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${app.origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function call(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  return (await fetch(`${app.origin}/api/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }))
    .status;
}

async function upload(name: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.origin}/api/files?name=${encodeURIComponent(name)}`, { method: 'POST', headers, body: SECRET });
  return UploadedFile.parse(await answer.json()).fileId;
}

type Way = 'frame' | 'rest';
/** By the socket, or by the second way when it does not answer. @returns the event's id; null where it was refused */
async function send(way: Way, type: 'Text' | 'Sms' | 'File' | 'Note', payload: Record<string, unknown>): Promise<string | null> {
  if (way === 'rest') {
    const { body } = await post(`rooms/${payload.roomId}/messages`, { type, payload });
    return (body.eventId as string | undefined) ?? null;
  }
  const frame = await agent.ask(type, payload);
  return frame.type === 'Ack' ? (frame.payload.answer?.eventId ?? null) : null;
}

type Step =
  | { do: 'say'; way: Way; on: number }
  | { do: 'note'; way: Way; on: number; hasFile: boolean }
  /** The note's send again, as if no answer had come, and once more as a message to the customer: the tab was turned meanwhile. */
  | { do: 'again'; way: Way; as: 'Note' | 'Message'; on: number }
  /** The file of the note, sent to the customer under a key of its own. */
  | { do: 'share'; way: Way; on: number }
  /** Retry by click of what is no message to anybody. */
  | { do: 'retry'; way: Way; on: number }
  /** A message to the customer that quotes the note, and one that names a colleague. */
  | { do: 'refer'; way: Way; on: number; names: boolean }
  /** What is done to a note after it was written. */
  | { do: 'edit' | 'react' | 'delete'; on: number }
  /** A message for later, which is then sent now; or the file of the note, put off. */
  | { do: 'later'; on: number; shares: boolean }
  | { do: 'type'; on: number }
  | { do: 'look'; on: number }
  | { do: 'customer' };

const way = fc.constantFrom<Way>('frame', 'rest');
const on = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('say' as const), way, on }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('note' as const), way, on, hasFile: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('again' as const), way, as: fc.constantFrom('Note' as const, 'Message' as const), on }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('share' as const), way, on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const), way, on }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refer' as const), way, on, names: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'react' as const, 'delete' as const), on }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('later' as const), on, shares: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('type' as const), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const), on }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('customer' as const) }) },
);

interface Noted {
  eventId: string;
  fileId: string | null;
  payload: Record<string, unknown>;
  place: Place;
  isDeleted: boolean;
}

/** A visitor's room and one whose customer is reached by a provider, both held by Elena. */
async function begin() {
  const visitor = await TestVisitor.arrive(app.origin, account.widgetId);
  await visitor.say('Hello');
  await visitor.connect();
  const channel = await app.database.db
    .reader(account.accountId)
    .selectFrom('contact_channels')
    .select(['id', 'room_id'])
    .where('type', '=', 'LIVECHAT')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const chat: Place = { roomId: channel.room_id as string, channelId: channel.id, words: 'Text' };
  await takeAs(rooms, elena, chat.roomId);
  const phone: TestCustomer = await givenCustomer(rooms, elena, 'SMS', await givenApplication(app.database.db, account, 'SMS'));
  const sms: Place = { roomId: phone.roomId, channelId: phone.contactChannelId, words: 'Sms' };
  return { visitor, phone, places: [chat, sms] as const };
}

/** Everything that the visitor can ask for. */
async function askedByVisitor(visitor: TestVisitor, notes: readonly Noted[]): Promise<string> {
  const answers = [await visitor.call('GET', 'history'), await visitor.call('GET', 'waiting')];
  for (const before of [2, 5, 9]) answers.push(await visitor.call('GET', `history?before=${before}`));
  const fileIds = notes.flatMap(({ fileId }) => fileId ?? []);
  if (fileIds.length > 0) {
    const { body } = await visitor.call('POST', 'files/urls', { fileIds });
    expect(body).toEqual({ content: [] });
  }
  return JSON.stringify(answers.map(({ body }) => body));
}

it('a note reaches no customer, whichever way it is sent, repeated, retried, quoted, edited, put off or its file sent on (BUG-149)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const { visitor, phone, places } = await begin();
      const notes: Noted[] = [];
      const said: string[] = [];
      for (const [n, one] of steps.entries()) {
        const place = places['on' in one ? one.on : 0] ?? places[0];
        const last = notes.findLast((note) => note.place === place);
        const key = { clientMessageId: messageId(), roomId: place.roomId };
        if (one.do === 'customer') await visitor.say(`Still there? ${n}`);
        else if (one.do === 'say') {
          const text = `Said ${n} ${place.roomId}`;
          expect(await send(one.way, place.words, { ...key, channelId: place.channelId, text })).not.toBeNull();
          if (one.on === 1) said.push(text);
        } else if (one.do === 'note') {
          const fileId = one.hasFile ? await upload(`${SECRET}.txt`) : null;
          const refers = {
            ...(n % 2 === 0 && last !== undefined && !last.isDeleted ? { quotedEventId: last.eventId } : {}),
            ...(n % 3 === 0 ? { mentions: [{ userId: elena.userId, from: 0, length: SECRET.length + 1 }] } : {}),
          };
          const payload = { ...key, text: `@${SECRET} ${n}`, ...(fileId === null ? {} : { fileId }), ...refers };
          const eventId = await send(one.way, 'Note', payload);
          if (eventId === null) throw new Error('a note was refused');
          notes.push({ eventId, fileId, payload, place, isDeleted: false });
        } else if (last === undefined) continue;
        else if (one.do === 'again') {
          // The file of what was deleted is gone, and sending it once more is refused for that.
          if (last.isDeleted && last.fileId !== null) continue;
          const { fileId: _file, ...words } = last.payload as { fileId?: string };
          const payload = one.as === 'Note' ? last.payload : { ...words, channelId: place.channelId };
          const answered = await send(one.way, one.as === 'Note' ? 'Note' : place.words, payload);
          // The note that was stored already; never anything new.
          expect(answered).toBe(one.as === 'Note' ? last.eventId : null);
        } else if (one.do === 'share' && last.fileId !== null) {
          const shared = { ...key, channelId: place.channelId, fileId: last.fileId, text: null };
          expect(await send(one.way, place.words === 'Sms' ? 'Sms' : 'File', shared)).toBeNull();
        } else if (one.do === 'later') {
          const fileIds = one.shares && last.fileId !== null ? [last.fileId] : [];
          const text = `Later ${n} ${place.roomId}`;
          const sendAt = new Date(Date.now() + 3_600_000).toISOString();
          const { clientMessageId } = key;
          const asked = { clientMessageId, channelId: place.channelId, text: fileIds.length > 0 ? null : text, fileIds, sendAt };
          const made = await post(`rooms/${place.roomId}/scheduled`, { ...asked, timezone: 'Europe/Sofia', unlessCustomerWrites: false });
          if (fileIds.length > 0) expect(made.status).toBeGreaterThanOrEqual(400);
          else {
            expect(made.status).toBe(200);
            expect(await call('PUT', `rooms/${place.roomId}/scheduled/${made.body.id}`, { become: 'SENT' })).toBe(200);
            if (one.on === 1) said.push(text);
          }
        } else if (one.do === 'refer') {
          const refers = one.names
            ? { text: '@Dora', mentions: [{ userId: dora.userId, from: 0, length: 5 }] }
            : { text: 'As noted', quotedEventId: last.eventId };
          for (const kind of new Set(['Text', place.words] as const))
            expect(await send(one.way, kind, { ...key, channelId: place.channelId, ...refers })).toBeNull();
        } else if (one.do === 'edit' || one.do === 'react' || one.do === 'delete') {
          const path = `rooms/${place.roomId}/messages/${last.eventId}`;
          const status = await (one.do === 'edit'
            ? call('PUT', `${path}/words`, { text: `${SECRET}, edited ${n}` })
            : one.do === 'react'
              ? call('PUT', `${path}/reactions`, { emoji: '👀', given: true })
              : call('DELETE', path));
          expect(status).toBe(last.isDeleted ? 409 : 200);
          if (one.do === 'delete') last.isDeleted = true;
        } else if (one.do === 'retry') {
          if (one.way === 'rest') expect((await post(`rooms/${place.roomId}/messages/${last.eventId}/retry`, {})).status).toBe(409);
          else {
            const pending = { clientStatus: 'PENDING', roomId: place.roomId, roomEventId: last.eventId };
            expect((await agent.ask('Pending', pending)).type).toBe('INVALID_REQUEST');
          }
        } else if (one.do === 'type') agent.tell('Typing', { roomId: place.roomId, channelId: 'note' });
        else if (one.do === 'look') await agent.ask('Seen', { clientStatus: 'SEEN', roomId: place.roomId, roomEventId: last.eventId });
      }
      // A note that goes along when the conversation is handed on.
      const reader = app.database.db.reader(account.accountId);
      const held = await reader
        .selectFrom('conversations')
        .select('id')
        .where('room_id', '=', places[0].roomId)
        .where('state', '=', 'ASSIGNED')
        .executeTakeFirstOrThrow();
      const transfer = { to: { type: 'USER', userId: dora.userId }, note: `${SECRET} on`, clientTransferId: newId() };
      const handed = await post(`rooms/${places[0].roomId}/conversations/${held.id}/transfer`, {
        ...transfer,
        expectedUserId: elena.userId,
        expectedQueueId: null,
      });
      expect(handed.status).toBeLessThan(300);

      // What was said to the telephone has gone out, and with it whatever else would have.
      const sent = () => provider.accepted.filter(({ address }) => address === phone.address);
      await expect.poll(() => sent().length, { timeout: 15_000 }).toBe(said.length);
      expect(sent().map(({ text }) => text)).toEqual(said);
      expect(JSON.stringify(provider.requests)).not.toContain(SECRET);
      const attempts = await reader
        .selectFrom('attempts')
        .innerJoin('events', 'events.id', 'attempts.event_id')
        .select('events.id')
        .where('events.private', '=', true)
        .execute();
      expect(attempts).toEqual([]);

      visitor.send('Ping', {});
      await expect.poll(() => visitor.frames.some(({ type }) => type === 'Pong'), { timeout: 15_000 }).toBe(true);
      const everything = JSON.stringify(visitor.frames) + (await askedByVisitor(visitor, notes));
      expect(everything).not.toContain(SECRET);
      for (const { eventId, fileId } of notes) for (const id of [eventId, fileId]) if (id !== null) expect(everything).not.toContain(id);
      expect(visitor.frames.map(({ type }) => type)).not.toContain('Typing');
      // Notes leave no gap in what the visitor counts.
      const history = (await visitor.call('GET', 'history')).body as { content: { channelSeq: number }[] };
      const numbers = history.content.map(({ channelSeq }) => channelSeq);
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 1) + at));
      visitor.leave();
    }),
    { numRuns: 5 },
  );
}, 180_000);
