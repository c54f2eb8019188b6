import { isContractProcedure } from '@orpc/contract';
import { agentReceives, agentSends, api, type RoomView } from '@parley/contract';
import { exampleAnswers } from '@parley/contract/fixtures/answers';
import { ACCOUNT, exampleUser, ME } from '@parley/contract/fixtures/people';
import { exampleRooms } from '@parley/contract/fixtures/rooms';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { answer } from './http.ts';
import { answerFrame } from './socket.ts';
import { MockWorld } from './world.ts';

const ORIGIN = 'http://127.0.0.1:8080';
let world: MockWorld;

beforeAll(() => vi.stubGlobal('location', { origin: ORIGIN }));
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  world = new MockWorld('admin');
});

async function call(method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await answer(world, new Request(`${ORIGIN}/api${path}`, init));
  return { status: response?.status, body: (await response?.json()) as Record<string, unknown> };
}

const [held, , waiting] = exampleRooms(Date.now());
if (held === undefined || waiting === undefined) throw new Error('The examples have too few rooms');
const ROOM = held.room.id;
const list = async (query: string) => ((await call('GET', `/rooms?${query}`)).body.content as RoomView[]).map(({ id }) => id);

/** What a call of each route asks, so that it is answered: ids of the examples, and the fields of the fixtures. */
const params: Record<string, string> = {
  accountId: ACCOUNT,
  userId: ME,
  roomId: ROOM,
  eventId: held.events[0]?.id ?? '',
  queueId: exampleAnswers(Date.now()).queues.one.id,
  superUserId: exampleAnswers(Date.now()).superUsers.one.id,
  widgetId: exampleAnswers(Date.now()).widgets.change.id,
  timeslotId: exampleAnswers(Date.now()).timeslots.one.id,
  carrierId: exampleAnswers(Date.now()).carriers.one.id,
  serviceId: exampleAnswers(Date.now()).carrierServices.one.id,
  troubleId: exampleAnswers(Date.now()).carrierTroubles.list.content[0]?.id ?? '',
  endId: exampleAnswers(Date.now()).smsSettings.one.id,
  mailboxId: exampleAnswers(Date.now()).mailboxes.one.id,
  signatureId: exampleAnswers(Date.now()).signatures.one.id,
  channelApplicationId: exampleAnswers(Date.now()).channelHealth.one.id,
  deliveryId: exampleAnswers(Date.now()).channelHealth.original.id,
  fileId: exampleAnswers(Date.now()).files.remove.fileId,
  sessionId: 'invented-session-2',
  passkeyId: 'invented-passkey',
};
const { visitor: _visitor, ...ofStaff } = api;
const reads = Object.entries(ofStaff).flatMap(([area, entries]) =>
  Object.entries(entries).flatMap(([name, entry]) => {
    if (!isContractProcedure(entry) || entry['~orpc'].route.method !== 'GET') return [];
    const path = (entry['~orpc'].route.path ?? '').replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '');
    return [{ name: `${area}.${name}`, path, schema: entry['~orpc'].outputSchema as z.ZodMiniType }];
  }),
);
const queries: Record<string, string> = {
  'scheduled.waiting': `?conversation_id=${ROOM}`,
  'rooms.changes': '?epoch=1&change=1',
  'emails.addresses': '?prefix=ra',
  'carrierServices.choices': '?channelType=SMS',
  'rooms.historyByEvent': `?event_id=${params.eventId}&position=AROUND`,
};

it.each(reads)('$name is answered as the contract says', async ({ name, path, schema }) => {
  const { status, body } = await call('GET', `${path}${queries[name] ?? ''}`);
  expect(status).toBe(200);
  expect(z.safeParse(schema, body)).toMatchObject({ success: true });
});

describe('calls', () => {
  it('that the contract does not know, or whose input does not fit it, are refused as the server would', async () => {
    expect(await call('GET', '/nothing')).toMatchObject({ status: 404, body: { message: 'ERROR_NOT_FOUND' } });
    expect(await call('PATCH', '/users/me', [{ op: 'replace', path: 'rank', value: 1 }])).toMatchObject({ status: 400 });
    expect(await call('GET', '/rooms/00000000-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { message: 'ROOM_NOT_FOUND' },
    });
    expect(await answer(world, new Request(`${ORIGIN}/fonts/x.woff2`))).toBeNull();
    expect(await answer(world, new Request('https://elsewhere.example/api/users/me'))).toBeNull();
  });

  it('list the rooms of each list of the page', async () => {
    expect(await list('view=waiting')).toEqual([waiting.room.id]);
    expect(await list('view=mine&sort=lastEventTimestamp,desc')).toContain(ROOM);
    expect(await list('room_state=RESOLVED&type=EXTERNAL')).toHaveLength(1);
  });

  it('keep what was changed for as long as the page is open', async () => {
    await call('PATCH', '/users/me', [{ op: 'replace', path: 'jobTitle', value: 'Owner' }]);
    expect((await call('GET', '/users/me')).body).toMatchObject({ jobTitle: 'Owner' });
    const added = await call('POST', `/accounts/${ACCOUNT}/people`, { firstName: 'Nia', email: 'nia@birch-brook.example', role: 'agent' });
    expect(added.status).toBe(200);
    expect((await call('GET', `/accounts/${ACCOUNT}/people?search=nia`)).body).toMatchObject({ content: [{ firstName: 'Nia' }] });
  });

  it('mark a visitor as spam, which resolves their conversation, and let them write again', async () => {
    const spam = `/rooms/${waiting.room.id}/spam`;
    expect(await call('PUT', spam, { network: false, reason: 'Advertising' })).toMatchObject({ status: 200 });
    expect((await call('GET', `/rooms/${waiting.room.id}/customer`)).body).toMatchObject({ block: { reason: 'Advertising' } });
    expect(await list('view=waiting')).toEqual([]);
    await call('DELETE', spam);
    expect((await call('GET', `/rooms/${waiting.room.id}/customer`)).body).toMatchObject({ block: null });
  });

  it('tell the role that was asked for', () => {
    expect(exampleUser(Date.now(), 'superAdmin')).toMatchObject({ role: 'superAdmin', accountId: null });
  });
});

describe('frames', () => {
  it('store what is sent once, and push it with the next number of the room', () => {
    const pushed: unknown[] = [];
    world.listen((frame) => {
      expect(z.safeParse(agentReceives[frame.type], frame.payload)).toMatchObject({ success: true });
      pushed.push(frame.type);
    });
    const payload = { clientMessageId: 'message-1', roomId: ROOM, channelId: held.room.channels[0]?.channelId ?? '', text: 'On Tuesday.' };
    const first = answerFrame(world, { type: 'Text', id: '1', payload });
    expect(answerFrame(world, { type: 'Text', id: '2', payload })).toEqual(first);
    expect(first).toMatchObject({ type: 'Ack', payload: { answer: { change: held.room.change + 1 } } });
    expect(pushed).toEqual(['Text']);
  });

  it('take a conversation that waits, and resolve it, each by frames that fit the contract', async () => {
    const pushed: string[] = [];
    let { change } = waiting.room;
    world.listen(({ type, payload }) => {
      expect(z.safeParse(agentReceives[type], payload)).toMatchObject({ success: true });
      if ('change' in payload) expect(payload.change).toBe(++change);
      pushed.push(type);
    });
    const at = { roomId: waiting.room.id, conversationId: waiting.room.roomConversations[0]?.id ?? '' };
    answerFrame(world, { type: 'Assign', id: '1', payload: { ...at, userId: ME, expectedUserId: null } });
    expect(await list('view=waiting')).toEqual([]);
    answerFrame(world, { type: 'Assign', id: '2', payload: { ...at, userId: ME, expectedUserId: null } });
    const toColleague = { ...at, userId: world.people.find(({ id }) => id !== ME)?.id ?? '', expectedUserId: null };
    expect(() => answerFrame(world, { type: 'Assign', id: '3', payload: toColleague })).toThrow('CONVERSATION_TAKEN');
    answerFrame(world, { type: 'Resolve', id: '4', payload: at });
    expect(await list('room_state=RESOLVED&type=EXTERNAL')).toContain(waiting.room.id);
    const resolved = ['ConversationResolved', 'Resolve', 'RoomLifecycle', 'ChatStatus'];
    expect(pushed).toEqual(['ConversationState', 'RoomLifecycle', 'Assign', ...resolved]);
  });

  it('edit and delete what was said, also where it is quoted, and not what was deleted', async () => {
    const note = (text: string, quotedEventId?: string) =>
      world.send({ type: 'Note', payload: { clientMessageId: crypto.randomUUID(), roomId: ROOM, text, quotedEventId } }).eventId;
    const said = note('At five\nor later');
    const answered = note('Good', said);
    const quoted = () => world.room(ROOM).events.find(({ id }) => id === answered)?.eventData.message?.quote;
    expect(quoted()).toMatchObject({ eventId: said, text: 'At five' });
    const at = `/rooms/${ROOM}/messages/${said}`;
    const edit = () => call('PUT', `${at}/words`, { text: 'At six', mentions: [] });
    expect(await edit()).toMatchObject({ status: 200 });
    expect(quoted()).toMatchObject({ text: 'At six' });
    expect(await call('DELETE', at)).toMatchObject({ status: 200 });
    expect(quoted()).toMatchObject({ text: null, deleted: true });
    for (const refused of [await edit(), await call('DELETE', at)])
      expect(refused).toMatchObject({ status: 409, body: { errors: [{ message: 'MESSAGE_DELETED' }] } });
    expect(() => note('To that', said)).toThrow('MESSAGE_DELETED');
  });

  it('ask before going offline with conversations in hand, and put them back into their queue', async () => {
    const status = (body: unknown) => call('PUT', '/users/me/chat-status', body);
    const mine = await list('view=mine&type=EXTERNAL');
    expect(mine.length).toBeGreaterThan(0);
    const asked = await status({ status: 'offline' });
    expect(asked).toMatchObject({ status: 409, body: { errors: [{ message: 'CONVERSATIONS_IN_HAND', params: { count: mine.length } }] } });
    expect(await status({ status: 'offline', handBack: true })).toMatchObject({ status: 200, body: { status: 'offline' } });
    expect(await list('view=mine&type=EXTERNAL')).toEqual([]);
    expect(await list('view=waiting')).toEqual(expect.arrayContaining(mine));
  });

  it('wrap up what was in hand and is resolved, until that is done', async () => {
    const told: unknown[] = [];
    world.listen(({ type, payload }) => {
      if (type === 'ChatStatus') told.push(payload);
    });
    const mine = held.room.roomConversations.find(({ assignedUserId }) => assignedUserId === ME);
    answerFrame(world, { type: 'Resolve', id: '1', payload: { roomId: ROOM, conversationId: mine?.id ?? '' } });
    expect(told).toEqual([expect.objectContaining({ wrapUpUntil: expect.any(String) })]);
    expect(await call('DELETE', '/users/me/wrap-up')).toMatchObject({ status: 200, body: { wrapUpUntil: null } });
  });

  it('of every kind that the application sends are understood', () => {
    const event = { roomId: ROOM, roomEventId: held.events[0]?.id ?? '' };
    const examples = {
      Seen: { ...event, clientStatus: 'SEEN' },
      Ack: event,
      Pending: { ...event, clientStatus: 'PENDING' },
      Typing: { roomId: ROOM, channelId: 'note' },
      Looking: { roomId: ROOM },
      RoomState: { count: 0, digest: '' },
      Token: { token: 'invented' },
      Ping: {},
      Pong: {},
    } as const;
    for (const [type, given] of Object.entries(examples)) {
      const payload = z.parse(agentSends[type as keyof typeof examples], given);
      const reply = answerFrame(world, { type, id: '1', payload } as Parameters<typeof answerFrame>[1]);
      if (reply !== null) expect(z.safeParse(agentReceives[reply.type], reply.payload)).toMatchObject({ success: true });
    }
  });
});
