import { UploadedFile } from '@parley/contract';
import { decodeJwt } from 'jose';
import { newId } from '../../src/platform/clock.ts';
import { AgentConnection, type TestApp } from '../app.ts';
import { TestAuthenticator } from '../authenticator.ts';
import { someEmail } from '../emails.ts';
import { givenApplication, newAddress } from '../loop-back/customers.ts';
import { givenAccount, messageId, type TestAccount } from '../people.ts';
import { givenCarrier, givenEnd, givenQuarantined, givenService, givenSignature, givenTrouble, mailboxSettings } from '../providers.ts';
import { givenSuperUser, givePassword, SignInBrowser } from '../sign-in.ts';
import { givenTimeslot } from '../timeslots.ts';
import type { Known } from './almost.ts';

/** One of each thing that a route can name, and who may name it. */
export interface World {
  account: TestAccount;
  /** An admin's. */
  token: string;
  /** For routes that an admin may not call. */
  superToken: string;
  /** Of a visitor who has written. */
  secret: string;
  /** Beside it nothing is known: the ids of what is there, and what else must be right to get anywhere. */
  known: Known;
  /** Another visitor, with a file of their own. */
  newVisitor(): Promise<void>;
  /** Whether everybody is still signed in. */
  stands(): Promise<boolean>;
}

let networks = 0;
/** Headers of a request from a network of its own, so that a limit by network is not what is tested. */
export function fromElsewhere(): { 'x-forwarded-for': string } {
  networks += 1;
  return { 'x-forwarded-for': `198.18.${networks >> 8}.${networks & 255}` };
}

/** An account with people, rooms and files, and another account for those who change accounts. */
export async function givenBadInputWorld(app: TestApp): Promise<World> {
  const { db } = app.database;
  const password = `made-up-${newId()}`;
  const account = await givenAccount(db);
  const other = await givenAccount(db, 'Orion');
  const admin = await account.agent('Ana', { role: 'admin' });
  const guests = [await account.agent('Boris'), await account.agent('Vera')];
  await givePassword(db, account.accountId, admin.userId, password);
  const superEmail = `super-${newId()}@parley.example`;
  await givenSuperUser(db, superEmail, password);
  const superGuestId = await givenSuperUser(db, `guest-${newId()}@parley.example`, password);
  const signIn = async (email: string) => (await new SignInBrowser(app.origin).signIn(email, password)).access_token;
  const email = `ana-${admin.userId}@lumen.example`;
  const [token, elsewhere, superToken] = [await signIn(email), await signIn(email), await signIn(superEmail)];

  async function json<T>(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<T> {
    const answer = await fetch(`${app.origin}/api${path}`, {
      method,
      headers: { ...fromElsewhere(), ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const uploaded = async (path: string, headers: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${app.origin}/api${path}?name=a.txt`, {
      method: 'POST',
      headers: { ...fromElsewhere(), ...headers },
      body: 'words',
    });
    return UploadedFile.parse(await answer.json()).fileId;
  };
  const asAdmin = { authorization: `Bearer ${token}` };

  async function visitor(): Promise<{ secret: string; eventId: string; fileId: string }> {
    const { secret } = await json<{ secret: string }>('POST', '/visitor/sessions', {}, { widgetId: account.widgetId });
    const asVisitor = { 'x-visitor-secret': secret };
    const sent = await json<{ eventId: string }>('POST', '/visitor/messages', asVisitor, { clientMessageId: messageId(), text: 'Hello' });
    return { secret, eventId: sent.eventId, fileId: await uploaded('/visitor/files', asVisitor) };
  }

  const first = await visitor();
  const placeOf = (eventId: string) =>
    db
      .reader(account.accountId)
      .selectFrom('events')
      .select(['room_id', 'contact_channel_id', 'conversation_id'])
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
  const place = await placeOf(first.eventId);
  const spam = await placeOf((await visitor()).eventId);
  await json('PUT', `/rooms/${spam.room_id}/spam`, asAdmin, { reason: 'spam', network: false });
  const blocked = await json<{ content: Array<{ id: string }> }>('GET', `/accounts/${account.accountId}/blocked-visitors`, asAdmin);
  const [roomId, channelId, conversationId] = [place.room_id, place.contact_channel_id ?? '', place.conversation_id ?? ''];
  const agent = await AgentConnection.open(app.origin, token);
  await agent.ask('Assign', { roomId, conversationId, userId: admin.userId, expectedUserId: null });
  agent.close();
  const note = { type: 'Note', payload: { clientMessageId: messageId(), roomId, text: 'Worth knowing' } };
  const noted = await json<{ eventId: string }>('POST', `/rooms/${roomId}/messages`, asAdmin, note);
  // The visitor's message is an e-mail too, and their contact has a telephone number.
  const viberId = await givenApplication(db, account, 'VIBER');
  const smsId = await givenApplication(db, account, 'SMS');
  const phoneNumber = newAddress();
  const customerId = await db.inAccount(account.accountId, async (tx) => {
    const { contact_id: contactId } = await tx.selectFrom('rooms').select('contact_id').where('id', '=', roomId).executeTakeFirstOrThrow();
    if (contactId === null) throw new Error('a visitor has no contact');
    const sms = { id: newId(), account_id: account.accountId, contact_id: contactId, room_id: roomId, type: 'SMS', address: phoneNumber };
    await tx
      .insertInto('contact_channels')
      .values({ ...sms, channel_application_id: smsId })
      .execute();
    await tx
      .updateTable('events')
      .set({ type: 'EMAIL', details: JSON.stringify({ email: someEmail() }) })
      .where('id', '=', first.eventId)
      .execute();
    await tx.insertInto('email_bodies').values({ account_id: account.accountId, event_id: first.eventId, html: '<p>Hello</p>' }).execute();
    return contactId;
  });
  const later = {
    clientMessageId: messageId(),
    channelId,
    text: 'At nine',
    fileIds: [],
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    timezone: 'Europe/Sofia',
    unlessCustomerWrites: true,
  };
  const scheduled = await json<{ id: string }>('POST', `/rooms/${roomId}/scheduled`, asAdmin, later);
  const widget = await json<{ id: string }>('POST', `/accounts/${account.accountId}/widgets`, asAdmin, { name: 'Blog' });
  const timeslotId = await givenTimeslot(db, account.accountId);
  const carrierId = await givenCarrier(db, { kind: 'HTTP', address: 'https://carrier.example', name: `Carrier ${newId()}` });
  const serviceId = await givenService(db, { carrierId, channelType: 'SMS' });
  const viberServiceId = await givenService(db, { carrierId, channelType: 'VIBER', title: 'Viber' });
  const ends = [
    await givenEnd(db, account, { type: 'SMS', name: 'Orders', sender: phoneNumber, serviceId }),
    await givenEnd(db, account, { type: 'VIBER', name: 'Orders', sender: 'Shop', serviceId: viberServiceId }),
    await givenEnd(db, account, { type: 'VIBER_PUBLIC', name: 'Orders', sender: newId(), secrets: { token: 'made-up' } }),
  ];
  const mailbox = { type: 'EMAIL', name: 'Care', sender: `care-${newId()}@shop.example`, settings: mailboxSettings } as const;
  const { id: mailboxId } = await givenEnd(db, account, mailbox);
  // Mail went over it, so that it stays whatever is asked.
  const emailChannelId = newId();
  await db.inAccount(account.accountId, (tx) =>
    tx
      .insertInto('contact_channels')
      .values({
        id: emailChannelId,
        account_id: account.accountId,
        contact_id: customerId,
        room_id: roomId,
        type: 'EMAIL',
        address: `maria-${newId()}@home.example`,
        channel_application_id: mailboxId,
      })
      .execute(),
  );
  const source = await uploaded('/files', asAdmin);
  const mail = {
    id: newId(),
    account_id: account.accountId,
    channel_application_id: mailboxId,
    message_key: source,
    sender: '',
    file_id: source,
  };
  await db.inAccount(account.accountId, (tx) =>
    tx
      .insertInto('mails')
      .values({ ...mail, size: 5, received_at: new Date().toISOString(), state: 'DONE', event_id: first.eventId })
      .execute(),
  );
  const users = guests.map(({ userId }) => userId);
  const group = await json<{ id: string }>('POST', '/rooms', asAdmin, { users, roomType: 'GROUP' });
  const view = { name: 'Chats', list: 'all', filters: { channel: ['LIVECHAT'] }, sort: null, shared: true };
  const kept = await json<{ id: string }>('POST', '/room-views', asAdmin, view);
  const fileIds = [await uploaded('/files', asAdmin), await uploaded('/files', asAdmin)];

  const authenticator = new TestAuthenticator(app.origin.replace('127.0.0.1', 'localhost'));
  const factors = '/users/me/second-factors/passkeys';
  const begun = await json<{ options: { challenge: string }; state: string }>('POST', `${factors}/options`, asAdmin, { password });
  await json('POST', factors, asAdmin, { state: begun.state, name: 'Phone', credential: authenticator.create(begun.options) });

  const world = {
    account,
    token,
    superToken,
    secret: first.secret,
    known: {
      accountId: [account.accountId],
      otherAccountId: [other.accountId],
      userId: users,
      associatedParticipantId: users,
      users,
      roomId: [roomId],
      groupId: [group.id],
      chatId: [group.id],
      // Where a page of rooms ended, and one of drafts.
      after: [`1764410400000000.${roomId}`, `${roomId}.${channelId}`],
      private_messages: ['true', 'false'],
      unread: ['true', 'false'],
      starred: ['true', 'false'],
      withoutViews: ['true', 'false'],
      releaseConversations: ['true', 'false'],
      eventId: [first.eventId, noted.eventId],
      event_id: [first.eventId],
      conversationId: [conversationId],
      conversation_id: [conversationId],
      channelId: [channelId, emailChannelId],
      inReplyTo: [first.eventId],
      quotes: [first.eventId],
      quotedEventId: [first.eventId],
      anew: [first.eventId],
      forwards: [first.eventId],
      from: [mailbox.sender],
      channel_application_id: [account.widgetId],
      channelApplicationId: [viberId],
      customerId: [customerId],
      phoneNumber: [phoneNumber],
      queueId: [account.queueId],
      queue: [account.queueId],
      agent: users,
      viewId: [kept.id],
      widgetId: [account.widgetId],
      otherWidgetId: [widget.id],
      timeslotId: [timeslotId],
      carrierId: [carrierId],
      serviceId: [serviceId, viberServiceId],
      troubleId: [await givenTrouble(db, serviceId), await givenTrouble(db, serviceId)],
      endId: ends.map(({ id }) => id),
      mailboxId: [mailboxId],
      signatureId: [await givenSignature(db, account, mailboxId), await givenSignature(db, account, mailboxId)],
      address: ['https://carrier.example', 'smpp://carrier.example:2775', 'orders@shop.example', 'help@shop.example'],
      host: ['smtp.shop.example'],
      selector: ['mail'],
      webFormSenders: ['forms@shop.example'],
      sender: ['+359700123456', '1917', 'Shop'],
      fallbackSender: ['', 'Shop'],
      chatUri: ['our-shop', 'viber://pa?chatURI=shop'],
      token: ['made-up-token'],
      deliveryId: [await givenQuarantined(db, account, viberId)],
      scheduledId: [scheduled.id],
      sendAt: [later.sendAt],
      fileId: [...fileIds, first.fileId],
      superUserId: [superGuestId],
      sessionId: [String(decodeJwt(elsewhere).sid)],
      password: [password],
      currentPassword: [password],
      newPassword: ['short'],
      passkeyId: [authenticator.id],
      blockId: [blocked.content[0]?.id ?? ''],
      timezone: ['Europe/Sofia', 'UTC'],
      phone: ['+359 88 812 3456'],
      endpoint: ['https://push.example.com/send/browser'],
    } as Known,
    async newVisitor() {
      const { secret, fileId } = await visitor();
      world.secret = secret;
      world.known = { ...world.known, fileId: [...fileIds, fileId] };
    },
    async stands() {
      const tokens = [token, superToken];
      const asked = tokens.map((one) => fetch(`${app.origin}/api/users/me`, { headers: { authorization: `Bearer ${one}` } }));
      return (await Promise.all(asked)).every(({ ok }) => ok);
    },
  };
  return world;
}
