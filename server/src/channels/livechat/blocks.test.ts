import { createHmac } from 'node:crypto';
import { type BlockedVisitor, CustomerFacts } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { AgentConnection, startApp, type TestApp } from '../../../test/app.ts';
import { givenAccount, type TestAccount } from '../../../test/people.ts';
import { plainPicture } from '../../../test/pictures.ts';
import { givePassword, SignInBrowser } from '../../../test/sign-in.ts';
import { TestVisitor } from '../../../test/visitor.ts';
import { newId } from '../../platform/clock.ts';

const password = `made-up-${newId()}`;
let app: TestApp;
let account: TestAccount;
let admin: string;
let agent: string;
let agentId: string;
let networks = 0;

beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  account = await givenAccount(app.database.db);
  [{ token: admin }, { token: agent, userId: agentId }] = await Promise.all([signIn('admin'), signIn('agent')]);
});

async function signIn(role: 'agent' | 'admin'): Promise<{ token: string; userId: string }> {
  const { db } = app.database;
  const { userId } = await account.agent(role === 'agent' ? 'Elena' : 'Ana', { role });
  await givePassword(db, account.accountId, userId, password);
  const { email } = await db
    .reader(account.accountId)
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { token: (await new SignInBrowser(app.origin).signIn(email, password)).access_token, userId };
}

async function call(token: string, method: string, path: string, body?: unknown): Promise<{ status: number; key?: string; body: unknown }> {
  const answer = await fetch(`${app.origin}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as { message?: string };
  return { status: answer.status, ...(said.message === undefined ? {} : { key: said.message }), body: said };
}

/** A visitor from a network of their own, unless another's is named. */
const arrive = (network = `203.0.113.${++networks}`) => TestVisitor.arrive(app.origin, account.widgetId, network);

const picture = async () => new Uint8Array(await plainPicture(4, 4).png().toBuffer());

async function signedAs(userId: string): Promise<{ userId: string; signature: string }> {
  const { body } = await call(admin, 'POST', `accounts/${account.accountId}/widgets/${account.widgetId}/identity-secret`);
  return {
    userId,
    signature: createHmac('sha256', (body as { secret: string }).secret)
      .update(userId)
      .digest('hex'),
  };
}

async function roomOf(visitor: TestVisitor): Promise<string> {
  const { eventId } = (await visitor.say('Buy cheap lamps')).body as { eventId: string };
  const on = app.database.db.reader(account.accountId);
  return (await on.selectFrom('events').select('room_id').where('id', '=', eventId).executeTakeFirstOrThrow()).room_id;
}
const block = (token: string, roomId: string, network = false) =>
  call(token, 'PUT', `rooms/${roomId}/spam`, { network, reason: 'Advertising' });
const factsOf = async (roomId: string) => CustomerFacts.parse((await call(admin, 'GET', `rooms/${roomId}/customer`)).body);
const list = async () => (await call(admin, 'GET', `accounts/${account.accountId}/blocked-visitors`)).body as { content: BlockedVisitor[] };

it('ends what waits, takes nothing more of this visitor, and says so to colleagues, live', async () => {
  const visitor = await arrive();
  const roomId = await roomOf(visitor);
  const watching = await AgentConnection.open(app.origin, admin);
  expect(await factsOf(roomId)).toMatchObject({ canBlock: true, block: null });
  // Nobody need take it first.
  expect((await block(agent, roomId)).status).toBe(200);
  await vi.waitFor(() => expect(watching.frames.map(({ type }) => type)).toContain('CustomerChanged'), 5000);
  expect((await factsOf(roomId)).block).toMatchObject({ network: false, reason: 'Advertising', byName: 'Elena Test' });
  expect((await call(admin, 'GET', `rooms/${roomId}`)).body).toMatchObject({ state: 'RESOLVED' });
  const ends = await app.database.db
    .reader(account.accountId)
    .selectFrom('events')
    .select('reason')
    .where('room_id', '=', roomId)
    .where('type', '=', 'RESOLVE')
    .execute();
  expect(ends).toEqual([{ reason: 'RESOLVE_REASON_SPAM' }]);

  const { body: history } = await visitor.call('GET', 'history');
  expect(history).toMatchObject({ conversation: { state: 'BLOCKED' } });
  expect(await visitor.say('Cheaper still')).toMatchObject({ status: 403, key: 'VISITOR_BLOCKED' });
  const refused = { status: 403, key: 'VISITOR_BLOCKED' };
  expect(await visitor.upload(await picture())).toEqual(refused);
  expect(await visitor.call('PUT', 'details', { name: 'Somebody else' })).toMatchObject(refused);
  expect(await visitor.call('POST', 'transcript', { email: 'mira@home.example' })).toMatchObject(refused);
  await visitor.connect();
  visitor.send('Text', { clientMessageId: newId(), text: 'By the socket, then' });
  await vi.waitFor(
    () => expect(visitor.frames.at(-1)).toMatchObject({ type: 'INVALID_REQUEST', payload: { message: 'VISITOR_BLOCKED' } }),
    5000,
  );
  const told = () => watching.frames.filter(({ type }) => type === 'CustomerChanged').length;
  const before = [told(), visitor.frames.length] as const;
  visitor.send('Page', { title: 'Cheap lamps', address: 'https://cheap.example/', values: {} });
  visitor.send('Seen', { channelSeq: 1 });
  visitor.send('Typing', {});
  await vi.waitFor(() => expect(visitor.frames).toHaveLength(before[1] + 3), 5000);
  for (const frame of visitor.frames.slice(before[1])) expect(frame).toMatchObject({ payload: { message: 'VISITOR_BLOCKED' } });
  expect((await factsOf(roomId)).page).toBeNull();
  await watching.ask('Ping', {});
  expect(told()).toBe(before[0]);
  for (const end of [() => watching.close(), () => visitor.leave()]) end();
});

it('blocks those who write from the same network too, when asked to, and nobody else', async () => {
  const visitor = await arrive('198.51.100.200');
  const neighbour = await arrive('198.51.100.200');
  const roomId = await roomOf(visitor);
  expect((await block(admin, roomId, true)).status).toBe(200);
  expect(await neighbour.say('Hello')).toMatchObject({ status: 403, key: 'VISITOR_BLOCKED' });
  expect(await new TestVisitor(app.origin, '', '198.51.100.200').call('POST', 'sessions', { widgetId: account.widgetId })).toMatchObject({
    status: 403,
    key: 'VISITOR_BLOCKED',
  });
  expect((await (await arrive()).say('Hello')).status).toBe(200);
  // Another account has its own mind about it.
  const { widgetId } = await givenAccount(app.database.db, 'Orion');
  expect((await (await TestVisitor.arrive(app.origin, widgetId, '198.51.100.200')).say('Hello')).status).toBe(200);
  expect((await list()).content).toMatchObject([{ roomId, address: '198.51.100.200', network: true, byName: 'Ana Test' }]);
});

it('blocks a network wherever a session began: where it was seen last, and where it asks from now', async () => {
  const spammer = await arrive('198.51.100.77');
  await block(admin, await roomOf(spammer), true);
  const visitor = await arrive();
  const moved = visitor.from('198.51.100.77');
  const refused = { status: 403, key: 'VISITOR_BLOCKED' };
  expect(await moved.say('Hello')).toMatchObject(refused);
  expect(await moved.upload(await picture())).toEqual(refused);
  expect((await visitor.say('Hello')).status).toBe(200);
  await visitor.connect('198.51.100.77');
  visitor.send('Text', { clientMessageId: newId(), text: 'By the socket, then' });
  await vi.waitFor(() => expect(visitor.frames.at(-1)).toMatchObject({ payload: { message: 'VISITOR_BLOCKED' } }), 5000);
  visitor.leave();
});

it('holds for whom the site knows in every session of theirs', async () => {
  const identity = await signedAs('customer-7');
  const first = await arrive();
  await first.call('PUT', 'identity', identity);
  const roomId = await roomOf(first);
  await block(admin, roomId);
  const again = await arrive();
  await again.call('PUT', 'identity', identity);
  const refused = { status: 403, key: 'VISITOR_BLOCKED' };
  expect(await again.say('Cheaper still')).toMatchObject(refused);
  expect(await again.upload(await picture())).toEqual(refused);
  await again.connect();
  again.send('Text', { clientMessageId: newId(), text: 'By the socket, then' });
  await vi.waitFor(() => expect(again.frames.at(-1)).toMatchObject({ payload: { message: 'VISITOR_BLOCKED' } }), 5000);
  again.leave();
  expect((await call(admin, 'GET', `rooms/${roomId}`)).body).toMatchObject({ state: 'RESOLVED' });
  await call(admin, 'DELETE', `rooms/${roomId}/spam`);
  expect((await again.say('Thank you')).status).toBe(200);
});

it('lets no conversation begin of what was written while the visitor was being blocked', async () => {
  const visitors = await Promise.all(Array.from({ length: 6 }, () => arrive()));
  const rooms = await Promise.all(visitors.map(roomOf));
  await Promise.all(
    visitors.flatMap((visitor, at) => [block(admin, rooms[at] ?? ''), visitor.say('Cheaper'), visitor.say('Still cheaper')]),
  );
  for (const roomId of rooms) expect((await call(admin, 'GET', `rooms/${roomId}`)).body).toMatchObject({ state: 'RESOLVED' });
});

it('is lifted from the room or from the list, once, and both stand in the trail', async () => {
  const visitor = await arrive();
  const roomId = await roomOf(visitor);
  await visitor.connect();
  const stands = () => visitor.frames.flatMap((frame) => (frame.type === 'ConversationState' ? [frame.payload.state] : []));
  await block(admin, roomId);
  // Never asked to write again.
  await vi.waitFor(() => expect(new Set(stands())).toEqual(new Set(['BLOCKED'])), 5000);
  expect((await call(admin, 'DELETE', `rooms/${roomId}/spam`)).status).toBe(200);
  await vi.waitFor(() => expect(stands().at(-1)).toBe('RESOLVED'), 5000);
  visitor.leave();
  expect((await visitor.say('Thank you')).status).toBe(200);
  await block(admin, roomId);
  const [blocked] = (await list()).content;
  const path = `accounts/${account.accountId}/blocked-visitors/${blocked?.id}`;
  expect((await call(admin, 'DELETE', path)).status).toBe(200);
  expect(await call(admin, 'DELETE', path)).toMatchObject({ status: 404, key: 'ERROR_NOT_FOUND' });
  expect((await visitor.say('Thank you again')).status).toBe(200);
  const trail = (await call(admin, 'GET', `accounts/${account.accountId}/audit`)).body as { content: { kind: string }[] };
  expect(trail.content.map(({ kind }) => kind).filter((kind) => kind.startsWith('CUSTOMER_'))).toEqual([
    'CUSTOMER_UNBLOCKED',
    'CUSTOMER_BLOCKED',
    'CUSTOMER_UNBLOCKED',
    'CUSTOMER_BLOCKED',
  ]);
});

it('is not for an agent whose colleague holds the conversation, nor for a room that one does not see', async () => {
  const visitor = await arrive();
  const roomId = await roomOf(visitor);
  const { id: conversationId } = await app.database.db
    .reader(account.accountId)
    .selectFrom('conversations')
    .select('id')
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  const holder = await AgentConnection.open(app.origin, agent);
  expect((await holder.ask('Assign', { roomId, conversationId, userId: agentId, expectedUserId: null })).type).toBe('Ack');
  const other = await signIn('agent');
  expect(await block(other.token, roomId)).toMatchObject({ status: 404, key: 'ROOM_NOT_FOUND' });
  expect((await factsOf(roomId)).block).toBeNull();
  expect((await block(agent, roomId)).status).toBe(200);
  holder.close();
});
