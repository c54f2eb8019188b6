import { createHmac } from 'node:crypto';
import { type Access, type AgentReceives, agentSends, api, can, defaultNotices, Role, uploads } from '@parley/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentConnection, startApp, type TestApp } from '../test/app.ts';
import { TestAuthenticator } from '../test/authenticator.ts';
import { givenAccount, messageId, type TestAccount } from '../test/people.ts';
import { givenSuperUser, givePassword, SignInBrowser } from '../test/sign-in.ts';
import type { Actor } from './accounts/index.ts';
import { stepAt, totpCode } from './identity/totp.ts';
import { newId } from './platform/clock.ts';

/** How to call a route so that it works, and what to spoil. A route without an entry does not compile. */
interface Example {
  params?: (token?: string) => Record<string, string>;
  query?: Record<string, string>;
  body?: (token?: string) => unknown;
  /** Instead of JSON, the body as it is. */
  stream?: string;
  /** What must be there before this caller's call can work. */
  before?: (caller: How) => Promise<void>;
  /** An input that does not fit, and the field that the answer must name. */
  spoilt?: { query?: Record<string, string>; body?: unknown; field: string };
}
type UploadName = `uploads.${keyof typeof uploads}`;
type RouteName = { [A in keyof typeof api]: `${A & string}.${keyof (typeof api)[A] & string}` }[keyof typeof api] | UploadName;

let app: TestApp;
let account: TestAccount;
let foreign: TestAccount;
const tokens = new Map<Role, string>();
const people = new Map<Role, Actor>();
let foreignToken: string;
let roomId: string;
let eventId: string;
let groupId: string;
let channelId: string;
let visitorSecret: string;
let uploadId = newId();
/** People whom nobody minds being changed: one of the account, and a super admin. Both were invited and have not come. */
let guestId: string;
let superGuestId: string;

const byUser = (caller: How) => uploadBy('uploads.ofUser', caller);
const byVisitor = (caller: How) => uploadBy('uploads.ofVisitor', caller);
async function uploadBy(name: UploadName, caller: How): Promise<void> {
  ({ fileId: uploadId } = (await (await call(name, { ...caller, params: {} })).json()) as { fileId: string });
}

let identity: { userId: string; signature: string };
/** The widget's secret is made anew, and signs whom the site means. */
async function signIdentity(): Promise<void> {
  const made = await call('widgets.newIdentitySecret', { token: tokens.get('admin') as string });
  const { secret } = (await made.json()) as { secret: string };
  identity = { userId: 'customer-1', signature: createHmac('sha256', secret).update('customer-1').digest('hex') };
}

/** Those who have a token alone. */
const ofToken = (prepare: (token: string) => Promise<void>) => (caller: How) => prepare(caller.token ?? '');

const password = `made-up-${newId()}`;
const emails = new Map<string, string>();
/** What `before` made for the caller of this token. */
const made = new Map<string, { sessionId?: string; code?: string; passkeyId?: string; passkey?: unknown }>();
const nobodys = 'nobodys-id-0000000000';

async function post<T>(token: string, path: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${app.origin}/api/users/me/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

async function begunTotp(token: string): Promise<void> {
  await post(token, 'second-factors/totp/remove', { password });
  const { secret } = await post<{ secret: string }>(token, 'second-factors/totp', { password });
  made.set(token, { code: totpCode(secret, stepAt(Date.now())) });
}
async function withTotp(token: string): Promise<void> {
  await begunTotp(token);
  await post(token, 'second-factors/totp/confirm', { code: made.get(token)?.code });
}
async function madePasskey(token: string): Promise<void> {
  const begun = await post<{ options: { challenge: string }; state: string }>(token, 'second-factors/passkeys/options', { password });
  const authenticator = new TestAuthenticator(app.origin.replace('127.0.0.1', 'localhost'));
  const passkey = { state: begun.state, name: 'Phone', credential: authenticator.create(begun.options) };
  made.set(token, { passkeyId: authenticator.id, passkey });
}

const EXAMPLES: Record<RouteName, Example> = {
  'users.me': {},
  'users.changeMe': {
    body: () => [{ op: 'replace', path: 'timezone', value: 'Europe/Sofia' }],
    spoilt: { body: [{ op: 'replace', path: 'timezone', value: 'Mars/Base' }], field: 'body.0.value' },
  },
  'users.setSettings': {
    body: () => ({ enterSends: true, notices: defaultNotices }),
    spoilt: { body: { enterSends: 'no', notices: defaultNotices }, field: 'body.enterSends' },
  },
  'notifications.list': { spoilt: { query: { size: '0' }, field: 'query.size' } },
  'notifications.read': { body: () => ({ upTo: newId() }), spoilt: { body: { upTo: 'newest' }, field: 'body.upTo' } },
  'users.linkedIdentities': {},
  'users.chatStatus': {},
  'users.setChatStatus': { body: () => ({ status: 'break' }), spoilt: { body: { status: 'asleep' }, field: 'body.status' } },
  'users.counters': {},
  'users.ofAccount': { params: () => ({ accountId: account.accountId }), spoilt: { query: { size: '0' }, field: 'query.size' } },
  'ownSignIn.changePassword': {
    body: () => ({ currentPassword: password, newPassword: password }),
    spoilt: { body: { currentPassword: password }, field: 'body.newPassword' },
  },
  'ownSignIn.changeEmail': {
    body: () => ({ password, email: `${newId()}@lumen.example` }),
    spoilt: { body: { password, email: 'nowhere' }, field: 'body.email' },
  },
  'ownSignIn.sessions': {},
  'ownSignIn.endSession': {
    before: ofToken(async (token) => {
      const { access_token } = await new SignInBrowser(app.origin).signIn(emails.get(token) ?? '', password);
      made.set(token, { sessionId: String(decodeJwt(access_token).sid) });
    }),
    params: (token = '') => ({ sessionId: made.get(token)?.sessionId ?? nobodys }),
  },
  'ownSignIn.endOtherSessions': {},
  'ownSignIn.secondFactors': {},
  'ownSignIn.beginTotp': { body: () => ({ password }), spoilt: { body: {}, field: 'body.password' } },
  'ownSignIn.confirmTotp': {
    before: ofToken(begunTotp),
    body: (token = '') => ({ code: made.get(token)?.code ?? '' }),
    spoilt: { body: { code: 7 }, field: 'body.code' },
  },
  'ownSignIn.removeTotp': { before: ofToken(withTotp), body: () => ({ password }), spoilt: { body: {}, field: 'body.password' } },
  'ownSignIn.newRecoveryCodes': {
    before: ofToken(withTotp),
    body: () => ({ password }),
    spoilt: { body: { password: null }, field: 'body.password' },
  },
  'ownSignIn.beginPasskey': { body: () => ({ password }), spoilt: { body: {}, field: 'body.password' } },
  'ownSignIn.addPasskey': {
    before: ofToken(madePasskey),
    body: (token = '') => made.get(token)?.passkey ?? {},
    spoilt: { body: { state: 'x', name: ' ', credential: {} }, field: 'body.name' },
  },
  'ownSignIn.removePasskey': {
    before: ofToken(async (token) => {
      await madePasskey(token);
      await post(token, 'second-factors/passkeys', made.get(token)?.passkey);
    }),
    params: (token = '') => ({ passkeyId: made.get(token)?.passkeyId ?? nobodys }),
    body: () => ({ password }),
    spoilt: { body: {}, field: 'body.password' },
  },
  'realtime.ticket': {},
  'rooms.list': { query: { view: 'waiting' }, spoilt: { query: { room_state: 'OPEN' }, field: 'query.room_state' } },
  'rooms.one': { params: () => ({ roomId }), spoilt: { query: { include: 'EVERYTHING' }, field: 'query.include' } },
  'rooms.create': {
    body: () => ({ users: [...people.values()].map((one) => one.userId), roomType: 'GROUP' }),
    spoilt: { body: { users: [], roomType: 'INTERNAL' }, field: 'body.users' },
  },
  'rooms.change': {
    params: () => ({ roomId }),
    body: () => [{ op: 'replace', path: 'starred', value: true }],
    spoilt: { body: [{ op: 'replace', path: 'state', value: 'RESOLVED' }], field: 'body.0.path' },
  },
  'rooms.addParticipants': {
    params: () => ({ roomId: groupId }),
    body: () => ({ roomParticipants: [{ associatedParticipantId: people.get('admin')?.userId, type: 'USER' }] }),
    spoilt: {
      body: { roomParticipants: [{ associatedParticipantId: 'x', type: 'USER' }] },
      field: 'body.roomParticipants.0.associatedParticipantId',
    },
  },
  'rooms.removeParticipants': {
    params: () => ({ roomId: groupId }),
    body: () => ({ roomParticipants: [{ associatedParticipantId: newId(), type: 'USER' }] }),
    spoilt: { body: {}, field: 'body.roomParticipants' },
  },
  'rooms.recentEvents': { params: () => ({ roomId }), spoilt: { query: { private_messages: 'perhaps' }, field: 'query.private_messages' } },
  'rooms.changes': {
    params: () => ({ roomId }),
    query: { epoch: '1', change: '0' },
    spoilt: { query: { epoch: '1', change: '-1' }, field: 'query.change' },
  },
  'rooms.history': { params: () => ({ roomId }), spoilt: { query: { size: '1000' }, field: 'query.size' } },
  'rooms.historyByEvent': {
    params: () => ({ roomId }),
    query: { position: 'AROUND' },
    spoilt: { query: { position: 'SIDEWAYS', event_id: newId() }, field: 'query.position' },
  },
  'rooms.send': {
    params: () => ({ roomId }),
    body: () => ({ type: 'Note', payload: { clientMessageId: messageId(), roomId, text: 'Noted' } }),
    spoilt: {
      body: { type: 'Note', payload: { clientMessageId: 'short', roomId: newId(), text: 'x' } },
      field: 'body.payload.clientMessageId',
    },
  },
  // A click while an attempt is under way is answered and changes nothing.
  'rooms.retry': { params: () => ({ roomId, eventId }) },
  'uploads.ofUser': { query: { name: 'a.txt' }, stream: 'words', spoilt: { query: { name: '' }, field: 'query.name' } },
  'uploads.ofVisitor': { query: { name: 'a.txt' }, stream: 'words', spoilt: { query: { name: '' }, field: 'query.name' } },
  'files.urls': { body: () => ({ fileIds: [uploadId] }), spoilt: { body: { fileIds: [] }, field: 'body.fileIds' } },
  'files.limits': {},
  'files.remove': { before: byUser, params: () => ({ fileId: uploadId }) },
  'visitor.fileUrls': { body: () => ({ fileIds: [uploadId] }), spoilt: { body: { fileIds: ['x'] }, field: 'body.fileIds.0' } },
  'visitor.removeFile': { before: byVisitor, params: () => ({ fileId: uploadId }) },
  'visitor.sendFile': {
    before: byVisitor,
    body: () => ({ clientMessageId: messageId(), fileId: uploadId, text: null }),
    spoilt: { body: { clientMessageId: messageId(), fileId: 'x', text: null }, field: 'body.fileId' },
  },
  'visitor.widget': { params: () => ({ widgetId: account.widgetId }) },
  'visitor.startSession': { body: () => ({ widgetId: account.widgetId }), spoilt: { body: { widgetId: 7 }, field: 'body.widgetId' } },
  'visitor.ticket': {},
  'visitor.tellDetails': {
    body: () => ({ name: 'Mira', email: 'mira@shop.example' }),
    spoilt: { body: { email: 'nowhere' }, field: 'body.email' },
  },
  'visitor.identify': {
    before: signIdentity,
    body: () => identity,
    spoilt: { body: { userId: 'c-1', signature: 'short' }, field: 'body.signature' },
  },
  'visitor.signOut': {
    before: async (caller) => {
      caller.secret = ((await (await call('visitor.startSession', {})).json()) as { secret: string }).secret;
    },
  },
  'visitor.history': { spoilt: { query: { before: '0' }, field: 'query.before' } },
  'visitor.send': {
    body: () => ({ clientMessageId: messageId(), text: 'Hello' }),
    spoilt: { body: { clientMessageId: messageId(), text: ' ' }, field: 'body.text' },
  },
  'accounts.list': { query: { search: 'lum' }, spoilt: { query: { sort: 'colour,asc' }, field: 'query.sort' } },
  'accounts.create': { body: () => ({ name: 'Vega' }), spoilt: { body: { name: ' ' }, field: 'body.name' } },
  'accounts.one': { params: () => ({ accountId: account.accountId }) },
  'accounts.change': {
    params: () => ({ accountId: account.accountId }),
    body: () => [{ op: 'replace', path: 'industry', value: 'Lamps' }],
    spoilt: { body: [{ op: 'replace', path: 'pbxIntegrationUrl', value: 'javascript:alert(1)' }], field: 'body.0.value' },
  },
  'people.list': { params: () => ({ accountId: account.accountId }), spoilt: { query: { role: 'superAdmin' }, field: 'query.role' } },
  'people.create': {
    params: () => ({ accountId: account.accountId }),
    body: () => ({ firstName: 'Iva', email: `${newId()}@lumen.example`, role: 'agent' }),
    spoilt: { body: { firstName: 'Iva', email: 'nowhere', role: 'agent' }, field: 'body.email' },
  },
  'people.one': { params: () => ({ accountId: account.accountId, userId: guestId }) },
  'people.change': {
    params: () => ({ accountId: account.accountId, userId: guestId }),
    body: () => [{ op: 'replace', path: 'jobTitle', value: 'Care' }],
    spoilt: { body: [{ op: 'replace', path: 'role', value: 'superAdmin' }], field: 'body.0.value' },
  },
  'people.invite': { params: () => ({ accountId: account.accountId, userId: guestId }) },
  'people.endSessions': { params: () => ({ accountId: account.accountId, userId: guestId }) },
  'people.removeSecondFactors': { params: () => ({ accountId: account.accountId, userId: guestId }) },
  'superUsers.list': { spoilt: { query: { status: 'asleep' }, field: 'query.status' } },
  'superUsers.create': {
    body: () => ({ firstName: 'Iva', email: `${newId()}@parley.example` }),
    spoilt: { body: { firstName: 'Iva', email: 'nowhere' }, field: 'body.email' },
  },
  'superUsers.one': { params: () => ({ superUserId: superGuestId }) },
  'superUsers.change': {
    params: () => ({ superUserId: superGuestId }),
    body: () => [{ op: 'replace', path: 'lastName', value: 'Petrova' }],
    spoilt: { body: [{ op: 'replace', path: 'timezone', value: '+02:00' }], field: 'body.0.value' },
  },
  'superUsers.invite': { params: () => ({ superUserId: superGuestId }) },
  'superUsers.endSessions': { params: () => ({ superUserId: superGuestId }) },
  'superUsers.removeSecondFactors': { params: () => ({ superUserId: superGuestId }) },
  'customers.facts': { params: () => ({ roomId }) },
  'widgets.list': { params: () => ({ accountId: account.accountId }) },
  'widgets.change': {
    params: () => ({ accountId: account.accountId, widgetId: account.widgetId }),
    body: () => [{ op: 'replace', path: 'headerText', value: 'Lamps' }],
    spoilt: { body: [{ op: 'replace', path: 'privacyUrl', value: 'javascript:alert(1)' }], field: 'body.0.value' },
  },
  'widgets.newIdentitySecret': { params: () => ({ accountId: account.accountId, widgetId: account.widgetId }) },
  'audit.ofAccount': { params: () => ({ accountId: account.accountId }), spoilt: { query: { kind: 'NOTHING' }, field: 'query.kind' } },
  'audit.ofInstallation': { spoilt: { query: { from: 'yesterday' }, field: 'query.from' } },
};

const calledRoutes = Object.entries(api).flatMap(([area, calls]) =>
  Object.entries(calls).map(([call, procedure]) => {
    const { route, meta } = procedure['~orpc'];
    const access = (meta as { access?: Access }).access as Access;
    return { name: `${area}.${call}` as RouteName, method: route.method ?? 'GET', path: route.path ?? '/', access };
  }),
);
const streams = Object.entries(uploads).map(([who, { method, path, access }]) => ({
  name: `uploads.${who}` as RouteName,
  method,
  path,
  access: access as Access,
}));
const routes = [...calledRoutes, ...streams];

beforeAll(async () => {
  // A mail server that nobody is: letters wait.
  app = await startApp({ env: { PARLEY_SMTP_URL: 'smtp://127.0.0.1:9', PARLEY_MAIL_FROM: 'parley@parley.example' } });
  const { db } = app.database;
  account = await givenAccount(db, 'Lumen');
  foreign = await givenAccount(db, 'Orion');
  async function signIn(owner: TestAccount, role: Role): Promise<{ actor: Actor; token: string }> {
    const actor = await owner.agent(role, { role });
    await givePassword(db, owner.accountId, actor.userId, password);
    const { email } = await db
      .reader(owner.accountId)
      .selectFrom('users')
      .select('email')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const { access_token: token } = await new SignInBrowser(app.origin).signIn(email, password);
    emails.set(token, email);
    return { actor, token };
  }
  for (const role of ['agent', 'supervisor', 'admin'] as const) {
    const { actor, token } = await signIn(account, role);
    people.set(role, actor);
    tokens.set(role, token);
  }
  foreignToken = (await signIn(foreign, 'admin')).token;
  await givenSuperUser(db, 'super@parley.example', password);
  const superToken = (await new SignInBrowser(app.origin).signIn('super@parley.example', password)).access_token;
  tokens.set('superAdmin', superToken);
  emails.set(superToken, 'super@parley.example');
  ({ userId: guestId } = await account.agent('Guest'));
  const invited = await call('superUsers.create', { token: superToken });
  superGuestId = ((await invited.json()) as { superUser: { id: string } }).superUser.id;
  ({ secret: visitorSecret } = (await (await call('visitor.startSession', {})).json()) as { secret: string });
  ({ eventId } = (await (await call('visitor.send', { secret: visitorSecret })).json()) as { eventId: string });
  const room = await db
    .reader(account.accountId)
    .selectFrom('events')
    .select(['room_id', 'contact_channel_id'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  roomId = room.room_id;
  channelId = room.contact_channel_id ?? '';
  const attempt = { account_id: account.accountId, event_id: eventId, contact_channel_id: channelId };
  await db.inAccount(account.accountId, (tx) => tx.insertInto('attempts').values(attempt).execute());
  const group = { users: [people.get('supervisor')?.userId, people.get('admin')?.userId], roomType: 'GROUP' };
  groupId = ((await (await call('rooms.create', { token: tokens.get('agent') as string, body: group })).json()) as { id: string }).id;
}, 120_000);
afterAll(() => app.close());

interface How {
  token?: string;
  secret?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

function call(name: RouteName, how: How): Promise<Response> {
  const route = routes.find((one) => one.name === name);
  if (!route) throw new Error(`no route ${name}`);
  const example = EXAMPLES[name];
  const params = how.params ?? example.params?.(how.token) ?? {};
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_place: string, key: string) => params[key] ?? '');
  const query = { ...example.query, ...(name === 'rooms.historyByEvent' ? { event_id: eventId } : {}), ...how.query };
  const body = 'body' in how ? how.body : example.body?.(how.token);
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${app.origin}/api${path}?${new URLSearchParams(query)}`, {
    method: route.method,
    headers: {
      ...(how.token ? { authorization: `Bearer ${how.token}` } : {}),
      ...(how.secret ? { 'x-visitor-secret': how.secret } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(example.stream === undefined ? json : { body: new TextEncoder().encode(example.stream) }),
  });
}

const allowedRoles = (access: Access) => (typeof access === 'string' ? [] : Role.options.filter((role) => can(role, access, {})));
const errorOf = async (response: Response) =>
  (await response.json()) as { message: string; errors: Array<{ params: Record<string, string> }> };

describe.each(routes)('$method $path', ({ name, access }) => {
  const isOpen = access === 'anyone';
  const right = (): How =>
    access === 'visitor' ? { secret: visitorSecret } : isOpen ? {} : { token: tokens.get(allowedRoles(access)[0] as Role) as string };

  it('works for who may call it', async () => {
    const callers = typeof access === 'string' ? [right()] : allowedRoles(access).map((role) => ({ token: tokens.get(role) as string }));
    expect(callers.length).toBeGreaterThan(0);
    for (const caller of callers) {
      await EXAMPLES[name].before?.(caller);
      expect(await call(name, caller).then((answer) => answer.status)).toBe(200);
    }
  });

  if (!isOpen)
    it('is closed to who says not who they are', async () => {
      for (const how of [{}, { token: 'not-a-token' }, { secret: 'x'.repeat(43) }]) {
        const answer = await call(name, how);
        expect([answer.status, (await errorOf(answer)).message]).toEqual([
          401,
          expect.stringMatching(/^(ERROR_UNAUTHENTICATED|VISITOR_SESSION_ENDED)$/),
        ]);
      }
    });

  if (typeof access !== 'string')
    it('is forbidden to every other role', async () => {
      const others = Role.options.filter((role) => !allowedRoles(access).includes(role));
      for (const role of others) {
        const answer = await call(name, { token: tokens.get(role) as string });
        expect([role, answer.status, (await errorOf(answer)).message]).toEqual([role, 403, 'ERROR_FORBIDDEN']);
      }
    });

  if (typeof access !== 'string' && EXAMPLES[name].params)
    it('does not find what is another account’s, or nobody’s', async () => {
      const params = Object.keys(EXAMPLES[name].params?.() ?? {});
      await EXAMPLES[name].before?.(right());
      const notFound = async (how: How) => expect((await call(name, how)).status, JSON.stringify(how.params)).toBe(404);
      // An admin of another account; what admins may not call at all is answered by 403 before.
      if (allowedRoles(access).includes('admin')) await notFound({ token: foreignToken });
      const nobodys = newId();
      const elsewhere = Object.fromEntries(params.map((key) => [key, nobodys]));
      // The path and the body of a send name the same room; only then is it looked for.
      await notFound({ ...right(), params: elsewhere, ...(name === 'rooms.send' ? { body: noteInto(nobodys) } : {}) });
    });

  if (EXAMPLES[name].spoilt)
    it('names the field that does not fit', async () => {
      const { field, ...spoilt } = EXAMPLES[name].spoilt as NonNullable<Example['spoilt']>;
      const answer = await call(name, { ...right(), ...spoilt });
      const error = await errorOf(answer);
      expect([answer.status, error.message]).toEqual([400, 'ERROR_VALIDATION']);
      expect(error.errors.map(({ params }) => params.field)).toContain(field);
    });
});

const noteInto = (into: string) => ({ type: 'Note', payload: { clientMessageId: messageId(), roomId: into, text: 'Noted' } });

/** A payload per frame that fits the contract, about this room. */
const frames = (room: string, event: string, conversation: string): Record<keyof typeof agentSends, unknown> => ({
  Text: { clientMessageId: messageId(), roomId: room, channelId, text: 'Hello' },
  Image: { clientMessageId: messageId(), roomId: room, channelId, fileId: uploadId, text: null },
  File: { clientMessageId: messageId(), roomId: room, channelId, fileId: uploadId, text: null },
  Note: { clientMessageId: messageId(), roomId: room, text: 'Noted' },
  Seen: { clientStatus: 'SEEN', roomId: room, roomEventId: event },
  Delivered: { clientStatus: 'DELIVERED', roomId: room, roomEventId: event },
  Pending: { clientStatus: 'PENDING', roomId: room, roomEventId: event },
  Typing: { roomId: room, channelId: 'note' },
  Resolve: { roomId: room, conversationId: conversation },
  Assign: { roomId: room, conversationId: conversation, userId: people.get('agent')?.userId, expectedUserId: null },
  RoomState: { rooms: [{ id: room, epoch: 1, change: 0, seenPublicNo: 0, seenPrivateNo: 0, starred: false }] },
  Token: { token: 'not-a-token' },
  Ping: {},
});
/** Frames that name a room and are answered by whether it is there. */
const ABOUT_A_ROOM = ['Text', 'Image', 'File', 'Note', 'Seen', 'Delivered', 'Pending', 'Resolve', 'Assign'] as const;

describe('frames', () => {
  let own: AgentConnection;
  let foreigner: AgentConnection;
  let conversationId: string;
  beforeAll(async () => {
    own = await AgentConnection.open(app.origin, tokens.get('agent') as string);
    foreigner = await AgentConnection.open(app.origin, foreignToken);
    const db = app.database.db.reader(account.accountId);
    conversationId = (await db.selectFrom('conversations').select('id').where('room_id', '=', roomId).executeTakeFirstOrThrow()).id;
  });
  afterAll(() => {
    own.close();
    foreigner.close();
  });
  const messageOf = (frame: AgentReceives) => (frame.payload as { message?: string }).message;

  it.each(Object.keys(agentSends).filter((kind) => kind !== 'Ping'))(
    '%s that does not fit is answered by VALIDATION naming a field',
    async (kind) => {
      for (const payload of [null, 7, [], { roomId: 'x', rooms: 7, token: 7, text: 7 }]) {
        const answer = await own.ask(kind, payload);
        expect([answer.type, messageOf(answer)]).toEqual(['VALIDATION', 'ERROR_VALIDATION']);
      }
    },
  );

  it.each(ABOUT_A_ROOM)('%s finds no room of another account, and none that is not there', async (kind) => {
    for (const [connection, room] of [
      [foreigner, roomId],
      [own, newId()],
    ] as const) {
      const answer = await connection.ask(kind, frames(room, eventId, conversationId)[kind]);
      expect([answer.type, messageOf(answer)]).toEqual(['INVALID_REQUEST', expect.stringMatching(/_NOT_FOUND$/)]);
    }
  });

  it('RoomState tells another account only that the room is gone', async () => {
    const answer = await foreigner.ask('RoomState', frames(roomId, eventId, conversationId).RoomState);
    expect(answer.payload).toEqual({ inStep: false, changes: [], reload: [], gone: [roomId], memberships: [] });
  });

  it('of a kind that nobody knows, or that is a name of every object, are refused', async () => {
    for (const kind of ['Teleport', 'constructor', '__proto__', 'toString', '']) expect((await own.ask(kind, {})).type).toBe('VALIDATION');
  });

  it('never reach a socket that may not see the room', async () => {
    foreigner.frames.length = 0;
    await own.ask('Note', frames(roomId, eventId, conversationId).Note);
    expect(foreigner.frames).toEqual([]);
  }, 10_000);

  it('a ticket opens nothing for a page that is not ours', async () => {
    const answer = await call('realtime.ticket', { token: tokens.get('agent') as string });
    const { ticket } = (await answer.json()) as { ticket: string };
    const url = `${app.origin.replace('http', 'ws')}/api/ws?app=agent-web&v=1&token=${encodeURIComponent(ticket)}`;
    const opened = await new Promise<boolean>((resolve) => {
      const socket = new WebSocket(url);
      socket.onclose = () => resolve(false);
      socket.onopen = () => resolve(true);
    });
    expect(opened).toBe(false);
  });
});
