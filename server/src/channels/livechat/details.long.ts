import { createHmac } from 'node:crypto';
import { type AuditEntry, CustomerFacts, EARLIER_PAGES_LIMIT, Room, type WidgetAppearance, type WidgetDetails } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentConnection, startApp, type TestApp } from '../../../test/app.ts';
import { givenAccount, type TestAccount } from '../../../test/people.ts';
import { plainPicture } from '../../../test/pictures.ts';
import { givePassword, SignInBrowser } from '../../../test/sign-in.ts';
import { TestVisitor } from '../../../test/visitor.ts';
import { newId } from '../../platform/clock.ts';

const password = `made-up-${newId()}`;
const POLICY = 'https://shop.example/privacy';

let app: TestApp;
let account: TestAccount;
let admin: string;

beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.close());

async function signIn(role: 'agent' | 'admin', owner = account): Promise<string> {
  const { db } = app.database;
  const { userId } = await owner.agent(role, { role });
  await givePassword(db, owner.accountId, userId, password);
  const { email } = await db.reader(owner.accountId).selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return (await new SignInBrowser(app.origin).signIn(email, password)).access_token;
}

async function call(token: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${app.origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function change(fields: Record<string, unknown>): Promise<WidgetDetails> {
  const body = Object.entries(fields).map(([path, value]) => ({ op: 'replace', path, value }));
  const answer = await call(admin, 'PATCH', `/accounts/${account.accountId}/widgets/${account.widgetId}`, body);
  expect(answer.status).toBe(200);
  return answer.body as WidgetDetails;
}

const picture = async () => new Uint8Array(await plainPicture(4, 4).png().toBuffer());
const arrive = () => TestVisitor.arrive(app.origin, account.widgetId);

async function roomOf(visitor: TestVisitor): Promise<{ id: string; contactId: string | null; name: string | null }> {
  const { eventId } = (await visitor.say('Hello')).body as { eventId: string };
  const on = app.database.db.reader(account.accountId);
  const event = await on.selectFrom('events').select('room_id').where('id', '=', eventId).executeTakeFirstOrThrow();
  return (await call(admin, 'GET', `/rooms/${event.room_id}`)).body as { id: string; contactId: string | null; name: string | null };
}

const factsOf = async (roomId: string) => CustomerFacts.parse((await call(admin, 'GET', `/rooms/${roomId}/customer`)).body);

async function secretOfWidget(): Promise<string> {
  const path = `/accounts/${account.accountId}/widgets/${account.widgetId}/identity-secret`;
  return ((await call(admin, 'POST', path)).body as { secret: string }).secret;
}

const signed = (userId: string, secret: string) => ({ userId, signature: createHmac('sha256', secret).update(userId).digest('hex') });

beforeEach(async () => {
  account = await givenAccount(app.database.db);
  admin = await signIn('admin');
});

describe('the settings of a widget', () => {
  it('are changed by the account’s admin, told to visitors where they concern them, and stand in the audit trail', async () => {
    const form = { name: 'REQUIRED', email: 'OPTIONAL', phone: 'NO', consent: 'REQUIRED' };
    const settings = await change({ form, privacyUrl: POLICY, description: 'The shop', resetAfterMinutes: 60, closedForm: true });
    expect(settings).toMatchObject({ form, privacyUrl: POLICY, description: 'The shop', resetAfterMinutes: 60, closedForm: true });
    const appearance = (await (await arrive()).call('GET', `widgets/${account.widgetId}`)).body;
    // Nobody is there, of which more below.
    expect(appearance).toMatchObject({ form: { ...form, email: 'REQUIRED' }, privacyUrl: POLICY });
    expect(appearance).not.toHaveProperty('hasIdentitySecret');
    const trail = (await call(admin, 'GET', `/accounts/${account.accountId}/audit`)).body as { content: AuditEntry[] };
    expect(trail.content.find(({ kind }) => kind === 'WEBSITE_CHAT_CHANGED')).toMatchObject({
      before: { privacyUrl: '', closedForm: false },
      after: { privacyUrl: POLICY, closedForm: true },
    });
  });

  it('tell the identity secret once, keep it encrypted, and never write it into the trail', async () => {
    const secret = await secretOfWidget();
    const row = await app.database.db.reader(account.accountId).selectFrom('widgets').select('identity_secret').executeTakeFirstOrThrow();
    expect(row.identity_secret?.toString('utf8')).not.toContain(secret);
    const list = (await call(admin, 'GET', `/accounts/${account.accountId}/widgets`)).body;
    const trail = (await call(admin, 'GET', `/accounts/${account.accountId}/audit`)).body;
    expect(list).toMatchObject({ content: [{ hasIdentitySecret: true }] });
    expect(JSON.stringify([list, trail])).not.toContain(secret);
  });
});

describe('a chat at which nobody is', () => {
  const shown = async () => {
    const { body } = await (await arrive()).call('GET', `widgets/${account.widgetId}`);
    return body as WidgetAppearance;
  };

  it('says so and asks for an e-mail address, until an agent is ready, where the admin wants that', async () => {
    await change({ welcomeMessage: 'Good day', language: 'bg' });
    expect(await shown()).toMatchObject({ welcomeMessage: 'Good day', form: { email: 'NO' } });
    await change({ closedForm: true });
    expect(await shown()).toMatchObject({ welcomeMessage: expect.stringContaining('В момента няма никого'), form: { email: 'REQUIRED' } });

    const agent = await signIn('agent');
    const connection = await AgentConnection.open(app.origin, agent);
    expect((await shown()).form.email).toBe('REQUIRED');
    expect((await call(agent, 'PUT', '/users/me/chat-status', { status: 'ready' })).status).toBe(200);
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ welcomeMessage: 'Good day', form: { email: 'NO' } }), 5000);
    connection.close();
    await vi.waitFor(async () => expect((await shown()).form.email).toBe('REQUIRED'), 5000);
  });

  it('takes no first message, no file and no other details without the address that it asks for', async () => {
    await change({ closedForm: true });
    const visitor = await arrive();
    const missing = { status: 422, key: 'WIDGET_FORM_INCOMPLETE' };
    expect(await visitor.say('Hello')).toMatchObject({ ...missing, body: { errors: [{ params: { field: 'body.email' } }] } });
    expect(await visitor.call('PUT', 'details', { name: 'Mira' })).toMatchObject(missing);
    expect(await visitor.upload(await picture())).toMatchObject(missing);
    await visitor.call('PUT', 'details', { email: 'mira@home.example' });
    expect((await visitor.upload(await picture())).status).toBe(200);
    expect((await visitor.say('Hello')).status).toBe(200);
  });
});

describe('the form before the first message', () => {
  it('holds the first message back until what is required was told, and names each field that is missing', async () => {
    await change({ form: { name: 'REQUIRED', email: 'OPTIONAL', phone: 'NO', consent: 'REQUIRED' }, privacyUrl: POLICY });
    const visitor = await arrive();
    expect(await visitor.say('Hello')).toMatchObject({ status: 422, key: 'WIDGET_FORM_INCOMPLETE' });
    const partly = await visitor.call('PUT', 'details', { email: 'mira@home.example' });
    expect(partly).toMatchObject({
      status: 422,
      body: { errors: [{ params: { field: 'body.name' } }, { params: { field: 'body.consent' } }] },
    });
    const whole = { name: 'Mira Koleva', email: 'mira@home.example', consent: true };
    expect(await visitor.call('PUT', 'details', whole)).toMatchObject({ status: 200, body: { told: ['name', 'email', 'consent'] } });
    const room = await roomOf(visitor);
    expect(room.name).toBe('Mira Koleva');
    expect((await factsOf(room.id)).details).toEqual({
      name: 'Mira Koleva',
      email: 'mira@home.example',
      phone: null,
      consentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      consentTo: POLICY,
    });
  });

  it('stores no file before it is whole', async () => {
    await change({ form: { name: 'NO', email: 'NO', phone: 'NO', consent: 'REQUIRED' }, privacyUrl: POLICY });
    const visitor = await arrive();
    const stored = () => app.database.db.reader(account.accountId).selectFrom('files').select('id').execute();
    expect(await visitor.upload(await picture())).toEqual({ status: 422, key: 'WIDGET_FORM_INCOMPLETE' });
    expect(await stored()).toEqual([]);
    await visitor.call('PUT', 'details', { consent: true });
    expect((await visitor.upload(await picture())).status).toBe(200);
    expect(await stored()).toHaveLength(1);
    // Whom the site knows is asked nothing.
    const known = await arrive();
    await known.call('PUT', 'identity', signed('customer-4', await secretOfWidget()));
    expect((await known.upload(await picture())).status).toBe(200);
  });

  it('keeps the moment of the first consent to a policy, and that of a consent to another', async () => {
    await change({ form: { name: 'NO', email: 'NO', phone: 'NO', consent: 'REQUIRED' }, privacyUrl: POLICY });
    const visitor = await arrive();
    const consent = async () => {
      await visitor.call('PUT', 'details', { consent: true });
      const on = app.database.db.reader(account.accountId).selectFrom('visitor_details').select(['consent_at', 'consent_to']);
      return on.executeTakeFirstOrThrow();
    };
    const first = await consent();
    expect(first.consent_to).toBe(POLICY);
    expect(await consent()).toEqual(first);
    const other = `${POLICY}/2`;
    await change({ privacyUrl: other });
    const second = await consent();
    expect(second.consent_to).toBe(other);
    expect(second.consent_at).not.toEqual(first.consent_at);
  });

  it('keeps the policy that was shown, though the widget has another by now, and none that it never had', async () => {
    await change({ form: { name: 'NO', email: 'NO', phone: 'NO', consent: 'REQUIRED' }, privacyUrl: POLICY });
    const visitor = await arrive();
    await change({ privacyUrl: `${POLICY}/2` });
    const answer = await visitor.call('PUT', 'details', { consent: true, consentTo: POLICY });
    expect(answer).toMatchObject({ status: 200, body: { told: ['consent'] } });
    const kept = () => app.database.db.reader(account.accountId).selectFrom('visitor_details').select('consent_to').executeTakeFirst();
    expect(await kept()).toEqual({ consent_to: POLICY });
    const invented = await visitor.call('PUT', 'details', { consent: true, consentTo: 'https://elsewhere.example/policy' });
    expect(invented).toMatchObject({ status: 400, key: 'ERROR_VALIDATION', body: { errors: [{ params: { field: 'body.consentTo' } }] } });
    // What another account's widget had is none of this one's.
    const other = await givenAccount(app.database.db);
    const stranger = await TestVisitor.arrive(app.origin, other.widgetId);
    expect(await stranger.call('PUT', 'details', { consent: true, consentTo: POLICY })).toMatchObject({ status: 400 });
    expect(await kept()).toEqual({ consent_to: POLICY });
  });

  it.each([
    [{ email: 'nowhere' }, 'body.email'],
    [{ phone: 'call me' }, 'body.phone'],
    [{ phone: '12' }, 'body.phone'],
    [{ name: ' ' }, 'body.name'],
    [{ consent: false }, 'body.consent'],
  ])('%o is refused at its field', async (given, field) => {
    const answer = await (await arrive()).call('PUT', 'details', given);
    expect(answer).toMatchObject({ status: 400, key: 'ERROR_VALIDATION', body: { errors: [{ params: { field } }] } });
  });

  it('shows nothing of it to another account', async () => {
    const visitor = await arrive();
    await visitor.call('PUT', 'details', { name: 'Mira' });
    const room = await roomOf(visitor);
    const foreign = await signIn('admin', await givenAccount(app.database.db, 'Orion'));
    expect((await call(foreign, 'GET', `/rooms/${room.id}/customer`)).status).toBe(404);
  });
});

describe('a signed identity', () => {
  it('makes the same contact of a person on every device, however they begin at once', async () => {
    const identity = signed('customer-7', await secretOfWidget());
    const devices = await Promise.all([arrive(), arrive(), arrive()]);
    for (const device of devices) expect(await device.call('PUT', 'identity', identity)).toMatchObject({ body: { session: 'SAME' } });
    const rooms = await Promise.all(devices.map(roomOf));
    expect(new Set(rooms.map(({ contactId }) => contactId)).size).toBe(1);
    expect(new Set(rooms.map(({ id }) => id)).size).toBe(1);
    expect((await factsOf(rooms[0]?.id ?? '')).siteUserId).toBe('customer-7');
  });

  it('leaves no trace of a session whose first message is refused', async () => {
    const identity = signed('customer-9', await secretOfWidget());
    const [first, second] = [await arrive(), await arrive()];
    for (const device of [first, second]) await device.call('PUT', 'identity', identity);
    const clientMessageId = newId();
    const write = (device: TestVisitor, text: string) => device.call('POST', 'messages', { clientMessageId, text });
    const { eventId } = (await write(first, 'Hello')).body as { eventId: string };
    const counted = () =>
      Promise.all(
        (['contact_channels', 'conversations', 'events'] as const).map((table) =>
          app.database.db
            .reader(account.accountId)
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow(),
        ),
      );
    const before = await counted();
    expect((await write(second, 'Something else')).key).toBe('CLIENT_MESSAGE_ID_USED');
    expect(await counted()).toEqual(before);
    // The very same, sent again by a new session, is the one that was stored.
    expect((await write(second, 'Hello')).body).toMatchObject({ eventId });
  });

  it('is refused when the secret of this widget has not signed it', async () => {
    const visitor = await arrive();
    expect(await visitor.call('PUT', 'identity', signed('customer-7', 'guessed'))).toMatchObject({
      status: 422,
      key: 'VISITOR_IDENTITY_REFUSED',
    });
    const secret = await secretOfWidget();
    expect((await visitor.call('PUT', 'identity', { ...signed('customer-7', secret), userId: 'customer-8' })).status).toBe(422);
    await secretOfWidget();
    expect((await visitor.call('PUT', 'identity', signed('customer-7', secret))).status).toBe(422);
  });

  it('takes what was written before along, once, and asks for a new session where it is another person’s', async () => {
    const secret = await secretOfWidget();
    const first = await arrive();
    const room = await roomOf(first);
    expect((await first.call('PUT', 'identity', signed('customer-1', secret))).body).toEqual({ session: 'SAME' });
    const second = await arrive();
    await second.call('PUT', 'identity', signed('customer-1', secret));
    expect((await roomOf(second)).contactId).toBe(room.contactId);
    // A shared computer: the next person is not the one before.
    expect((await first.call('PUT', 'identity', signed('customer-2', secret))).body).toEqual({ session: 'ANOTHER' });
    const anonymous = await arrive();
    await roomOf(anonymous);
    expect((await anonymous.call('PUT', 'identity', signed('customer-1', secret))).body).toEqual({ session: 'ANOTHER' });
  });

  it('spares those whom the site knows the form', async () => {
    await change({ form: { name: 'REQUIRED', email: 'NO', phone: 'NO', consent: 'NO' } });
    const visitor = await arrive();
    await visitor.call('PUT', 'identity', signed('customer-3', await secretOfWidget()));
    expect((await visitor.say('Hello')).status).toBe(200);
  });

  it('ends with the sign-out, in every tab at once', async () => {
    const visitor = await arrive();
    await visitor.say('Hello');
    await visitor.connect();
    // Whose ping is answered is let in.
    visitor.send('Ping', {});
    await vi.waitFor(() => expect(visitor.frames.map(({ type }) => type)).toContain('Pong'), 5000);
    expect((await visitor.call('DELETE', 'session')).status).toBe(200);
    await vi.waitFor(() => expect(visitor.frames.map(({ type }) => type)).toContain('SessionEnded'), 5000);
    expect(await visitor.say('Still here?')).toMatchObject({ status: 401, key: 'VISITOR_SESSION_ENDED' });
    visitor.leave();
  });
});

describe('what is known of a customer', () => {
  it('is who they are, their addresses on those channels whose addresses people know, and over which nothing was said', async () => {
    const visitor = await arrive();
    const room = await roomOf(visitor);
    const added = async (type: string, address: string) => {
      const { accountId, widgetId: channel_application_id } = account;
      const row = { id: newId(), account_id: accountId, contact_id: room.contactId ?? '', room_id: room.id, channel_application_id };
      const values = { ...row, type, address };
      await app.database.db.inAccount(accountId, (tx) => tx.insertInto('contact_channels').values(values).execute());
      return row.id;
    };
    const mail = await added('EMAIL', 'mira@home.example');
    const messenger = await added('FACEBOOK', '8812345');
    const phone = await added('PHONE', '+359888123456');
    const { contact, addresses, unused } = await factsOf(room.id);
    expect(contact).toEqual({ name: null, language: 'en', timezone: null, since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
    expect(addresses).toEqual([
      { channelId: mail, address: 'mira@home.example' },
      { channelId: phone, address: '+359888123456' },
    ]);
    // As the room tells it, once it is another than was read before: so the first words over one are seen to be the first. Live chat was used.
    await roomOf(visitor);
    const { channels } = Room.parse((await call(admin, 'GET', `/rooms/${room.id}`)).body);
    const isUnused = ({ channelId }: { channelId: string }) => [mail, messenger, phone].includes(channelId);
    expect(unused).toEqual(channels.filter(isUnused).map(({ channelId, timestamp }) => ({ channelId, timestamp })));
    expect(unused).toHaveLength(3);
  });
});

describe('the page that a visitor is on', () => {
  const page = { title: 'Lamps', address: 'https://shop.example/lamps', values: { basket: '3' } };

  it('is told to whoever sees the room, live, and not to others', async () => {
    const visitor = await arrive();
    const room = await roomOf(visitor);
    const watching = await AgentConnection.open(app.origin, admin);
    const other = await AgentConnection.open(app.origin, await signIn('admin', await givenAccount(app.database.db, 'Orion')));
    await visitor.connect();
    visitor.send('Page', page);
    const changes = () => watching.frames.filter(({ type }) => type === 'CustomerChanged');
    await vi.waitFor(() => expect(changes().map(({ payload }) => payload)).toEqual([{ roomId: room.id }]), 5000);
    expect((await factsOf(room.id)).page).toMatchObject(page);
    visitor.send('Page', page);
    visitor.send('Page', { ...page, title: 'Bulbs' });
    await vi.waitFor(async () => expect((await factsOf(room.id)).page?.title).toBe('Bulbs'), 5000);
    await vi.waitFor(() => expect(changes()).toHaveLength(2));
    // Whatever else were on its way would have come before the answer.
    for (const one of [watching, other]) await one.ask('Ping', {});
    expect(changes()).toHaveLength(2);
    expect(other.frames.filter(({ type }) => type === 'CustomerChanged')).toEqual([]);
    for (const end of [() => visitor.leave(), () => watching.close(), () => other.close()]) end();
  });

  it('stands with those before it and the site that led there; its title, or other values, make no other page of it', async () => {
    const visitor = await arrive();
    await visitor.connect();
    const room = await roomOf(visitor);
    const cameFrom = 'https://search.example/results';
    visitor.send('Page', { ...page, title: 'Shop', address: 'https://shop.example/', cameFrom });
    visitor.send('Page', { ...page, title: 'Shop', cameFrom: 'https://pay.example/' });
    visitor.send('Page', page);
    visitor.send('Page', { ...page, values: { basket: '4' } });
    visitor.send('Page', { title: 'Basket', address: '', values: {} });
    visitor.send('Page', { title: 'Thank you', address: '', values: {} });
    await vi.waitFor(async () => expect((await factsOf(room.id)).page?.title).toBe('Thank you'), 5000);
    const facts = await factsOf(room.id);
    expect(facts).toMatchObject({ page: { address: '', values: {} }, cameFrom });
    expect(facts.earlierPages.map(({ title, address }) => [title, address])).toEqual([
      ['Basket', ''],
      ['Lamps', page.address],
      ['Shop', 'https://shop.example/'],
    ]);
    const times = facts.earlierPages.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    visitor.leave();
  });

  it('is kept with so many before it and no more', async () => {
    const visitor = await arrive();
    await visitor.connect();
    const room = await roomOf(visitor);
    const at = (n: number) => ({ ...page, address: `https://shop.example/${n}` });
    visitor.send('Page', at(0));
    await vi.waitFor(async () => expect((await factsOf(room.id)).page).toMatchObject(at(0)), 5000);
    const { db } = app.database;
    const session = await db.reader(account.accountId).selectFrom('visitor_sessions').select('id').executeTakeFirstOrThrow();
    const before = Array.from({ length: EARLIER_PAGES_LIMIT }, (_, n) => ({
      account_id: account.accountId,
      session_id: session.id,
      title: page.title,
      address: at(n - EARLIER_PAGES_LIMIT).address,
      at: new Date(Date.now() - 60_000).toISOString(),
    }));
    await db.inAccount(account.accountId, (tx) => tx.insertInto('visitor_pages').values(before).execute());
    visitor.send('Page', at(1));
    await vi.waitFor(async () => expect((await factsOf(room.id)).page).toMatchObject(at(1)), 5000);
    const { earlierPages } = await factsOf(room.id);
    expect(earlierPages).toHaveLength(EARLIER_PAGES_LIMIT);
    expect([earlierPages[0]?.address, earlierPages.at(-1)?.address]).toEqual([at(0).address, at(1 - EARLIER_PAGES_LIMIT).address]);
    visitor.leave();
  });

  it('is refused where it is no page, or says too much', async () => {
    const visitor = await arrive();
    await visitor.connect();
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`value ${at}`, 'x']));
    for (const spoilt of [
      { ...page, address: 'javascript:alert(1)' },
      { ...page, cameFrom: 'javascript:alert(1)' },
      { ...page, values: many },
      { ...page, values: { a: 1 } },
      null,
    ])
      visitor.send('Page', spoilt);
    await vi.waitFor(() => expect(visitor.frames.map(({ type }) => type)).toEqual(Array(5).fill('VALIDATION')), 5000);
    visitor.leave();
  });
});
