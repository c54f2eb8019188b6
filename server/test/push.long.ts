import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../src/accounts/index.ts';
import { isOfService } from '../src/notifications/push/services.ts';
import { vapidKeys } from '../src/notifications/push/vapid.ts';
import { AgentConnection, startApp, type TestApp } from './app.ts';
import { until } from './loop-back/customers.ts';
import { givenAccount, type TestAccount } from './people.ts';
import { type PushService, type SubscribedBrowser, startPushService } from './push-service.ts';
import { givePassword, SignInBrowser, TEST_SECRET } from './sign-in.ts';
import { TestVisitor } from './visitor.ts';

const password = 'a lamp beside the bed';
const CONTACT = 'mailto:admin@parley.example';
/** Longer than a push is waited with, and a second try. */
const PATIENCE = { timeout: 20_000, interval: 100 };

let service: PushService;
let app: TestApp;
let account: TestAccount;
let petar: SignedIn;

interface SignedIn {
  actor: Actor;
  token: string;
}

async function signIn(firstName: string, options: Parameters<TestAccount['agent']>[1] = {}): Promise<SignedIn> {
  const { db } = app.database;
  const actor = await account.agent(firstName, options);
  await givePassword(db, account.accountId, actor.userId, password);
  const of = db.reader(account.accountId).selectFrom('users').select('email').where('id', '=', actor.userId);
  const { email } = await of.executeTakeFirstOrThrow();
  return { actor, token: (await new SignInBrowser(app.origin).signIn(email, password)).access_token };
}

async function call({ token }: SignedIn, method: string, path: string, body?: unknown) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(`${app.origin}/api${path}`, { method, headers, ...init });
  const said = (await answer.json()) as { message?: string; publicKey?: string; sessions?: { id: string }[] };
  return { status: answer.status, key: said.message, body: said };
}
async function subscribed(who: SignedIn, browser = service.browser()): Promise<SubscribedBrowser> {
  expect(await call(who, 'PUT', '/users/me/push/subscription', browser.subscription)).toMatchObject({ status: 200 });
  return browser;
}
const kept = async () => {
  const rows = await app.database.db.reader(account.accountId).selectFrom('push_subscriptions').select('user_id').execute();
  return rows.map(({ user_id }) => user_id);
};
const OWN = 'This conversation is now assigned to you';
/** By its words: what was said in the moment before somebody was given it may come as well. */
async function arrived(browser: SubscribedBrowser, begins = OWN) {
  const found = () => browser.got.find(({ body }) => body.startsWith(begins));
  await expect.poll(found, PATIENCE).toBeDefined();
  return found();
}

/** A customer of whom somebody holds the conversation. */
async function heldBy({ actor }: Pick<SignedIn, 'actor'>): Promise<{ visitor: TestVisitor; roomId: string; conversationId: string }> {
  const visitor = await TestVisitor.arrive(app.origin, account.widgetId);
  const { eventId } = (await visitor.say('Good morning')).body as { eventId: string };
  const on = app.database.db.reader(account.accountId);
  const of = on.selectFrom('events').select(['room_id', 'conversation_id']).where('id', '=', eventId);
  const { room_id: roomId, conversation_id } = await of.executeTakeFirstOrThrow();
  const conversationId = conversation_id ?? '';
  await give(null, actor.userId, { roomId, conversationId });
  return { visitor, roomId, conversationId };
}
async function give(expectedUserId: string | null, userId: string, at: { roomId: string; conversationId: string }) {
  const line = await AgentConnection.open(app.origin, petar.token);
  expect((await line.ask('Assign', { ...at, userId, expectedUserId })).type).toBe('Ack');
  line.close();
}

beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ env: { PARLEY_PUSH_CONTACT: CONTACT, PARLEY_PUSH_SERVICES: service.origin } });
  account = await givenAccount(app.database.db);
  petar = await signIn('Petar', { role: 'supervisor', inQueue: false });
}, 60_000);
afterAll(() => Promise.all([app.close(), service.close()]));

describe('whoever has no page open', () => {
  it('is pushed what a customer writes to them, encrypted for their browser, and signed by this installation; who has one open is not', async () => {
    const [elena, dora] = [await signIn('Elena'), await signIn('Dora')];
    const [elenas, doras] = [await subscribed(elena), await subscribed(dora)];
    const page = await AgentConnection.open(app.origin, dora.token);
    const [first, second] = [await heldBy(elena), await heldBy(dora)];
    expect(await arrived(elenas)).toMatchObject({ path: `/communications/${first.roomId}` });
    const long = `Where is my parcel? ${'It was to come on Monday. '.repeat(9)}`;
    await second.visitor.say('Hello?');
    const { body } = await first.visitor.say(long);
    const notice = await arrived(elenas, 'Where is my parcel?');
    expect(notice).toMatchObject({ tag: (body as { eventId: string }).eventId, title: expect.stringMatching(/^Visitor \d{4}$/) });
    expect([notice?.body.startsWith('Where is my parcel?'), notice?.body.length, notice?.body.at(-1)]).toEqual([
      true,
      expect.any(Number),
      '…',
    ]);
    expect([...(notice?.body ?? '')].length).toBeLessThanOrEqual(76);

    const [headers] = elenas.asked;
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers?.authorization ?? '') ?? [];
    expect(key).toBe((await call(elena, 'GET', '/users/me/push')).body.publicKey);
    const point = Buffer.from(key, 'base64url');
    const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', ...coordinates }, 'ES256'), {
      audience: service.origin,
    });
    expect(payload.sub).toBe(CONTACT);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: expect.stringMatching(/^\d{3}$/) });
    expect(doras.asked).toEqual([]);
    page.close();
  }, 60_000);

  it('goes to the ten browsers at most in which one person subscribed last', async () => {
    const many = await signIn('Many');
    for (let n = 0; n < 12; n++) await subscribed(many);
    expect((await kept()).filter((userId) => userId === many.actor.userId)).toHaveLength(10);
  });

  it('is told of a colleague’s words and of a notification, in their own language, by what they chose', async () => {
    const [ivo, quiet] = [await signIn('Ivo'), await signIn('Quiet')];
    expect(await call(ivo, 'PATCH', '/users/me', [{ op: 'replace', path: 'locale', value: 'bg' }])).toMatchObject({ status: 200 });
    const off = { COLLEAGUE: { desktop: false, sound: 'NONE' } };
    expect(await call(quiet, 'PATCH', '/users/me/settings', { notices: off })).toMatchObject({ status: 200 });
    const [ivos, quiets] = [await subscribed(ivo), await subscribed(quiet)];
    const held = await heldBy(ivo);
    await arrived(ivos, 'Този разговор вече е Ваш');
    const group = { users: [ivo.actor.userId, quiet.actor.userId], roomType: 'GROUP' };
    const { body } = await call(petar, 'POST', '/rooms', group);
    const roomId = (body as unknown as { id: string }).id;
    const text = { clientMessageId: 'message-of-petar', roomId, channelId: 'internal', text: 'Who has the keys?' };
    expect(await call(petar, 'POST', `/rooms/${roomId}/messages`, { type: 'Text', payload: text })).toMatchObject({ status: 200 });
    await until(
      async () => ivos.got.map(({ body: words }) => words),
      (all) => all.includes('Petar Test: Who has the keys?'),
    );
    // A group without a name is called by the others in it.
    expect(ivos.got.find(({ body: words }) => words.endsWith('Who has the keys?'))?.title).toMatch(/^(Petar, Quiet|Quiet, Petar)$/);
    await give(ivo.actor.userId, petar.actor.userId, held);
    await until(
      async () => ivos.got.map(({ body: words }) => words),
      (all) => all.some((words) => words.startsWith('Petar Test пое')),
    );
    // Added to the group: a notification, which they did not switch off.
    expect(quiets.got.map(({ title }) => title)).toEqual(['Notifications']);
  }, 60_000);
});

describe('a push service', () => {
  it('that does not take it now is asked again; one that knows the browser no more ends the subscription', async () => {
    const nora = await signIn('Nora');
    const browser = await subscribed(nora);
    browser.answers.push(503);
    const { visitor } = await heldBy(nora);
    await arrived(browser);
    await expect.poll(() => browser.asked.length - browser.got.length, PATIENCE).toBe(1);
    browser.answers.push(410);
    await visitor.say('Are you there?');
    await expect.poll(kept, PATIENCE).not.toContain(nora.actor.userId);
    expect(browser.got.map(({ body }) => body)).not.toContain('Are you there?');
  }, 60_000);

  it('that leads elsewhere is not followed', async () => {
    const rada = await signIn('Rada');
    const browser = await subscribed(rada);
    browser.answers.push(302);
    await heldBy(rada);
    await expect.poll(() => browser.asked.length, PATIENCE).toBeGreaterThan(0);
    const bodies = browser.got.map(({ body }) => body);
    // Nothing was asked for at the other address, and the refused one was not sent again.
    expect(browser.asked.length - bodies.length).toBe(1);
  }, 60_000);

  it('must be one of those that the operator allows, and the keys must be keys', async () => {
    const { subscription } = service.browser();
    const attempt = (more: object) => call(petar, 'PUT', '/users/me/push/subscription', { ...subscription, ...more });
    for (const endpoint of ['https://127.0.0.1/push', 'http://169.254.169.254/latest', 'https://fcm.googleapis.com/fcm/send/x'])
      expect(await attempt({ endpoint })).toMatchObject({ status: 422, key: 'PUSH_SERVICE_UNKNOWN' });
    expect(await attempt({ endpoint: 'file:///etc/passwd' })).toMatchObject({ status: 400 });
    const keys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
    expect(await attempt({ keys })).toMatchObject({ status: 422, key: 'PUSH_KEYS_WRONG' });
  });
});

describe('a subscription', () => {
  it('ends with its sign-in, when the switch is put back, and when somebody else sits before the browser', async () => {
    const [vera, zoe] = [await signIn('Vera'), await signIn('Zoe')];
    const browser = await subscribed(vera);
    await subscribed(zoe, browser);
    expect(await kept()).not.toContain(vera.actor.userId);
    expect(await kept()).toContain(zoe.actor.userId);
    // Nobody else's can be ended.
    await call(vera, 'POST', '/users/me/push/unsubscribe', { endpoint: browser.subscription.endpoint });
    expect(await kept()).toContain(zoe.actor.userId);
    await call(zoe, 'POST', '/users/me/push/unsubscribe', { endpoint: browser.subscription.endpoint });
    expect(await kept()).not.toContain(zoe.actor.userId);

    await subscribed(zoe, browser);
    await heldBy(zoe);
    const [session] = (await call(zoe, 'GET', '/users/me/sessions')).body.sessions ?? [];
    await call(zoe, 'DELETE', `/users/me/sessions/${session?.id}`);
    await expect.poll(kept, PATIENCE).not.toContain(zoe.actor.userId);
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(browser.asked).toEqual([]);
  }, 60_000);

  it('is refused where the installation pushes nothing', async () => {
    const plain = await startApp();
    const owner = await givenAccount(plain.database.db);
    const actor = await owner.agent('Mila');
    await givePassword(plain.database.db, owner.accountId, actor.userId, password);
    const of = plain.database.db.reader(owner.accountId).selectFrom('users').select('email').where('id', '=', actor.userId);
    const { email } = await of.executeTakeFirstOrThrow();
    const { access_token } = await new SignInBrowser(plain.origin).signIn(email, password);
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    expect(await (await fetch(`${plain.origin}/api/users/me/push`, { headers })).json()).toEqual({ publicKey: null });
    const body = JSON.stringify(service.browser().subscription);
    const refused = await fetch(`${plain.origin}/api/users/me/push/subscription`, { method: 'PUT', headers, body });
    expect(await refused.json()).toMatchObject({ message: 'PUSH_NOT_OFFERED' });
    await plain.close();
  }, 60_000);
});

describe('isOfService', () => {
  const services = ['push.example.com', '*.push.example.org', 'http://127.0.0.1:9000'];
  it.each(['https://push.example.com/a', 'https://eu.push.example.org/b?c', 'http://127.0.0.1:9000/d'])('takes %s', (endpoint) =>
    expect(isOfService(endpoint, services)).toBe(true),
  );
  it.each([
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://push.example.com.evil.example/a',
    'https://evilpush.example.org/a',
    'https://push.example.org/a',
    'https://user:word@push.example.com/a',
    'http://127.0.0.1:9001/a',
    'https://127.0.0.1:9000/a',
    'nothing',
  ])('does not take %s', (endpoint) => expect(isOfService(endpoint, services)).toBe(false));
});

it('the keys of an installation are the same as long as its secret is', () => {
  const { publicKey, privateKey } = vapidKeys(TEST_SECRET);
  expect(vapidKeys(TEST_SECRET)).toEqual({ publicKey, privateKey });
  expect([Buffer.from(publicKey, 'base64url').length, Buffer.from(privateKey, 'base64url').length]).toEqual([65, 32]);
  expect(vapidKeys('cd'.repeat(32)).publicKey).not.toBe(publicKey);
});
