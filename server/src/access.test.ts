import { createECDH, createHmac, randomBytes } from 'node:crypto';
import {
  type Access,
  type AgentReceives,
  agentFrameAccess,
  agentSends,
  api,
  can,
  defaultNotices,
  type Permission,
  Role,
  uploads,
} from '@parley/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { channelSettingsExamples } from '../test/access/channel-settings.ts';
import type { AnyExample, Caller, Example, RouteName, UploadName } from '../test/access/example.ts';
import { everyOtherFeature, FEATURE_OFF, FEATURE_ON, forbidden, hangingOn } from '../test/access/features.ts';
import { nameOfId, nobodysBeside, placesOfIds, withIdAt } from '../test/access/ids.ts';
import { mailboxExamples } from '../test/access/mailboxes.ts';
import { AgentConnection, startApp, type TestApp } from '../test/app.ts';
import { TestAuthenticator } from '../test/authenticator.ts';
import { givenSource, someEmail } from '../test/emails.ts';
import { loopBack } from '../test/loop-back/channel.ts';
import { givenApplication, newAddress } from '../test/loop-back/customers.ts';
import { givenAccount, messageId, type TestAccount } from '../test/people.ts';
import { plainPicture } from '../test/pictures.ts';
import { givenEnd, givenQuarantined } from '../test/providers.ts';
import { givenSuperUser, givePassword, SignInBrowser } from '../test/sign-in.ts';
import { givenTimeslot, workingTime } from '../test/timeslots.ts';
import type { Actor } from './accounts/index.ts';
import type { Files } from './files/index.ts';
import { stepAt, totpCode } from './identity/totp.ts';
import { newId } from './platform/clock.ts';
import { storeEvents } from './rooms/lanes.ts';

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
let conversationId: string;
let visitorSecret: string;
let uploadId = newId();
/** People whom nobody minds being changed: one of the account, and a super admin. Both were invited and have not come. */
let guestId: string;
let superGuestId: string;
/** With a password, unlike the guests, and nobody who calls. */
let joinedId: string;
let joinedSuperId: string;

const upload =
  (name: UploadName, bytes?: () => Promise<Buffer>) =>
  async (caller: Caller): Promise<void> => {
    uploadId = await uploaded(name, caller, await bytes?.());
  };
const byUser = upload('uploads.ofUser');
const byVisitor = upload('uploads.ofVisitor');
const byPainter = upload('uploads.ofUser', () => plainPicture(4, 4).png().toBuffer());
/** A picture of each caller's that nothing sends: few a minute are taken. */
const unsent = new Map<string, string>();
async function byWriter(caller: Caller): Promise<void> {
  const { token = '' } = caller;
  const there = unsent.get(token);
  if (there === undefined) {
    await byPainter(caller);
    unsent.set(token, uploadId);
  } else uploadId = there;
}
async function uploaded(name: UploadName, { token, secret }: Caller, stream?: Buffer): Promise<string> {
  const caller = token === undefined ? (secret === undefined ? {} : { secret }) : { token };
  const answer = await call(name, { ...caller, ...(stream ? { stream } : {}) });
  expect(answer.status, 'the upload').toBe(200);
  return ((await answer.json()) as { fileId: string }).fileId;
}

let identity: { userId: string; signature: string };
/** The widget's secret is made anew, and signs whom the site means. */
async function signIdentity(): Promise<void> {
  const made = await call('widgets.newIdentitySecret', { token: tokens.get('admin') as string });
  const { secret } = (await made.json()) as { secret: string };
  identity = { userId: 'customer-1', signature: createHmac('sha256', secret).update('customer-1').digest('hex') };
}

/** Those who have a token alone. */
const ofToken = (prepare: (token: string) => Promise<void>) => (caller: Caller) => prepare(caller.token ?? '');

let timeslotId = newId();
const freshTimeslot = async () => {
  timeslotId = await givenTimeslot(app.database.db, account.accountId);
};

/** Our end of a channel with an adapter, whose provider answers nothing. */
let endId = '';
const ofEnd = () => ({ accountId: account.accountId, channelApplicationId: endId });
let quarantinedId = '';
const freshQuarantined = async () => {
  quarantinedId = await givenQuarantined(app.database.db, account, endId);
};

/** Given to the caller, and handed on by them. */
let handedOn = { roomId: newId(), conversationId: newId() };
async function handOn(token: string): Promise<void> {
  const { roomId: room, conversationId: conversation } = await givenConversation(account);
  handedOn = { roomId: room, conversationId: conversation };
  const userId = [...people].find(([role]) => tokens.get(role) === token)?.[1].userId;
  const hand = (by: string, to: unknown, expectedUserId: string | null = null) => {
    const body = { to, expectedUserId, expectedQueueId: account.queueId, clientTransferId: messageId() };
    return call('transfers.create', { token: by, params: handedOn, body });
  };
  await hand(tokens.get('admin') as string, { type: 'USER', userId });
  await hand(token, { type: 'QUEUE', queueId: account.queueId }, userId);
}

let noteId = newId();
/** A note of the caller's. */
async function givenNote(token: string): Promise<void> {
  const answer = await call('rooms.send', { token, params: { roomId }, body: noteInto(roomId) });
  if (answer.ok) noteId = ((await answer.json()) as { eventId: string }).eventId;
}

const mailChannelId = newId();
/** What the visitor wrote is an e-mail, and they have an address. */
async function givenEmail(): Promise<void> {
  const { accountId } = account;
  await app.database.db.inAccount(accountId, async (tx) => {
    await tx
      .updateTable('events')
      .set({ details: JSON.stringify({ email: someEmail() }) })
      .where('id', '=', eventId)
      .execute();
    const { contact_id: contact } = await tx.selectFrom('rooms').select('contact_id').where('id', '=', roomId).executeTakeFirstOrThrow();
    const mailbox = { id: mailChannelId, account_id: accountId, type: 'EMAIL', name: 'Support' };
    await tx
      .insertInto('channel_applications')
      .values(mailbox)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('contact_channels')
      .values({
        id: mailChannelId,
        account_id: accountId,
        contact_id: contact ?? '',
        room_id: roomId,
        type: 'EMAIL',
        address: 'maria@home.example',
        channel_application_id: mailChannelId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.updateTable('events').set({ type: 'EMAIL' }).where('id', '=', eventId).execute();
    const body = { account_id: accountId, event_id: eventId, html: '<p>Hello</p>' };
    await tx
      .insertInto('email_bodies')
      .values(body)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

let files: Files;
/** And its original is here. */
async function givenOriginal(): Promise<void> {
  await givenEmail();
  await givenSource(files, account, await givenApplication(app.database.db, account, 'EMAIL'), eventId);
}

let undeliveredId = newId();
/** A message to the customer's number that its provider has refused. */
async function givenUndelivered(): Promise<void> {
  const { accountId } = account;
  const on = app.database.db.reader(accountId);
  const sms = await on
    .selectFrom('contact_channels')
    .select('id')
    .where('room_id', '=', roomId)
    .where('type', '=', 'SMS')
    .executeTakeFirstOrThrow();
  undeliveredId = newId();
  const draft = {
    id: undeliveredId,
    roomId,
    contactChannelId: sms.id,
    kind: 'COMMUNICATION',
    type: 'MESSAGE',
    text: 'Are you there?',
  } as const;
  await storeEvents(on, [
    { ...draft, origin: 'USER', originId: people.get('agent')?.userId ?? null, originName: 'Zoe', status: 'PENDING' },
  ]);
  await on.updateTable('events').set({ status: 'REJECTED' }).where('id', '=', undeliveredId).execute();
}

/** A view of the caller's. */
let viewId = newId();
async function madeView(token: string): Promise<void> {
  const answer = await call('roomViews.create', { token, body: viewOf() });
  if (answer.ok) viewId = ((await answer.json()) as { id: string }).id;
}
const viewOf = (filters: object = {}) => ({ name: newId(), list: 'work', filters, sort: null, shared: false });

let spamRoomId = '';
let blockId = '';

/** A queue that nothing uses. */
let ownQueueId = newId();
async function madeQueue(token: string): Promise<void> {
  const params = { accountId: account.accountId };
  const answer = await call('queues.create', { token, params, body: { name: newId() } });
  if (answer.ok) ownQueueId = ((await answer.json()) as { id: string }).id;
}
const noViews = () => app.database.db.inAccount(account.accountId, async (tx) => void (await tx.deleteFrom('room_views').execute()));
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

/** What a window says when it saves a draft. */
const draftSave = (text: string) => ({
  text,
  attachments: [],
  clientMessageId: messageId(),
  windowId: messageId(),
  save: 1,
  base: 0,
  typedAgo: 0,
  settled: [],
  aside: [],
});

/** Where the caller holds the conversation, and their message that waits there. */
let heldThere = { roomId: newId(), channelId: newId() };
let scheduledId = newId();
async function holdThere(token: string): Promise<void> {
  const { roomId: room, channelId: channel, conversationId: conversation } = await givenConversation(account);
  heldThere = { roomId: room, channelId: channel };
  const userId = [...people].find(([role]) => tokens.get(role) === token)?.[1].userId;
  const body = { to: { type: 'USER', userId }, expectedUserId: null, expectedQueueId: account.queueId, clientTransferId: messageId() };
  const params = { roomId: room, conversationId: conversation };
  await call('transfers.create', { token: tokens.get('admin') as string, params, body });
}
async function givenScheduled(token: string): Promise<void> {
  await holdThere(token);
  const answer = await call('scheduled.create', { token, params: { roomId: heldThere.roomId }, body: later('At nine') });
  if (answer.ok) scheduledId = ((await answer.json()) as { id: string }).id;
}
/** What an e-mail refers to, by id. */
const emailReferences = ['inReplyTo', 'signatureId', 'quotes', 'forwards'] as const;
const later = (text: string) => ({
  clientMessageId: messageId(),
  channelId: heldThere.channelId,
  text,
  fileIds: [],
  sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  timezone: 'Europe/Sofia',
  unlessCustomerWrites: true,
});
/** What was scheduled, otherwise. */
function edited(text: string) {
  const { clientMessageId: _id, channelId: _channel, ...content } = later(text);
  return { ...content, version: 1 };
}

/** Where a transfer thinks to find the conversation of the tests. */
const heldByAgent = () => ({
  expectedUserId: people.get('agent')?.userId ?? '',
  expectedQueueId: account.queueId,
  clientTransferId: messageId(),
});

/** A browser that has subscribed: a point of the curve, and a secret. */
const BROWSER = {
  endpoint: 'https://push.example.com/send/browser',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
};

/** What a browser tells of a fault. */
const FAULT = { type: 'TypeError', frames: [{ function: 'draw', file: '/assets/page.js', line: 1, column: 2 }], page: '/admin' };

const EXAMPLES: { [Name in RouteName]: Example<Name> } = {
  'configuration.read': {},
  'users.me': {},
  'users.changeMe': {
    body: () => [{ op: 'replace', path: 'timezone', value: 'Europe/Sofia' }],
    spoilt: { body: [{ op: 'replace', path: 'timezone', value: 'Mars/Base' }], field: 'body.0.value' },
  },
  'users.changeSettings': {
    body: () => ({ enterSends: true, notices: defaultNotices }),
    spoilt: { body: { enterSends: 'no', notices: defaultNotices }, field: 'body.enterSends' },
  },
  'users.setPicture': {
    before: byPainter,
    body: () => ({ fileId: uploadId }),
    spoilt: { body: { fileId: 7 }, field: 'body.fileId' },
  },
  'notifications.list': {
    query: () => ({ after: newId() }),
    passesOver: 'a place in one’s own list, whether or not something stands there',
    spoilt: { query: { size: '0' }, field: 'query.size' },
  },
  'notifications.read': {
    body: () => ({ upTo: newId() }),
    more: [() => ({ body: { id: newId() } }), () => ({ body: { roomEventIds: [newId()] } }), () => ({ body: { roomId: newId() } })],
    passesOver: 'what is not one’s own stays as it is',
    spoilt: { body: { upTo: 'newest' }, field: 'body.upTo' },
  },
  'faults.report': {
    body: () => FAULT,
    spoilt: { body: { ...FAULT, page: 'nowhere' }, field: 'body.page' },
  },
  'push.settings': {},
  'push.subscribe': {
    body: () => BROWSER,
    spoilt: { body: { ...BROWSER, endpoint: 'nowhere' }, field: 'body.endpoint' },
  },
  'push.unsubscribe': {
    body: () => ({ endpoint: BROWSER.endpoint }),
    spoilt: { body: { endpoint: 'nowhere' }, field: 'body.endpoint' },
  },
  'widgets.list': { params: () => ({ accountId: account.accountId }) },
  'widgets.create': {
    params: () => ({ accountId: account.accountId }),
    body: () => ({ name: 'Blog' }),
    spoilt: { body: { name: 'Blog', primaryColor: 'violet' }, field: 'body.primaryColor' },
  },
  'widgets.change': {
    params: () => ({ accountId: account.accountId, widgetId: account.widgetId }),
    body: () => [{ op: 'replace', path: 'headerText', value: 'Ask us' }],
    spoilt: { body: [{ op: 'replace', path: 'allowedSites', value: ['shop.example'] }], field: 'body.0.value.0' },
  },
  'absence.read': { params: () => ({ accountId: account.accountId }) },
  'absence.change': {
    params: () => ({ accountId: account.accountId }),
    body: () => [{ op: 'replace', path: 'handBackAfterMinutes', value: 10 }],
    spoilt: { body: [{ op: 'replace', path: 'handBackAfterMinutes', value: 1441 }], field: 'body.0.value' },
  },
  'capacity.read': { params: () => ({ accountId: account.accountId }) },
  'capacity.change': {
    params: () => ({ accountId: account.accountId }),
    body: () => [{ op: 'replace', path: 'EMAIL', value: 10 }],
    spoilt: { body: [{ op: 'replace', path: 'EMAIL', value: 101 }], field: 'body.0.value' },
  },
  'queues.list': { params: () => ({ accountId: account.accountId }), spoilt: { query: { strategy: 'FIRST' }, field: 'query.strategy' } },
  'queues.create': {
    params: () => ({ accountId: account.accountId }),
    before: freshTimeslot,
    body: () => ({
      name: newId(),
      timeslotId,
      overflowQueueId: account.queueId,
      members: [{ userId: guestId, skill: 5, jobTitle: 'Agent' }],
    }),
    spoilt: { body: { name: 'Orders', members: [{ userId: newId(), skill: 11, jobTitle: 'Agent' }] }, field: 'body.members.0.skill' },
  },
  'queues.one': { params: () => ({ accountId: account.accountId, queueId: account.queueId }) },
  'queues.change': {
    before: ofToken(async (token) => {
      await freshTimeslot();
      await madeQueue(token);
    }),
    params: () => ({ accountId: account.accountId, queueId: ownQueueId }),
    body: () => [{ op: 'replace', path: 'description', value: 'Everything' }],
    more: [
      () => ({ body: [{ op: 'replace', path: 'timeslotId', value: timeslotId }] }),
      () => ({ body: [{ op: 'replace', path: 'overflowQueueId', value: account.queueId }] }),
      () => ({ body: [{ op: 'replace', path: 'members', value: [{ userId: guestId, skill: 5, jobTitle: 'Agent' }] }] }),
    ],
    spoilt: { body: [{ op: 'replace', path: 'isDefault', value: false }], field: 'body.0.value' },
  },
  'queues.remove': { before: ofToken(madeQueue), params: () => ({ accountId: account.accountId, queueId: ownQueueId }) },
  'users.linkedIdentities': {},
  'users.chatStatus': {},
  'users.endWrapUp': {},
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
    params: ({ token = '' }) => ({ sessionId: made.get(token)?.sessionId ?? nobodys }),
  },
  'ownSignIn.endOtherSessions': {},
  'ownSignIn.secondFactors': {},
  'ownSignIn.beginTotp': { body: () => ({ password }), spoilt: { body: {}, field: 'body.password' } },
  'ownSignIn.confirmTotp': {
    before: ofToken(begunTotp),
    body: ({ token = '' }) => ({ code: made.get(token)?.code ?? '' }),
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
    body: ({ token = '' }) => made.get(token)?.passkey ?? {},
    spoilt: { body: { state: 'x', name: ' ', credential: {} }, field: 'body.name' },
  },
  'ownSignIn.removePasskey': {
    before: ofToken(async (token) => {
      await madePasskey(token);
      await post(token, 'second-factors/passkeys', made.get(token)?.passkey);
    }),
    params: ({ token = '' }) => ({ passkeyId: made.get(token)?.passkeyId ?? nobodys }),
    body: () => ({ password }),
    spoilt: { body: {}, field: 'body.password' },
  },
  'realtime.ticket': {},
  'rooms.list': {
    query: () => ({
      view: 'waiting',
      channel: 'LIVECHAT,SMS',
      unread: 'true',
      search: 'maria',
      queue: account.queueId,
      agent: people.get('agent')?.userId ?? '',
      tag: newId(),
    }),
    passesOver: 'nothing is left of the list',
    spoilt: { query: { channel: 'LIVECHAT,PIGEON' }, field: 'query.channel.1' },
  },
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
    passesOver: 'who is not in the room needs not be taken out',
    spoilt: { body: {}, field: 'body.roomParticipants' },
  },
  'rooms.readers': { params: () => ({ roomId: groupId }) },
  'users.presence': {},
  'rooms.recentEvents': { params: () => ({ roomId }), spoilt: { query: { private_messages: 'perhaps' }, field: 'query.private_messages' } },
  'rooms.changes': {
    params: () => ({ roomId }),
    query: () => ({ epoch: '1', change: '0' }),
    spoilt: { query: { epoch: '1', change: '-1' }, field: 'query.change' },
  },
  'rooms.history': { params: () => ({ roomId }), spoilt: { query: { size: '1000' }, field: 'query.size' } },
  'rooms.historyByEvent': {
    params: () => ({ roomId }),
    query: () => ({ position: 'AROUND', event_id: eventId }),
    spoilt: { query: { position: 'SIDEWAYS', event_id: newId() }, field: 'query.position' },
  },
  'rooms.send': {
    params: () => ({ roomId }),
    before: byWriter,
    body: () => ({ type: 'Note', payload: frames(roomId).Note }),
    more: [
      ...(['Text', 'Image', 'File', 'Note'] as const).map((type) => () => ({
        body: { type, payload: { ...frames(roomId)[type], ...(type === 'Note' ? { fileId: uploadId } : {}) } },
      })),
      () => ({ body: { type: 'Note', payload: { ...frames(roomId).Note, ...quoting() } } }),
      () => ({ body: { type: 'Note', payload: { ...frames(roomId).Note, ...naming() } } }),
      () => ({ body: { type: 'Sms', payload: { ...frames(roomId).Sms, fileId: uploadId } } }),
      () => ({ body: { type: 'Email', payload: { ...frames(roomId).Email, ...attaching() } } }),
      () => ({ body: { type: 'Email', payload: { ...frames(roomId).Email, ...replying() } } }),
      ...(['quotes', 'forwards', 'signatureId'] as const).map((name) => () => ({
        body: { type: 'Email', payload: { ...frames(roomId).Email, [name]: eventId } },
      })),
    ],
    spoilt: {
      body: { type: 'Note', payload: { clientMessageId: 'short', roomId: newId(), text: 'x' } },
      field: 'body.payload.clientMessageId',
    },
  },
  // A click while an attempt is under way is answered and changes nothing.
  'transfers.targets': { query: () => ({ search: 'a' }), spoilt: { query: { search: 'a'.repeat(121) }, field: 'query.search' } },
  // To whoever holds it: it stays where it is.
  'transfers.create': {
    params: () => ({ roomId, conversationId }),
    body: () => ({ to: { type: 'USER', userId: people.get('agent')?.userId }, ...heldByAgent() }),
    more: [() => ({ body: { to: { type: 'QUEUE', queueId: account.queueId }, ...heldByAgent() } })],
    spoilt: {
      body: { to: { type: 'ROOM', userId: newId() }, expectedUserId: null, expectedQueueId: null, clientTransferId: messageId() },
      field: 'body.to.type',
    },
  },
  'channels.applications': {},
  'channels.create': {
    body: () => ({ ...numbered, roomId }),
    spoilt: {
      body: { ...{ type: 'VIBER', channelApplicationId: newId(), customerId: newId(), roomId: newId() }, phoneNumber: '' },
      field: 'body.phoneNumber',
    },
  },
  'drafts.list': { query: () => ({ after: `${roomId}.note` }), spoilt: { query: { after: 'note' }, field: 'query.after' } },
  'drafts.save': {
    params: () => ({ roomId, channelId: 'note' }),
    before: byWriter,
    body: () => draftSave('Half a note'),
    more: [
      () => ({ body: { ...draftSave('A picture'), attachments: [uploadId] } }),
      () => ({ body: { ...draftSave('Words'), aside: [{ text: 'Others', attachments: [uploadId] }] } }),
      () => ({ body: { ...draftSave('An answer'), ...quoting() } }),
      () => ({ body: { ...draftSave('Words'), aside: [{ text: 'An answer', attachments: [], ...quoting() }] } }),
      () => ({ body: { ...draftSave('Words'), aside: [{ text: 'Sent in vain', attachments: [], anew: eventId }] } }),
      ...emailReferences.map((name) => () => ({ body: { ...draftSave('An e-mail'), [name]: eventId } })),
      ...emailReferences.map((name) => () => ({
        body: { ...draftSave('Words'), aside: [{ text: 'An e-mail', attachments: [], [name]: eventId }] },
      })),
    ],
    spoilt: { body: { ...draftSave('x'), base: -1 }, field: 'body.base' },
  },
  // Who holds it is named; the last one wakes it again.
  'snoozes.set': {
    params: () => ({ roomId, conversationId }),
    body: () => ({ expectedUserId: people.get('agent')?.userId, until: null }),
    spoilt: { body: { expectedUserId: newId(), until: 'tomorrow' }, field: 'body.until' },
  },
  'snoozes.end': {
    params: () => ({ roomId, conversationId }),
    body: () => ({ expectedUserId: people.get('agent')?.userId }),
    spoilt: { body: {}, field: 'body.expectedUserId' },
  },
  'scheduled.list': { params: () => ({ roomId }) },
  'scheduled.create': {
    before: async (caller) => {
      await holdThere(caller.token ?? '');
      await byUser(caller);
    },
    params: () => ({ roomId: heldThere.roomId }),
    body: () => later('At nine'),
    more: [
      () => ({ body: { ...later('A file'), text: null, fileIds: [uploadId] } }),
      ...emailReferences.map((name) => () => ({ body: { ...later('An e-mail'), email: { [name]: eventId } } })),
    ],
    spoilt: { body: { ...later('x'), timezone: 'Nowhere' }, field: 'body.timezone' },
  },
  'scheduled.change': {
    before: ofToken(givenScheduled),
    params: () => ({ roomId: heldThere.roomId, scheduledId }),
    body: () => ({ become: 'CANCELLED' }),
    spoilt: { body: { become: 'FORGOTTEN' }, field: 'body.become' },
  },
  'scheduled.edit': {
    before: async (caller) => {
      await givenScheduled(caller.token ?? '');
      await byUser(caller);
    },
    params: () => ({ roomId: heldThere.roomId, scheduledId }),
    body: () => edited('At ten'),
    more: [
      () => ({ body: { ...edited('A file'), text: null, fileIds: [uploadId] } }),
      ...emailReferences.map((name) => () => ({ body: { ...edited('An e-mail'), email: { [name]: eventId } } })),
    ],
    spoilt: { body: { ...edited('x'), version: -1 }, field: 'body.version' },
  },
  'scheduled.mine': {},
  'scheduled.waiting': {
    query: () => ({ conversation_id: conversationId }),
    spoilt: { query: { conversation_id: 'none' }, field: 'query.conversation_id' },
  },
  'sending.read': { params: () => ({ accountId: account.accountId }) },
  'sending.change': {
    params: () => ({ accountId: account.accountId }),
    body: () => [{ op: 'replace', path: 'undoSendSeconds', value: 0 }],
    spoilt: { body: [{ op: 'replace', path: 'undoSendSeconds', value: 5 }], field: 'body.0.value' },
  },
  'autoResolve.read': { params: () => ({ accountId: account.accountId }) },
  'autoResolve.change': {
    params: () => ({ accountId: account.accountId }),
    body: () => [{ op: 'replace', path: 'silentMinutes', value: null }],
    spoilt: { body: [{ op: 'replace', path: 'silentMinutes', value: 4 }], field: 'body.0.value' },
  },
  'transfers.undo': {
    before: ofToken(handOn),
    params: () => handedOn,
    body: () => ({ to: { type: 'QUEUE', queueId: account.queueId } }),
    more: [() => ({ body: { to: { type: 'USER', userId: people.get('agent')?.userId } } })],
    spoilt: { body: { to: { type: 'QUEUE', queueId: 'x' } }, field: 'body.to.queueId' },
  },
  'rooms.resolve': {
    body: () => ({ conversations: [{ roomId, conversationId: newId(), expectedUserId: newId(), expectedPublicNo: 0 }] }),
    passesOver: 'each stands in the answer as refused',
    spoilt: { body: { conversations: [] }, field: 'body.conversations' },
  },
  'rooms.retry': { params: () => ({ roomId, eventId }) },
  'uploads.ofUser': { query: () => ({ name: 'a.txt' }), stream: 'words', spoilt: { query: { name: '' }, field: 'query.name' } },
  'uploads.ofVisitor': { query: () => ({ name: 'a.txt' }), stream: 'words', spoilt: { query: { name: '' }, field: 'query.name' } },
  'files.urls': {
    body: () => ({ fileIds: [uploadId] }),
    passesOver: 'the answer has no address of what may not be read',
    spoilt: { body: { fileIds: [] }, field: 'body.fileIds' },
  },
  'files.limits': {},
  'files.remove': { before: byUser, params: () => ({ fileId: uploadId }) },
  'visitor.fileUrls': {
    body: () => ({ fileIds: [uploadId] }),
    passesOver: 'the answer has no address of what may not be read',
    spoilt: { body: { fileIds: ['x'] }, field: 'body.fileIds.0' },
  },
  'visitor.removeFile': { before: byVisitor, params: () => ({ fileId: uploadId }) },
  'visitor.sendFile': {
    before: byVisitor,
    body: () => ({ clientMessageId: messageId(), fileId: uploadId, text: null }),
    spoilt: { body: { clientMessageId: messageId(), fileId: 'x', text: null }, field: 'body.fileId' },
  },
  'visitor.widget': { params: () => ({ widgetId: account.widgetId }), spoilt: { query: { language: 'b' }, field: 'query.language' } },
  'visitor.startSession': {
    body: () => ({ widgetId: account.widgetId }),
    spoilt: { body: { widgetId: 7 }, field: 'body.widgetId' },
  },
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
  'visitor.waiting': {},
  'visitor.history': { spoilt: { query: { before: '0' }, field: 'query.before' } },
  'visitor.send': {
    body: () => ({ clientMessageId: messageId(), text: 'Hello' }),
    spoilt: { body: { clientMessageId: messageId(), text: ' ' }, field: 'body.text' },
  },
  'accounts.list': { query: () => ({ search: 'lum' }), spoilt: { query: { sort: 'colour,asc' }, field: 'query.sort' } },
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
  'people.passwordLink': { params: () => ({ accountId: account.accountId, userId: joinedId }) },
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
  'superUsers.passwordLink': { params: () => ({ superUserId: joinedSuperId }) },
  'superUsers.endSessions': { params: () => ({ superUserId: superGuestId }) },
  'superUsers.removeSecondFactors': { params: () => ({ superUserId: superGuestId }) },
  'visitor.transcript': {
    before: answered,
    body: () => ({ email: 'mira@home.example' }),
    spoilt: { body: { email: 'home' }, field: 'body.email' },
  },
  'rooms.pastConversations': {
    params: () => ({ roomId }),
    query: () => ({ after: newId() }),
    passesOver: 'a place in the list',
    spoilt: { query: { size: '0' }, field: 'query.size' },
  },
  'notifications.mentions': {
    query: () => ({ after: newId() }),
    passesOver: 'a place in one’s own list, whether or not something stands there',
    spoilt: { query: { size: '0' }, field: 'query.size' },
  },
  'discussions.list': { params: () => ({ roomId }), spoilt: { query: { page: '-1' }, field: 'query.page' } },
  'discussions.begin': {
    params: () => ({ roomId }),
    body: () => ({ users: [people.get('supervisor')?.userId, people.get('admin')?.userId, people.get('agent')?.userId] }),
    spoilt: { body: { users: [] }, field: 'body.users' },
  },
  'discussions.end': { params: () => ({ roomId, chatId: roomId }) },
  'messages.edit': {
    before: ofToken(givenNote),
    params: () => ({ roomId, eventId: noteId }),
    body: () => ({ text: '@Everybody', mentions: [{ userId: people.get('supervisor')?.userId, from: 0, length: 10 }] }),
    spoilt: { body: { text: 'Words', mentions: [{ userId: newId(), from: 0, length: 3 }] }, field: 'body.mentions' },
  },
  'messages.remove': { before: ofToken(givenNote), params: () => ({ roomId, eventId: noteId }) },
  'messages.react': {
    before: ofToken(givenNote),
    params: () => ({ roomId, eventId: noteId }),
    body: () => ({ emoji: '👍', given: true }),
    spoilt: { body: { emoji: 'thumbs', given: true }, field: 'body.emoji' },
  },
  'emails.page': {
    before: givenEmail,
    params: () => ({ roomId, eventId }),
    body: () => ({ pictures: true }),
    spoilt: { body: { pictures: 'perhaps' }, field: 'body.pictures' },
  },
  'emails.original': { before: givenOriginal, params: () => ({ roomId, eventId }) },
  'emails.addresses': {
    params: () => ({ roomId }),
    query: () => ({ prefix: 'ma' }),
    spoilt: { query: { prefix: 'x'.repeat(321) }, field: 'query.prefix' },
  },
  'emails.below': {
    before: givenEmail,
    params: () => ({ roomId, channelId: mailChannelId }),
    body: () => ({ quotes: eventId }),
    more: [() => ({ body: { forwards: eventId } }), () => ({ body: { signatureId: newId() } })],
    spoilt: { body: { quotes: 'the last' }, field: 'body.quotes' },
  },
  'messages.earlier': { before: ofToken(givenNote), params: () => ({ roomId, eventId: noteId }) },
  'messages.path': { before: ofToken(givenNote), params: () => ({ roomId, eventId: noteId }) },
  'messages.writeAnew': { before: givenUndelivered, params: () => ({ roomId, eventId: undeliveredId }) },
  'messages.mentionable': { params: () => ({ roomId }) },
  'roomViews.list': {},
  'roomViews.queues': {},
  'roomViews.create': {
    body: () => ({ ...viewOf({ queue: [account.queueId], agent: [people.get('agent')?.userId] }), clientViewId: newId() }),
    more: [() => ({ body: viewOf({ tag: [newId()] }) })],
    // So many have one owner at most.
    before: noViews,
    spoilt: { body: { ...viewOf(), filters: { channel: ['PIGEON'] } }, field: 'body.filters.channel.0' },
  },
  'roomViews.change': {
    before: ofToken(madeView),
    params: () => ({ viewId }),
    body: () => [{ op: 'replace', path: 'filters', value: { queue: [account.queueId], agent: [people.get('agent')?.userId] } }],
    more: [
      () => ({ body: [{ op: 'replace', path: 'place', value: 0 }] }),
      () => ({ body: [{ op: 'replace', path: 'filters', value: { tag: [newId()] } }] }),
    ],
    spoilt: { body: [{ op: 'replace', path: 'list', value: 'everything' }], field: 'body.0.value' },
  },
  'roomViews.remove': { before: ofToken(madeView), params: () => ({ viewId }) },
  'pinnedNotes.list': { params: () => ({ roomId }) },
  'pinnedNotes.pin': { before: ofToken(givenNote), params: () => ({ roomId, eventId: noteId }) },
  'pinnedNotes.unpin': { before: ofToken(givenNote), params: () => ({ roomId, eventId: noteId }) },
  'customers.facts': { params: () => ({ roomId }) },
  'customers.block': {
    before: givenSpam,
    params: () => ({ roomId: spamRoomId }),
    body: () => ({ network: false, reason: 'Advertising' }),
    spoilt: { body: { network: 'all', reason: '' }, field: 'body.network' },
  },
  'customers.unblock': { before: givenSpam, params: () => ({ roomId: spamRoomId }) },
  'customers.blocked': { params: () => ({ accountId: account.accountId }) },
  'customers.release': {
    before: async () => {
      await givenSpam();
      blockId = await blocked(account, spamRoomId);
    },
    params: () => ({ accountId: account.accountId, blockId }),
  },
  'monitoring.users': {},
  'widgets.newIdentitySecret': { params: () => ({ accountId: account.accountId, widgetId: account.widgetId }) },
  'channelHealth.list': { params: () => ({ accountId: account.accountId }) },
  'channelHealth.one': { params: ofEnd },
  'channelHealth.test': { params: ofEnd },
  'channelHealth.sendTest': {
    params: ofEnd,
    body: () => ({ to: 'somebody', text: 'Is this on?' }),
    spoilt: { body: { to: 'somebody', text: '' }, field: 'body.text' },
  },
  'channelHealth.quarantine': {
    params: ofEnd,
    query: () => ({ after: newId() }),
    passesOver: 'a place in a list',
    spoilt: { query: { size: '0' }, field: 'query.size' },
  },
  'channelHealth.original': { before: freshQuarantined, params: () => ({ ...ofEnd(), deliveryId: quarantinedId }) },
  'channelHealth.runAgain': { before: freshQuarantined, params: () => ({ ...ofEnd(), deliveryId: quarantinedId }) },
  'timeslots.list': { params: () => ({ accountId: account.accountId }), spoilt: { query: { sort: 'hours,asc' }, field: 'query.sort' } },
  'timeslots.create': {
    params: () => ({ accountId: account.accountId }),
    body: () => ({ name: `Hours ${newId()}`, workingTime: workingTime() }),
    spoilt: {
      body: { name: 'Hours', workingTime: workingTime([{ from: '09:00', to: '24:00' }]) },
      field: 'body.workingTime.week.friday.0.to',
    },
  },
  'timeslots.one': {
    before: freshTimeslot,
    params: () => ({ accountId: account.accountId, timeslotId }),
  },
  'timeslots.change': {
    before: freshTimeslot,
    params: () => ({ accountId: account.accountId, timeslotId }),
    body: () => [{ op: 'replace', path: 'priority', value: 7 }],
    spoilt: { body: [{ op: 'replace', path: 'priority', value: 0 }], field: 'body.0.value' },
  },
  'timeslots.remove': {
    before: freshTimeslot,
    params: () => ({ accountId: account.accountId, timeslotId }),
  },
  'audit.ofAccount': {
    params: () => ({ accountId: account.accountId }),
    query: () => ({ after: newId(), person: newId() }),
    passesOver: 'a place in the list, and somebody who did nothing here',
    spoilt: { query: { kind: 'NOTHING' }, field: 'query.kind' },
  },
  'audit.ofInstallation': {
    query: () => ({ after: newId(), person: newId() }),
    passesOver: 'a place in the list, and somebody who did nothing here',
    spoilt: { query: { from: 'yesterday' }, field: 'query.from' },
  },
  ...channelSettingsExamples(() => ({ db: app.database.db, account })),
  ...mailboxExamples(() => ({ db: app.database.db, account })),
};

interface Route {
  name: RouteName;
  method: string;
  path: string;
  access: Access;
  /** Of its query and body, as the contract takes them. */
  input: z.ZodMiniType | undefined;
}
const calledRoutes = Object.entries(api).flatMap(([area, calls]) =>
  Object.entries(calls).map(([call, procedure]): Route => {
    const { route, meta, inputSchema } = procedure['~orpc'];
    const access = (meta as { access?: Access }).access as Access;
    const input = inputSchema as z.ZodMiniType | undefined;
    return { name: `${area}.${call}` as RouteName, method: route.method ?? 'GET', path: route.path ?? '/', access, input };
  }),
);
const streams = Object.entries(uploads).map(
  ([who, { method, path, access }]): Route => ({ name: `uploads.${who}` as RouteName, method, path, access, input: undefined }),
);
const routes = [...calledRoutes, ...streams];
const exampleOf = (name: RouteName): AnyExample => EXAMPLES[name];

/** What another account has of each thing that an id can name: by the last key of the id's place. */
const foreignIds = new Map<string, string>();
function foreignOf(name: string): string {
  const id = foreignIds.get(name);
  if (id === undefined) throw new Error(`say in foreignIds what another account has for “${name}”`);
  return id;
}

beforeAll(async () => {
  // A mail server that nobody is: letters wait.
  app = await startApp({
    env: {
      PARLEY_SMTP_URL: 'smtp://127.0.0.1:9',
      PARLEY_MAIL_FROM: 'parley@parley.example',
      PARLEY_PUSH_CONTACT: 'mailto:admin@parley.example',
      PARLEY_PUSH_SERVICES: 'push.example.com',
      PARLEY_MAILBOX_NETWORKS: '127.0.0.0/8',
    },
    more: ({ rooms, adapt }) => {
      files = rooms.files;
      const nobody = { origin: 'http://127.0.0.1:9', takesKey: true };
      for (const type of ['VIBER', 'SMS', 'EMAIL'] as const) rooms.channels.register(loopBack({ type, ...nobody }));
      adapt(() => ({ ...loopBack({ type: 'VIBER_PUBLIC', ...nobody }), test: async () => ({ ok: true }) }));
    },
  });
  const { db } = app.database;
  account = await givenAccount(db, 'Lumen');
  foreign = await givenAccount(db, 'Orion');
  for (const { accountId } of [account, foreign])
    await db.inAccount(accountId, (tx) =>
      tx
        .updateTable('accounts')
        .set({ features: JSON.stringify(everyOtherFeature) })
        .where('id', '=', accountId)
        .execute(),
    );
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
  const foreigner = await signIn(foreign, 'admin');
  foreignToken = foreigner.token;
  await givenSuperUser(db, 'super@parley.example', password);
  const superToken = (await new SignInBrowser(app.origin).signIn('super@parley.example', password)).access_token;
  tokens.set('superAdmin', superToken);
  emails.set(superToken, 'super@parley.example');
  ({ userId: guestId } = await account.agent('Guest'));
  ({ userId: joinedId } = await account.agent('Joined'));
  await givePassword(db, account.accountId, joinedId, password);
  joinedSuperId = await givenSuperUser(db, 'joined@parley.example', password);
  const invited = await call('superUsers.create', { token: superToken });
  superGuestId = ((await invited.json()) as { superUser: { id: string } }).superUser.id;
  const own = await givenConversation(account);
  ({ secret: visitorSecret, eventId, roomId, channelId, conversationId } = own);
  const theirs = await givenConversation(foreign);
  const theirFile = await uploaded('uploads.ofUser', { token: foreignToken });
  for (const [names, id] of [
    [['userId', 'expectedUserId', 'associatedParticipantId', 'users', 'person', 'agent'], foreigner.actor.userId],
    [['fileId', 'fileIds', 'attachments'], theirFile],
    [['roomId'], theirs.roomId],
    [['channelId'], theirs.channelId],
    [['conversationId'], theirs.conversationId],
    [['event_id', 'roomEventId', 'roomEventIds', 'quotedEventId', 'anew'], theirs.eventId],
    [['inReplyTo', 'quotes', 'forwards'], await emailOf(foreign)],
    [['signatureId'], await givenSignature(foreign)],
    [['after', 'upTo', 'id'], await givenNotification(foreign, foreigner.actor.userId, theirs.roomId)],
    [['widgetId'], foreign.widgetId],
    [['timeslotId'], await givenTimeslot(db, foreign.accountId)],
    [['deliveryId'], await givenQuarantined(db, foreign, (await givenEnd(db, foreign, { type: 'VIBER_PUBLIC' })).id)],
    [['queueId', 'overflowQueueId', 'expectedQueueId', 'queue'], foreign.queueId],
    [['blockId'], await blocked(foreign, theirs.roomId)],
    [['viewId'], await givenView(foreign)],
    // Nobody keeps tags yet.
    [['tag'], newId()],
    [['channelApplicationId'], await givenApplication(db, foreign, 'VIBER')],
    [['mailboxId'], await givenApplication(db, foreign, 'EMAIL')],
    [['customerId'], await contactOf(foreign, theirs.roomId)],
    // Services are the installation's: no account has any of its own.
    [['serviceId'], newId()],
  ] as const)
    for (const name of names) foreignIds.set(name, id);
  numbered.customerId = await contactOf(account, own.roomId);
  numbered.channelApplicationId = await givenApplication(db, account, 'VIBER');
  ({ id: endId } = await givenEnd(db, account, { type: 'VIBER_PUBLIC' }));
  applications.SMS = await givenApplication(db, account, 'SMS');
  applications.EMAIL = await givenApplication(db, account, 'EMAIL');
  byKind = await givenChannels(own.roomId, numbered.phoneNumber);
  // Who writes to the customer takes part.
  const agent = await AgentConnection.open(app.origin, tokens.get('agent') as string);
  expect((await agent.ask('Assign', { ...frames(roomId).Assign, expectedUserId: null })).type).toBe('Ack');
  agent.close();
  const attempt = { account_id: account.accountId, event_id: eventId, contact_channel_id: channelId };
  await db.inAccount(account.accountId, (tx) => tx.insertInto('attempts').values(attempt).execute());
  const group = { users: [people.get('supervisor')?.userId, people.get('admin')?.userId], roomType: 'GROUP' };
  groupId = ((await (await call('rooms.create', { token: tokens.get('agent') as string, body: group })).json()) as { id: string }).id;
}, 120_000);
afterAll(() => app.close());

/** Ids that a client chooses for what it asks to be made: they name nothing that is there. */
const CHOSEN: ReadonlySet<string> = new Set([
  'body.clientRoomId',
  'body.clientAccountId',
  'body.clientWidgetId',
  'body.clientUserId',
  'body.clientQueueId',
  'body.clientTimeslotId',
  'body.clientViewId',
  'body.clientCarrierId',
  'body.clientServiceId',
  'body.clientEndId',
  'body.clientMailboxId',
  'body.clientSignatureId',
]);

/** A number of the customer's in `roomId`, and who sends on Viber. */
const numbered = { type: 'VIBER', customerId: '', channelApplicationId: '', phoneNumber: '+359881000009' };
async function contactOf({ accountId }: TestAccount, room: string): Promise<string> {
  const row = await app.database.db.reader(accountId).selectFrom('rooms').select('contact_id').where('id', '=', room).executeTakeFirst();
  return row?.contact_id ?? '';
}

/** Our ends of the channels whose messages have kinds of their own. */
const applications = { SMS: '', EMAIL: '' };
type ByKind = { smsChannelId: string; emailChannelId: string };
/** Those of the customer in `roomId`. */
let byKind: ByKind = { smsChannelId: newId(), emailChannelId: newId() };
/** The customer of this room of the account has a number and an address too. */
async function givenChannels(room: string, phoneNumber: string): Promise<ByKind> {
  const { accountId } = account;
  const customer = { account_id: accountId, contact_id: await contactOf(account, room), room_id: room };
  const add = async (type: 'SMS' | 'EMAIL', address: string) => {
    const row = { id: newId(), ...customer, type, channel_application_id: applications[type], address };
    await app.database.db.inAccount(accountId, (tx) => tx.insertInto('contact_channels').values(row).execute());
    return row.id;
  };
  return { smsChannelId: await add('SMS', phoneNumber), emailChannelId: await add('EMAIL', `maria-${newId()}@home.example`) };
}

/** What a customer has written to this account is an e-mail. @returns its event's id */
async function givenSignature({ accountId, ...owner }: TestAccount): Promise<string> {
  const [id, mailbox] = [newId(), await givenApplication(app.database.db, { ...owner, accountId }, 'EMAIL')];
  const row = {
    account_id: accountId,
    id,
    channel_application_id: mailbox,
    content: 'Kind regards',
    is_html: false,
    placement: 'ABOVE_QUOTE',
  };
  await app.database.db.inAccount(accountId, (tx) => tx.insertInto('signatures').values(row).execute());
  return id;
}

async function emailOf(owner: TestAccount): Promise<string> {
  const { eventId: id } = await givenConversation(owner);
  const set = { type: 'EMAIL', details: JSON.stringify({ email: someEmail() }) } as const;
  await app.database.db.inAccount(owner.accountId, (tx) => tx.updateTable('events').set(set).where('id', '=', id).execute());
  return id;
}

interface Conversation {
  secret: string;
  eventId: string;
  roomId: string;
  channelId: string;
  conversationId: string;
}
/** A visitor has written. */
async function givenConversation({ accountId, widgetId }: TestAccount): Promise<Conversation> {
  const { secret } = (await (await call('visitor.startSession', { body: { widgetId } })).json()) as { secret: string };
  const { eventId } = (await (await call('visitor.send', { secret })).json()) as { eventId: string };
  const event = await app.database.db
    .reader(accountId)
    .selectFrom('events')
    .select(['room_id', 'contact_channel_id', 'conversation_id'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  const [channelId, conversationId] = [event.contact_channel_id ?? '', event.conversation_id ?? ''];
  return { secret, eventId, roomId: event.room_id, channelId, conversationId };
}
async function givenNotification({ accountId }: TestAccount, userId: string, roomId: string): Promise<string> {
  const row = { id: newId(), account_id: accountId, user_id: userId, kind: 'HANDED_OVER', room_id: roomId };
  await app.database.db.inAccount(accountId, (tx) => tx.insertInto('notifications').values(row).execute());
  return row.id;
}

/** Somebody has answered the visitor. */
async function answered(): Promise<void> {
  const body = { type: 'Text', payload: { ...frames(roomId).Text, clientMessageId: messageId() } };
  const answer = await call('rooms.send', { token: tokens.get('agent') as string, params: { roomId }, body });
  expect(answer.status).toBe(200);
}

/** Something new that waits, to be marked. */
async function givenSpam(): Promise<void> {
  ({ roomId: spamRoomId } = await givenConversation(account));
}
async function givenView({ accountId }: TestAccount): Promise<string> {
  const row = { id: newId(), account_id: accountId, owner_id: null, name: 'Theirs', list: 'work', filters: '{}', sort: null, place: 0 };
  await app.database.db.inAccount(accountId, (tx) => tx.insertInto('room_views').values(row).execute());
  return row.id;
}
async function blocked({ accountId, agent }: TestAccount, roomId: string): Promise<string> {
  const { db } = app.database;
  const { contact_id } = await db
    .reader(accountId)
    .selectFrom('contact_channels')
    .select('contact_id')
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  const row = { id: newId(), account_id: accountId, contact_id, room_id: roomId, blocked_by: (await agent('Blocker')).userId };
  await db.inAccount(accountId, (tx) => tx.insertInto('blocked_visitors').values(row).execute());
  return row.id;
}

interface How extends Caller {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  stream?: Buffer;
}

let networks = 0;
function call(name: RouteName, how: How): Promise<Response> {
  const route = routes.find((one) => one.name === name);
  if (!route) throw new Error(`no route ${name}`);
  const example = exampleOf(name);
  const { access } = route;
  const params = how.params ?? example.params?.(how) ?? {};
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_place: string, key: string) => params[key] ?? '');
  const query = { ...example.query?.(), ...how.query };
  const body = 'body' in how ? how.body : example.body?.(how);
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const stream = how.stream ?? (example.stream === undefined ? undefined : Buffer.from(example.stream));
  return fetch(`${app.origin}/api${path}?${new URLSearchParams(query)}`, {
    method: route.method,
    headers: {
      ...(how.token ? { authorization: `Bearer ${how.token}` } : {}),
      ...(how.secret ? { 'x-visitor-secret': how.secret } : {}),
      // From another network each time: more visitors come here than one may bring at once.
      ...(access === 'anyone' ? { 'x-forwarded-for': `198.51.${++networks % 256}.${networks >> 8}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(stream === undefined ? json : { body: new Uint8Array(stream) }),
  });
}

/** In an account that has every feature. */
const allowedRoles = (access: Access) => (typeof access === 'string' ? [] : Role.options.filter((role) => can(role, access, null)));
const errorOf = async (response: Response) =>
  (await response.json()) as { message: string; errors: Array<{ params: Record<string, string> }> };

describe.each(routes)('$method $path', ({ name, access, input }) => {
  const isOpen = access === 'anyone';
  const example = exampleOf(name);
  const right = (): How =>
    access === 'visitor' ? { secret: visitorSecret } : isOpen ? {} : { token: tokens.get(allowedRoles(access)[0] as Role) as string };

  it('works for who may call it', async () => {
    const callers = typeof access === 'string' ? [right()] : allowedRoles(access).map((role) => ({ token: tokens.get(role) as string }));
    expect(callers.length).toBeGreaterThan(0);
    for (const caller of callers) {
      await example.before?.(caller);
      expect(await call(name, caller).then((answer) => answer.status)).toBe(200);
    }
  });

  if (!isOpen)
    it('is closed to who says not who they are', async () => {
      const ofTheOthers = access === 'visitor' ? { token: tokens.get('admin') as string } : { secret: visitorSecret };
      for (const how of [{}, { token: 'not-a-token' }, { secret: 'x'.repeat(43) }, ofTheOthers]) {
        const answer = await call(name, how);
        expect([answer.status, (await errorOf(answer)).message]).toEqual([
          401,
          expect.stringMatching(/^(ERROR_UNAUTHENTICATED|VISITOR_SESSION_ENDED)$/),
        ]);
      }
    });

  if (typeof access !== 'string') {
    it('is forbidden to every other role', async () => {
      const others = Role.options.filter((role) => !allowedRoles(access).includes(role));
      for (const role of others) {
        const answer = await call(name, { token: tokens.get(role) as string });
        expect([role, answer.status, (await errorOf(answer)).message]).toEqual([role, 403, 'ERROR_FORBIDDEN']);
      }
    });

    it('is forbidden while the account has none of the features on which it hangs', async () => {
      const ofAccount = allowedRoles(access).filter((role) => role !== 'superAdmin');
      await hangingOn(access, [FEATURE_OFF], async () => {
        for (const role of ofAccount) {
          const answer = await call(name, { token: tokens.get(role) as string });
          expect([role, answer.status, (await errorOf(answer)).message]).toEqual([role, 403, 'ERROR_FORBIDDEN']);
        }
      });
      await hangingOn(access, [FEATURE_OFF, FEATURE_ON], async () => {
        for (const role of ofAccount.slice(0, 1)) {
          const caller = { token: tokens.get(role) as string };
          await example.before?.(caller);
          expect([role, (await call(name, caller)).status]).toEqual([role, 200]);
        }
      });
    });
  }

  if (example.params)
    it('does not find what is another account’s, or nobody’s', async () => {
      const params = Object.keys(example.params?.(right()) ?? {});
      await example.before?.(right());
      const notFound = async (how: How) => expect((await call(name, how)).status, JSON.stringify(how.params)).toBe(404);
      // An admin of another account; what admins may not call at all is answered by 403 before.
      if (allowedRoles(access).includes('admin')) await notFound({ token: foreignToken, params: { ...example.params?.(right()) } });
      if (access === 'visitor') await notFound({ secret: (await givenConversation(foreign)).secret });
      const nobodys = newId();
      const elsewhere = Object.fromEntries(params.map((key) => [key, nobodys]));
      // The path and the body of a send name the same room; only then is it looked for.
      await notFound({ ...right(), params: elsewhere, ...(name === 'rooms.send' ? { body: noteInto(nobodys) } : {}) });
    });

  if (example.params)
    it('names the part of the path that is no id', async () => {
      for (const key of Object.keys(example.params?.(right()) ?? {})) {
        const answer = await call(name, { ...right(), params: { ...example.params?.(right()), [key]: 'x'.repeat(2000) } });
        const error = await errorOf(answer);
        expect([answer.status, error.message]).toEqual([400, 'ERROR_VALIDATION']);
        expect(error.errors.map(({ params }) => params.field)).toContain(`params.${key}`);
      }
    });

  const places = input === undefined ? [] : placesOfIds(input).filter((place) => !place.startsWith('params.') && !CHOSEN.has(place));
  if (places.length > 0)
    it.each(places)('answers alike to an id of another account and to one of nobody’s: %s', async (place) => {
      const caller = right();
      await example.before?.(caller);
      const inputs = [{ query: example.query?.(), body: example.body?.(caller) }, ...(example.more ?? []).map((make) => make(caller))];
      const tried = inputs.filter((one) => withIdAt(one, place, newId()) !== null);
      expect(tried.length, 'an example with an id there').toBeGreaterThan(0);
      for (const one of tried) {
        const key = nameOfId(place, one);
        const answerTo = async (id: string) => {
          await example.before?.(caller);
          const params = example.params?.(caller);
          const fresh = withIdAt(one, place, id) as { query?: Record<string, string>; body?: unknown };
          const answer = await call(name, {
            ...caller,
            ...fresh,
            ...(params ? { params: key in params ? { ...params, [key]: id } : params } : {}),
          });
          return { status: answer.status, body: (await answer.text()).replaceAll(id, 'it') };
        };
        const [theirs, nobodys] = [await answerTo(foreignOf(key)), await answerTo(nobodysBeside(foreignOf(key)))];
        if (isOpen) {
          // What stands on every page of the web is nobody's secret.
          expect([theirs.status, nobodys.status]).toEqual([200, 404]);
          continue;
        }
        expect(theirs).toEqual(nobodys);
        if (example.passesOver === undefined) expect(theirs).toMatchObject({ status: 404, body: expect.stringMatching(/_NOT_FOUND/) });
        else expect(theirs.status).toBe(200);
      }
    });

  if (example.spoilt)
    it('names the field that does not fit', async () => {
      const { field, ...spoilt } = example.spoilt as NonNullable<AnyExample['spoilt']>;
      const answer = await call(name, { ...right(), ...spoilt });
      const error = await errorOf(answer);
      expect([answer.status, error.message]).toEqual([400, 'ERROR_VALIDATION']);
      expect(error.errors.map(({ params }) => params.field)).toContain(field);
    });
});

const quoting = () => ({ quotedEventId: eventId });
const attaching = () => ({ attachments: [uploadId] });
const replying = () => ({ inReplyTo: eventId });
const naming = () => ({ text: '@lead', mentions: [{ userId: people.get('supervisor')?.userId ?? '', from: 0, length: 5 }] });
const noteInto = (into: string) => ({ type: 'Note', payload: { clientMessageId: messageId(), roomId: into, text: 'Noted' } });

interface Place extends ByKind {
  channelId: string;
  eventId: string;
  conversationId: string;
  userId: string;
}
/** A payload per frame that fits the contract, about this room. */
function frames(room: string, place: Partial<Place> = {}) {
  const {
    channelId: channel,
    eventId: event,
    conversationId: conversation,
    userId,
    smsChannelId,
    emailChannelId,
  } = {
    ...byKind,
    channelId,
    eventId,
    conversationId,
    userId: people.get('agent')?.userId ?? '',
    ...place,
  };
  return {
    Text: { clientMessageId: messageId(), roomId: room, channelId: channel, text: 'Hello' },
    Image: { clientMessageId: messageId(), roomId: room, channelId: channel, fileId: uploadId, text: null },
    File: { clientMessageId: messageId(), roomId: room, channelId: channel, fileId: uploadId, text: null },
    Note: { clientMessageId: messageId(), roomId: room, text: 'Noted' },
    Sms: { clientMessageId: messageId(), roomId: room, channelId: smsChannelId, text: 'Hello' },
    Email: { clientMessageId: messageId(), roomId: room, channelId: emailChannelId, text: 'Hello', subject: 'The lamp' },
    RichMedia: { clientMessageId: messageId(), roomId: room, channelId: channel, text: 'Which?', options: [{ text: 'This' }] },
    UnsupportedMedia: { clientMessageId: messageId(), roomId: room, channelId: channel, unsupportedMediaType: 'STICKER' },
    Seen: { clientStatus: 'SEEN', roomId: room, roomEventId: event },
    Ack: { roomId: room, roomEventId: event },
    Pending: { clientStatus: 'PENDING', roomId: room, roomEventId: event },
    Typing: { roomId: room, channelId: channel },
    Looking: { roomId: room },
    Resolve: { roomId: room, conversationId: conversation, expectedUserId: userId },
    Assign: { roomId: room, conversationId: conversation, userId, expectedUserId: userId },
    ConversationState: { state: 'STARTING', roomId: room, channelId: channel, expectedRoomState: 'RESOLVED' },
    AddChannel: { roomId: room, channelId: channel, conversationId: conversation },
    RoomState: { rooms: [{ id: room, epoch: 1, change: 0, seenPublicNo: 0, seenPrivateNo: 0, starred: false, followed: false }] },
    Token: { token: 'not-a-token' },
    Ping: {},
    Pong: {},
  } satisfies Record<keyof typeof agentSends, unknown>;
}
type FrameKind = keyof typeof agentSends;
const kinds = Object.keys(agentSends) as FrameKind[];
/** What answers them when they work: all others are answered by Ack. */
const ANSWERS: Partial<Record<FrameKind, AgentReceives['type'] | null>> = {
  Typing: null,
  Looking: null,
  RoomState: 'RoomState',
  Ping: 'Pong',
  Pong: null,
  // By live chat none of these goes, which is said to whoever may send it (send-media.test.ts).
  RichMedia: 'INVALID_REQUEST',
  UnsupportedMedia: 'INVALID_REQUEST',
};
/** Frames that name a room and are answered by whether it is there. */
const ABOUT_A_ROOM = [
  'Text',
  'Image',
  'File',
  'Note',
  'Sms',
  'Email',
  'RichMedia',
  'UnsupportedMedia',
  'Seen',
  'Ack',
  'Pending',
  'Resolve',
  'Assign',
  'ConversationState',
  'AddChannel',
] as const;
/** What a payload says with an id at a place where the plain one has none. */
/** What is no work of one's own, and is looked at. */
const looking = () => {
  const { rooms: lookedAt } = frames(roomId).RoomState;
  return { count: 0, digest: '', lookedAt };
};
const REFERRING: Record<string, () => object> = {
  quotedEventId: quoting,
  'mentions.[].userId': naming,
  fileId: () => ({ fileId: uploadId }),
  'attachments.[]': attaching,
  inReplyTo: replying,
  quotes: () => ({ quotes: eventId }),
  forwards: () => ({ forwards: eventId }),
  signatureId: () => ({ signatureId: newId() }),
  'lookedAt.[].id': looking,
};
const FILES = /^(fileId|attachments\.\[\])$/;
/** What is refused for the id at these places, and for nothing that was looked up before it. */
const REFUSALS: Record<string, RegExp> = {
  expectedUserId: /CONVERSATION_(TAKEN|NOT_YOURS)/,
  fileId: /FILE_NOT_FOUND/,
  'attachments.[]': /FILE_NOT_FOUND/,
  inReplyTo: /EVENT_NOT_FOUND/,
  quotes: /EVENT_NOT_FOUND/,
  forwards: /EVENT_NOT_FOUND/,
  signatureId: /EMAIL_SIGNATURE_NOT_FOUND/,
};
const staff = Role.options.filter((role) => can(role, ['realtime', 'connect'], null));

describe('frames', () => {
  const screens = new Map<Role, AgentConnection>();
  let own: AgentConnection;
  let foreigner: AgentConnection;
  beforeAll(async () => {
    for (const role of staff) screens.set(role, await AgentConnection.open(app.origin, tokens.get(role) as string));
    own = screens.get('agent') as AgentConnection;
    foreigner = await AgentConnection.open(app.origin, foreignToken);
  });
  afterAll(() => {
    for (const one of [...screens.values(), foreigner]) one.close();
  });
  const messageOf = (frame: AgentReceives) => (frame.payload as { message?: string }).message;
  const said = (frame: AgentReceives) => [frame.type, messageOf(frame)];
  const screenOf = (role: Role) => screens.get(role) as AgentConnection;

  /** A conversation that this person holds, in which something did not go out; and a picture to send where `sendsFile`: few a minute are taken. */
  async function givenHeld(role: Role, sendsFile: boolean): Promise<{ payloads: ReturnType<typeof frames>; roomId: string }> {
    const { userId } = people.get(role) as Actor;
    const held = await givenConversation(account);
    const place = { ...held, ...(await givenChannels(held.roomId, newAddress())), userId };
    const mine = frames(held.roomId, place);
    expect((await screenOf(role).ask('Assign', { ...mine.Assign, expectedUserId: null })).type).toBe('Ack');
    const attempt = { account_id: account.accountId, event_id: held.eventId, contact_channel_id: held.channelId };
    await app.database.db.inAccount(account.accountId, (tx) => tx.insertInto('attempts').values(attempt).execute());
    if (sendsFile) await byPainter({ token: tokens.get(role) as string });
    const payloads = frames(held.roomId, place);
    return { payloads: { ...payloads, Token: { token: tokens.get(role) as string } }, roomId: held.roomId };
  }

  describe.each(kinds)('%s', (kind) => {
    const permission = agentFrameAccess[kind] as Permission;
    const roles = allowedRoles(permission);
    const isFile = kind === 'File' || kind === 'Image';

    it.each(roles)('works for who may send it: %s', async (role) => {
      const { payloads, roomId: heldRoom } = await givenHeld(role, isFile);
      const answerKind = ANSWERS[kind] === undefined ? 'Ack' : ANSWERS[kind];
      if (kind === 'Pong') {
        // Nothing comes of it but that who says it is there.
        screenOf(role).tell(kind, payloads[kind]);
        expect((await screenOf(role).ask('Ping', {})).type).toBe('Pong');
      } else if (answerKind === null) {
        const other = screenOf(role === 'admin' ? 'supervisor' : 'admin');
        // Who looks at a room is told to those who look at it themselves.
        other.tell('Looking', payloads.Looking);
        await other.ask('Ping', {});
        screenOf(role).tell(kind, payloads[kind]);
        await expect
          .poll(() => other.frames.some((one) => one.type === kind && (one.payload as { roomId: string }).roomId === heldRoom))
          .toBe(true);
      } else expect((await screenOf(role).ask(kind, payloads[kind])).type).toBe(answerKind);
    });

    it('is forbidden to every other role', async () => {
      for (const role of Role.options.filter((one) => !roles.includes(one))) {
        const screen = screens.get(role);
        if (screen) expect([role, ...said(await screen.ask(kind, null))]).toEqual([role, 'INVALID_REQUEST', 'ERROR_FORBIDDEN']);
        else expect([role, (await call('realtime.ticket', { token: tokens.get(role) as string })).status]).toEqual([role, 403]);
      }
      await forbidden(permission, async () => {
        for (const role of staff)
          expect([role, ...said(await screenOf(role).ask(kind, null))]).toEqual([role, 'INVALID_REQUEST', 'ERROR_FORBIDDEN']);
      });
    });

    it('is forbidden while the account has none of the features on which it hangs', async () => {
      await hangingOn(permission, [FEATURE_OFF], async () => {
        for (const role of roles)
          expect([role, ...said(await screenOf(role).ask(kind, null))]).toEqual([role, 'INVALID_REQUEST', 'ERROR_FORBIDDEN']);
      });
      await hangingOn(permission, [FEATURE_OFF, FEATURE_ON], async () => {
        for (const role of roles) expect([role, (await screenOf(role).ask(kind, null)).type]).toEqual([role, 'VALIDATION']);
      });
    });

    const places = placesOfIds(agentSends[kind]);
    /** What is refused leaves it as it was. */
    let refusedUpload: string | undefined;
    if (places.length > 0)
      it.each(places)('tells nothing of another account’s by its id: %s', async (place) => {
        const answerTo = async (id: string) => {
          const sendsFile = isFile || FILES.test(place);
          uploadId = refusedUpload ?? uploadId;
          const { payloads } = await givenHeld('agent', sendsFile && refusedUpload === undefined);
          if (sendsFile) refusedUpload = uploadId;
          const payload = withIdAt({ ...payloads[kind], ...REFERRING[place]?.() }, place, id);
          expect(payload, 'an example with an id there').not.toBeNull();
          if (ANSWERS[kind] !== null) {
            const { type, payload: told } = await own.ask(kind, payload);
            // Rooms of one's work that were not told are to be read, whatever else was told.
            const answer = type === 'RoomState' ? { ...told, reload: [] } : told;
            return { type, answer: JSON.stringify(answer).replaceAll(id, 'it') };
          }
          own.tell(kind, payload);
          return { type: (await own.ask('Ping', {})).type, answer: '' };
        };
        foreigner.frames.length = 0;
        const key = kind === 'RoomState' ? 'roomId' : nameOfId(place, {});
        const [theirs, nobodys] = [await answerTo(foreignOf(key)), await answerTo(nobodysBeside(foreignOf(key)))];
        expect(theirs).toEqual(nobodys);
        // To a holder who is another by now the answer is who holds it, whoever was thought to.
        // What a customer would read neither quotes nor names anybody, whoever that is.
        const refusal = REFUSALS[place] ?? /_NOT_FOUND|COLLEAGUES_ONLY/;
        if (ANSWERS[kind] === undefined) expect(theirs).toEqual({ type: 'INVALID_REQUEST', answer: expect.stringMatching(refusal) });
        await foreigner.ask('Ping', {});
        // That they came themselves is told to their own account.
        const ofThemselves: readonly string[] = ['ColleaguePresence', 'MonitoringUserStatesUpdated', 'MonitoringUsersUpdated'];
        expect(foreigner.frames.map(({ type }) => type).filter((type) => !ofThemselves.includes(type))).toEqual(['Pong']);
      });
  });

  it.each(kinds.filter((kind) => kind !== 'Ping' && kind !== 'Pong'))(
    '%s that does not fit is answered by VALIDATION naming a field',
    async (kind) => {
      for (const payload of [null, 7, [], { roomId: 'x', rooms: 7, token: 7, text: 7 }]) {
        const answer = await own.ask(kind, payload);
        expect(said(answer)).toEqual(['VALIDATION', 'ERROR_VALIDATION']);
        expect(JSON.stringify(answer.payload)).toMatch(/"field":"\w/);
      }
    },
  );

  it.each(ABOUT_A_ROOM)('%s finds no room of another account, and none that is not there', async (kind) => {
    for (const [connection, room] of [
      [foreigner, roomId],
      [own, newId()],
    ] as const) {
      const answer = await connection.ask(kind, frames(room)[kind]);
      expect(said(answer)).toEqual(['INVALID_REQUEST', expect.stringMatching(/_NOT_FOUND$/)]);
    }
  });

  it('RoomState tells another account only that the room is gone', async () => {
    const answer = await foreigner.ask('RoomState', frames(roomId).RoomState);
    expect(answer.payload).toEqual({
      inStep: false,
      changes: [],
      reload: expect.not.arrayContaining([roomId]),
      gone: [roomId],
      memberships: [],
    });
  });

  it('of a kind that nobody knows, or that is a name of every object, are refused', async () => {
    for (const kind of ['Teleport', 'constructor', '__proto__', 'toString', '']) expect((await own.ask(kind, {})).type).toBe('VALIDATION');
  });

  it('never reach a socket that may not see the room', async () => {
    foreigner.frames.length = 0;
    await own.ask('Note', frames(roomId).Note);
    expect(foreigner.frames.filter(({ type }) => type !== 'MonitoringUserStatesUpdated')).toEqual([]);
  }, 10_000);

  it('a ticket opens nothing for a page that is not ours', async () => {
    const answer = await call('realtime.ticket', { token: tokens.get('agent') as string });
    const { ticket } = (await answer.json()) as { ticket: string };
    const url = `${app.origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
    const opened = await new Promise<boolean>((resolve) => {
      const socket = new WebSocket(url);
      socket.onclose = () => resolve(false);
      socket.onopen = () => resolve(true);
    });
    expect(opened).toBe(false);
  });

  it('of an open socket obey a feature from the moment the account has it no more', async () => {
    const superAdmin = { token: tokens.get('superAdmin') as string };
    const switched = (on: boolean) => [{ op: 'replace', path: 'features', value: { [FEATURE_ON]: on } }];
    await hangingOn(agentFrameAccess.Note, [FEATURE_ON], async () => {
      expect((await own.ask('Note', frames(roomId).Note)).type).toBe('Ack');
      expect((await call('accounts.change', { ...superAdmin, body: switched(false) })).status).toBe(200);
      await expect.poll(async () => messageOf(await own.ask('Note', frames(roomId).Note)), { timeout: 15_000 }).toBe('ERROR_FORBIDDEN');
      expect((await call('accounts.change', { ...superAdmin, body: switched(true) })).status).toBe(200);
      await expect.poll(async () => (await own.ask('Note', frames(roomId).Note)).type, { timeout: 15_000 }).toBe('Ack');
    });
  }, 40_000);
});
