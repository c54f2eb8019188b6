import type { AddressInfo } from 'node:net';
import { ErrorBody, type OneRoom, type RoomEvent, type RoomView } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenAccount, givenRooms, messageId, type TestAccount, type TestRooms } from '../../test/people.ts';
import { type Actor, mountCalls } from '../accounts/index.ts';
import { createHttp, type Http } from '../platform/http.ts';
import { openLog } from '../platform/log.ts';
import { takeAs } from './acting.ts';
import { roomsApi } from './api.ts';
import { assignByPerson } from './assign.ts';
import { receiveText } from './receive.ts';
import { scheduledApi } from './scheduled/scheduled-api.ts';
import { sendNote, sendText } from './send.ts';
import { roomFrames } from './socket.ts';
import { inRooms } from './work.ts';

let database: TestDatabase;
let account: TestAccount;
let rooms: TestRooms;
let http: Http;
let origin: string;
let elena: Actor;
let dora: Actor;
let emil: Actor;
/** Whoever calls next. */
let caller: Actor;
let visitor: Awaited<ReturnType<TestAccount['visitor']>>;

beforeAll(async () => {
  database = await freshDatabase();
  rooms = givenRooms(database.db);
  http = createHttp(openLog('silent'));
  const nobody = () => Promise.reject(new Error('no visitor calls in this test'));
  mountCalls(
    http,
    { rooms: roomsApi(rooms.deps), scheduled: scheduledApi(rooms.deps) },
    { actor: async () => caller, allowed: () => true, visitor: nobody },
    { proved: true },
  );
  await http.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await http.close();
  await database.drop();
});
beforeEach(async () => {
  account = await givenAccount(database.db);
  [elena, dora, emil] = [await account.agent('Elena'), await account.agent('Dora'), await account.agent('Emil')];
  caller = elena;
  visitor = await account.visitor('Maria');
});

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`${origin}/api/rooms${path}`, { method, ...json })).json();
}
const oneRoom = async (path: string) => (await ask('GET', path)) as RoomView;
const list = async (query: string) => (await ask('GET', query)) as { content: RoomView[]; page: number; size: number };
/** The field that a refusal names. */
const fieldOf = async (answer: Promise<unknown>) => ErrorBody.parse(await answer).errors[0]?.params.field;
const write = (text: string) => receiveText(rooms.deps, { ...visitor, text, clientMessageId: messageId() });
const person = (actor: Actor) => ({ associatedParticipantId: actor.userId, type: 'USER' });

describe('reading rooms', () => {
  it('gives the parts that are asked for and leaves the others empty, one by one and in the list', async () => {
    await write('Hello');
    await takeAs(rooms.deps, elena, visitor.roomId);
    const parts = ({ roomParticipants, roomConversations }: RoomView) => [roomParticipants.length, roomConversations.length];
    for (const [include, expected] of [
      ['', [2, 1]],
      ['include=PARTICIPANTS', [2, 0]],
      ['include=CONVERSATIONS', [0, 1]],
      ['include=CONVERSATIONS,PARTICIPANTS', [2, 1]],
    ] as const) {
      expect([include, parts(await oneRoom(`/${visitor.roomId}?${include}`))]).toEqual([include, expected]);
      expect([include, ...(await list(`?${include}`)).content.map(parts)]).toEqual([include, expected]);
    }
  });

  it('says of each channel of one room what whoever asks may do there, whichever parts they ask for', async () => {
    await write('Hello');
    const flags = async (actor: Actor, include = '') => {
      caller = actor;
      const { channels } = (await ask('GET', `/${visitor.roomId}?${include}`)) as OneRoom;
      return channels.map(({ channelId: _id, channelApplicationId: _ours, name: _name, timestamp: _at, ...rest }) => rest);
    };
    const none = {
      channelType: 'LIVECHAT',
      enabled: false,
      isInConversation: true,
      coversationCanStart: false,
      conversationCanBeAdded: false,
      cannotMessage: true,
      cannotMessageKey: 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_NOT_PARTICIPANT',
      assignedUserId: null,
      isStartingANewConversation: false,
    };
    expect(await flags(elena)).toEqual([none]);
    await takeAs(rooms.deps, elena, visitor.roomId);
    for (const include of ['', 'include=CONVERSATIONS', 'include=PARTICIPANTS'])
      expect(await flags(elena, include)).toEqual([
        { ...none, enabled: true, cannotMessage: false, cannotMessageKey: null, assignedUserId: elena.userId },
      ]);
  });

  it('lists up to 1000 a page, oldest last event first, by state, type and application', async () => {
    const others = [await account.visitor('Georgi'), await account.visitor('Petya')];
    await write('Hello');
    for (const other of others) await receiveText(rooms.deps, { ...other, text: 'Hello', clientMessageId: messageId() });
    const all = [visitor, ...others].map(({ roomId }) => roomId);
    const ids = async (query: string) => (await list(query)).content.map(({ id }) => id);
    expect(await ids('?room_state=UNASSIGNED')).toEqual(all);
    expect(await ids('?room_state=UNASSIGNED&sort=lastEventTimestamp,desc')).toEqual(all.toReversed());
    expect(await ids('?room_state=UNASSIGNED&size=2&page=1')).toEqual(all.slice(2));
    expect(await ids('?room_state=UNASSIGNED&type=GROUP')).toEqual([]);
    expect(await ids(`?room_state=UNASSIGNED&channel_application_id=${account.widgetId}`)).toEqual(all);
    expect(await ids(`?room_state=UNASSIGNED&channel_application_id=${account.accountId}`)).toEqual([]);
    await takeAs(rooms.deps, elena, visitor.roomId);
    expect(await ids('')).toEqual([visitor.roomId]);
    const { page, size } = await list('');
    expect([page, size]).toEqual([0, 1000]);
    expect(await fieldOf(ask('GET', '?size=1001'))).toBe('query.size');
    for (const page of ['', '1e1', '0x1', '-0']) expect(await fieldOf(ask('GET', `?page=${page}`))).toBe('query.page');
    expect(await fieldOf(ask('GET', '?pages=1'))).toBe('query.pages');
  });

  it('has the 30 newest events as the recent ones, notes apart', async () => {
    for (let n = 1; n <= 31; n++) await write(`message ${n}`);
    await sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId: visitor.roomId, text: 'Be kind' });
    const recent = async (isPrivate: boolean) => {
      const answer = await ask('GET', `/${visitor.roomId}/recent-events?private_messages=${isPrivate}`);
      return (answer as { recentEvents: RoomEvent[] }).recentEvents.map(({ eventData }) => eventData.message?.text);
    };
    expect(await recent(false)).toEqual(Array.from({ length: 30 }, (_, at) => `message ${at + 2}`));
    expect(await recent(true)).toEqual(['Be kind']);
  });

  it('gives 30 events of its history a page unless told otherwise, public or private', async () => {
    await write('Hello');
    const { roomId } = visitor;
    for (let n = 1; n <= 31; n++) await sendNote(rooms.deps, elena, { clientMessageId: messageId(), roomId, text: `note ${n}` });
    const page = async (query: string) => (await ask('GET', `/${roomId}/history?${query}`)) as { content: RoomEvent[]; last: boolean };
    const [newest, older] = [await page('private_messages=true'), await page('private_messages=true&page=1')];
    expect([newest.content.length, newest.last, older.content.length, older.last]).toEqual([30, false, 1, true]);
    expect((await page('')).content.some(({ eventData }) => eventData.privateMessage)).toBe(false);
  });

  it('refuses a room’s id that is none, and history beside an event that is not named', async () => {
    expect(await fieldOf(ask('GET', '/not-an-id'))).toBe('params.roomId');
    await write('Hello');
    const beside = (query: string) => ask('GET', `/${visitor.roomId}/history/by-event?position=OLDER${query}`);
    expect(await fieldOf(beside(''))).toBe('query.event_id');
    expect(await fieldOf(beside('&event_id=seven'))).toBe('query.event_id');
    expect(ErrorBody.parse(await beside(`&event_id=${account.accountId}`)).message).toBe('EVENT_NOT_FOUND');
  });
});

describe('changing rooms', () => {
  it('makes an internal room of users and type, stars and renames it, adds to it and removes from it', async () => {
    const group = (await ask('POST', '', { users: [dora.userId, emil.userId], roomType: 'GROUP' })) as RoomView;
    expect([group.type, group.roomParticipants.length]).toEqual(['GROUP', 3]);
    const change = [
      { op: 'replace', path: 'starred', value: true },
      { op: 'replace', path: 'name', value: 'Morning shift' },
    ];
    expect(await ask('PATCH', `/${group.id}`, change)).toMatchObject({ starred: true, name: 'Morning shift' });
    caller = dora;
    expect(await oneRoom(`/${group.id}`)).toMatchObject({ starred: false, name: 'Morning shift' });
    const ivo = await account.agent('Ivo');
    const names = ({ roomParticipants }: RoomView) => roomParticipants.map(({ firstName }) => firstName).sort();
    const added = (await ask('POST', `/${group.id}/participants`, { roomParticipants: [person(ivo)] })) as RoomView;
    expect(names(added)).toEqual(['Dora', 'Elena', 'Emil', 'Ivo']);
    await ask('DELETE', `/${group.id}/participants`, { roomParticipants: [person(emil)] });
    expect(names(await oneRoom(`/${group.id}`))).toEqual(['Dora', 'Elena', 'Ivo']);
    caller = emil;
    expect(ErrorBody.parse(await ask('GET', `/${group.id}`)).message).toBe('ROOM_NOT_FOUND');
  });
});

describe('an answer over a colleague’s that was not seen', () => {
  it('asks by a call as by a frame before an answer over a colleague’s', async () => {
    await write('Hello');
    const { roomId, contactChannelId: channelId } = visitor;
    await takeAs(rooms.deps, elena, roomId);
    const { roomConversations } = await oneRoom(`/${roomId}`);
    const conversationId = roomConversations[0]?.id ?? '';
    const his = await sendText(rooms.deps, elena, { roomId, channelId, text: 'It is in stock', clientMessageId: messageId() });
    await inRooms(database.db, account.accountId, (tx) =>
      assignByPerson(tx, elena, { roomId, conversationId, userId: dora.userId, expectedUserId: elena.userId }),
    );
    caller = dora;
    const written = { roomId, channelId, text: 'It is not', clientMessageId: messageId(), seenSeq: his.seq - 1 };
    const byCall = (payload: object) => ask('POST', `/${roomId}/messages`, { type: 'Text', payload });
    const told = [{ message: 'COLLEAGUE_ANSWERED', params: { name: elena.name, seq: his.seq } }];
    expect(ErrorBody.parse(await byCall(written))).toEqual({ message: 'COLLEAGUE_ANSWERED', errors: told });
    const { Text } = roomFrames(rooms.deps);
    const client = { actor: dora } as Parameters<NonNullable<typeof Text>>[0];
    await expect(Text?.(client, written)).rejects.toMatchObject({ key: 'COLLEAGUE_ANSWERED', params: { seq: his.seq }, status: 409 });
    // All the same; whichever way it is said again, it is the same message.
    const sent = await byCall({ ...written, seenSeq: his.seq });
    expect(sent).toMatchObject({ seq: expect.any(Number) });
    expect(await Text?.(client, written)).toEqual({ type: 'Ack', payload: { answer: sent } });
  });
});

describe('what one person does', () => {
  it('is held to a limit, over the socket and by REST together; whoever goes beyond it is told when to come again', async () => {
    await write('Hello');
    await takeAs(rooms.deps, dora, visitor.roomId);
    caller = dora;
    const { roomId } = visitor;
    const text = () => ({ roomId, channelId: visitor.contactChannelId, text: 'Again', clientMessageId: messageId() });
    const send = () =>
      fetch(`${origin}/api/rooms/${roomId}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'Text', payload: text() }),
      });
    expect((await send()).status).toBe(200);
    // As two thousand of them would.
    rooms.deps.deeds.take(dora.userId, 2500);
    const refused = await send();
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(ErrorBody.parse(await refused.json()).message).toBe('ERROR_TOO_MANY_REQUESTS');
    const { Text } = roomFrames(rooms.deps);
    const client = { actor: dora } as Parameters<NonNullable<typeof Text>>[0];
    await expect(Text?.(client, text())).rejects.toMatchObject({ key: 'ERROR_TOO_MANY_REQUESTS' });
    const later = { clientMessageId: messageId(), channelId: visitor.contactChannelId, text: 'x', fileIds: [], timezone: 'UTC' };
    const body = { ...later, sendAt: new Date(Date.now() + 3_600_000).toISOString(), unlessCustomerWrites: false };
    expect(ErrorBody.parse(await ask('POST', `/${roomId}/scheduled`, body)).message).toBe('ERROR_TOO_MANY_REQUESTS');
    // Everybody has their own.
    caller = emil;
    expect((await send()).status).not.toBe(429);
  });
});
