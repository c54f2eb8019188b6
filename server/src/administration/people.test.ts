import type { Invitation, PasswordLink, UserDetails } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openSocket, replacing, type SignedInPerson, startAdministration } from '../../test/administration.ts';
import { givenRooms, messageId, type TestRooms } from '../../test/people.ts';
import { SignInBrowser } from '../../test/sign-in.ts';
import { assignByPerson } from '../rooms/assign.ts';
import { inRooms, receiveText, takeAs } from '../rooms/index.ts';

let given: Administration;
let rooms: TestRooms;
beforeAll(async () => {
  given = await startAdministration();
  rooms = givenRooms(given.app.database.db);
  // So that the queue is never left without anybody.
  await given.account.agent('Standby');
}, 60_000);
afterAll(() => given.close());

const path = (userId = '') => `/accounts/${given.account.accountId}/people${userId === '' ? '' : `/${userId}`}`;
const change = (token: string, userId: string, fields: Record<string, unknown>, query = '') =>
  given.call<UserDetails>(token, 'PATCH', `${path(userId)}${query}`, replacing(fields));
const reader = () => given.app.database.db.reader(given.account.accountId);
const queuesOf = async (userId: string) =>
  (await reader().selectFrom('queue_members').select('queue_id').where('user_id', '=', userId).execute()).map(({ queue_id }) => queue_id);

async function eventually<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read();
    if (holds(value) || tries === 100) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('somebody who is added', () => {
  type Added = { user: UserDetails; invitation: Invitation };
  const add = (token: string, body: Record<string, unknown>) => given.call<Added>(token, 'POST', path(), body);

  it('is invited: without mail the link is handed to the administrator, and by it they get in', async () => {
    const { status, body } = await add(given.ana.token, {
      firstName: 'Iva',
      lastName: 'Petrova',
      email: 'Iva@lumen.example',
      role: 'agent',
      username: 'iva',
      jobTitle: 'Care',
      extension: '*12',
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      role: 'agent',
      username: 'iva',
      extension: '*12',
      status: 'active',
      hasPassword: false,
      chatStatus: 'offline',
      language: 'en',
    });
    expect(body.invitation).toEqual({ mailed: false, link: expect.stringContaining('/auth/invitation/') });
    const password = 'made up of four words';
    const chosen = await fetch(body.invitation.link ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ password }).toString(),
      redirect: 'manual',
    });
    expect(chosen.status).toBe(303);
    const again = await given.call(given.ana.token, 'POST', `${path(body.user.id)}/invitation`);
    expect(again.key).toBe('USER_HAS_JOINED');
    expect(await queuesOf(body.user.id)).toEqual([given.account.queueId]);
  });

  it('who has forgotten their password is handed a link for a new one, which ends an older one and their sign-ins', async () => {
    const make = (token: string, userId: string) => given.call<PasswordLink>(token, 'POST', `${path(userId)}/password-link`);
    const lora = await given.person('Lora');
    const [first, second] = [await make(given.ana.token, lora.actor.userId), await make(given.superToken, lora.actor.userId)];
    expect(second.body).toEqual({ mailed: false, link: expect.stringContaining('/auth/reset/') });
    expect((await fetch(first.body.link ?? '')).status).toBe(410);
    // Until the link is used everything is as it was.
    expect((await given.call(lora.token, 'GET', '/users/me')).status).toBe(200);
    const visitor = new SignInBrowser(given.app.origin);
    expect((await visitor.post(second.body.link ?? '', { password: 'quite another one' })).status).toBe(303);
    expect((await given.call(lora.token, 'GET', '/users/me')).status).toBe(401);
    expect((await visitor.fetch(second.body.link ?? '')).status).toBe(410);
    await new SignInBrowser(given.app.origin).signIn(lora.email, 'quite another one');
    const [bySuper, byAna] = await given.trail('USER_PASSWORD_LINK_MADE');
    expect(byAna).toMatchObject({ actor: { id: given.ana.actor.userId }, entity: { id: lora.actor.userId } });
    expect(bySuper).toMatchObject({ actor: { id: given.superUserId }, entity: { id: lora.actor.userId } });
    const secret = second.body.link?.split('/').at(-1) ?? 'missing';
    expect(JSON.stringify([bySuper, byAna])).not.toContain(secret);
  });

  it('who has no password to forget is handed no link for a new one, and nobody makes their own', async () => {
    const make = (userId: string) => given.call(given.ana.token, 'POST', `${path(userId)}/password-link`);
    expect((await make(given.ana.actor.userId)).key).toBe('USER_PASSWORD_IS_OWN');
    const invited = await add(given.ana.token, { firstName: 'Nora', email: 'nora@lumen.example', role: 'agent' });
    expect((await make(invited.body.user.id)).key).toBe('USER_NOT_JOINED');
  });

  it('has an address that nobody of any account bears, in any case, and a user name of their own', async () => {
    const iva = { firstName: 'Iva', role: 'agent' };
    expect((await add(given.ana.token, { ...iva, email: 'IVA@lumen.example' })).key).toBe('USER_EMAIL_TAKEN');
    expect((await add(given.ana.token, { ...iva, email: 'stefan@parley.example' })).key).toBe('USER_EMAIL_TAKEN');
    expect((await add(given.ana.token, { ...iva, email: 'second@lumen.example', username: 'IVA' })).key).toBe('USERNAME_TAKEN');
    const twice = await Promise.all([1, 2].map(() => add(given.superToken, { ...iva, email: 'race@lumen.example' })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('stands in no queue as a supervisor, and in the default one once they become an agent', async () => {
    const { body } = await add(given.ana.token, { firstName: 'Petar', email: 'petar@lumen.example', role: 'supervisor' });
    expect(await queuesOf(body.user.id)).toEqual([]);
    // Nobody is an agent by title whom nobody called so.
    expect(body.user.jobTitle).toBe('');
    await change(given.ana.token, body.user.id, { role: 'agent' });
    expect(await queuesOf(body.user.id)).toEqual([given.account.queueId]);
  });

  it('is found in the list by name, address, role and activity', async () => {
    const list = async (query: string) =>
      (await given.call<{ content: UserDetails[]; totalElements: number }>(given.ana.token, 'GET', `${path()}?${query}`)).body;
    expect((await list('search=PETROVA')).content.map(({ username }) => username)).toEqual(['iva']);
    expect((await list('role=admin')).content.map(({ firstName }) => firstName)).toEqual(['Ana']);
    expect((await list('status=inactive')).totalElements).toBe(0);
    const names = (await list('sort=name,desc&size=100')).content.map(({ firstName }) => firstName);
    expect(names).toEqual(names.toSorted().reverse());
  });
});

describe('a change', () => {
  it('of everything is kept, told to colleagues at once, and stands in the trail without secrets', async () => {
    const boris = await given.person('Boris');
    const socket = await openSocket(given.app.origin, given.ana.token);
    const fields = {
      firstName: 'Borislav',
      lastName: 'Ivanov',
      username: 'bobi',
      email: 'borislav@lumen.example',
      jobTitle: 'Returns',
      extension: '77',
      language: 'bg',
      timezone: 'Europe/Sofia',
    };
    const { body } = await change(given.superToken, boris.actor.userId, { ...fields, unifyApiKey: 'very-secret' });
    expect(body).toMatchObject({ ...fields, hasUnifyApiKey: true });
    expect(await given.signIn('borislav@lumen.example')).toBeTruthy();
    const heard = await eventually(
      async () => socket.frames.filter(({ type }) => type === 'Colleague').map(({ payload }) => payload),
      (frames) => frames.length > 0,
    );
    expect(heard).toEqual([expect.objectContaining({ id: boris.actor.userId, firstName: 'Borislav', jobTitle: 'Returns', active: true })]);
    const [entry] = await given.trail('USER_CHANGED');
    expect(entry).toMatchObject({
      actor: { id: given.superUserId, role: 'superAdmin' },
      entity: { type: 'USER', id: boris.actor.userId, name: 'Borislav Ivanov' },
      before: { firstName: 'Boris', extension: '' },
      after: { firstName: 'Borislav', extension: '77', unifyApiKey: 'SECRET_CHANGED' },
    });
    expect(JSON.stringify(entry)).not.toContain('very-secret');
    expect(entry?.requestId).not.toBe('');
  });

  it('of the role refuses the old token by its message and closes its sockets; the new sign-in has the new role', async () => {
    const vera = await given.person('Vera');
    const socket = await openSocket(given.app.origin, vera.token);
    const asked = performance.now();
    await change(given.ana.token, vera.actor.userId, { role: 'supervisor' });
    expect(await socket.closed).toBe(4403);
    expect(performance.now() - asked).toBeLessThan(5000);
    expect(await given.call(vera.token, 'GET', '/rooms')).toMatchObject({ status: 401, key: 'USER_ROLE_CHANGED' });
    const me = await given.call(await given.signIn(vera.email), 'GET', '/users/me');
    expect(me.body).toMatchObject({ role: 'supervisor' });
    expect((await given.trail('USER_ROLE_CHANGED'))[0]).toMatchObject({ before: { role: 'agent' }, after: { role: 'supervisor' } });
  });

  it('of the role leaves them their queues and conversations, also where they are the only one', async () => {
    const { db } = given.app.database;
    const { accountId } = given.account;
    const queueId = '0193a1de-7777-7000-8000-000000000002';
    const todor = await given.person('Todor');
    await db.inAccount(accountId, async (tx) => {
      await tx.insertInto('queues').values({ id: queueId, account_id: accountId, name: 'Repairs' }).execute();
      await tx.insertInto('queue_members').values({ account_id: accountId, queue_id: queueId, user_id: todor.actor.userId }).execute();
    });
    const visitor = await given.account.visitor('Mila');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, todor.actor, visitor.roomId);
    for (const role of ['supervisor', 'admin', 'agent'] as const) {
      expect(await change(given.ana.token, todor.actor.userId, { role })).toMatchObject({ status: 200, body: { role } });
      expect(await queuesOf(todor.actor.userId)).toContain(queueId);
      const answer = await given.call(await given.signIn(todor.email), 'POST', `/rooms/${visitor.roomId}/messages`, {
        type: 'Text',
        payload: { clientMessageId: messageId(), roomId: visitor.roomId, channelId: visitor.contactChannelId, text: `As ${role}` },
      });
      expect(answer.status, role).toBe(200);
    }
    // To become inactive is another matter.
    expect((await change(given.ana.token, todor.actor.userId, { status: 'inactive' })).key).toBe('USER_ONLY_ONE_IN_QUEUE');
  });

  it('is not made to oneself’s role or activity, nor to the last active admin’s, even by two at once', async () => {
    const { userId } = given.ana.actor;
    expect((await change(given.ana.token, userId, { status: 'inactive' })).key).toBe('USER_IS_ONESELF');
    expect((await change(given.ana.token, userId, { role: 'agent' })).key).toBe('USER_IS_ONESELF');
    expect((await change(given.ana.token, userId, { jobTitle: 'Head' })).status).toBe(200);
    expect((await change(given.superToken, userId, { status: 'inactive' })).key).toBe('USER_LAST_ADMIN');
    expect((await change(given.superToken, userId, { role: 'agent' })).key).toBe('USER_LAST_ADMIN');
    const second = await given.person('Nora', { role: 'admin', inQueue: false });
    const both = await Promise.all([
      change(given.superToken, userId, { role: 'supervisor' }),
      change(given.superToken, second.actor.userId, { role: 'supervisor' }),
    ]);
    expect(both.map(({ key }) => key).toSorted()).toEqual(['', 'USER_LAST_ADMIN']);
    await change(given.superToken, userId, { role: 'admin' });
    // Whichever of the two came first.
    await change(given.superToken, second.actor.userId, { role: 'supervisor' });
    given.ana.token = await given.signIn(given.ana.email);
  });

  it('of the last admin who can sign in is refused, also while another one is invited and has not come', async () => {
    const invited = await given.account.agent('Guest', { role: 'admin', inQueue: false });
    const { userId } = given.ana.actor;
    expect((await change(given.superToken, userId, { role: 'supervisor' })).key).toBe('USER_LAST_ADMIN');
    expect((await change(given.superToken, userId, { status: 'inactive' })).key).toBe('USER_LAST_ADMIN');
    // Who never came is nobody to miss.
    expect((await change(given.superToken, invited.userId, { role: 'supervisor' })).status).toBe(200);
  });

  it('is not made to oneself’s address or second factors, which ask for the password in the profile', async () => {
    const { userId } = given.ana.actor;
    expect(await change(given.ana.token, userId, { email: 'mine@elsewhere.example', jobTitle: 'Thief' })).toMatchObject({
      status: 422,
      key: 'USER_SIGN_IN_IS_OWN',
    });
    expect((await given.call(given.ana.token, 'DELETE', `${path(userId)}/second-factors`)).key).toBe('USER_SIGN_IN_IS_OWN');
    const stands = (await given.call<UserDetails>(given.ana.token, 'GET', path(userId))).body;
    expect([stands.email, stands.jobTitle]).toEqual([given.ana.email, 'Head']);
    // What was not changed is no change, whoever sends it.
    expect((await change(given.ana.token, userId, { email: given.ana.email, jobTitle: 'Lead' })).status).toBe(200);
  });

  it('finds nobody of another account', async () => {
    const elsewhere = await given.call<{ id: string }>(given.superToken, 'POST', '/accounts', { name: 'Orion' });
    const foreign = `/accounts/${elsewhere.body.id}/people`;
    const victor = await given.call<{ user: UserDetails }>(given.superToken, 'POST', foreign, {
      firstName: 'Victor',
      email: 'victor@orion.example',
      role: 'agent',
    });
    const victorId = victor.body.user.id;
    expect((await given.call(given.ana.token, 'GET', foreign)).key).toBe('ACCOUNT_NOT_FOUND');
    expect((await given.call(given.ana.token, 'GET', path(victorId))).key).toBe('USER_NOT_FOUND');
    expect((await change(given.superToken, victorId, { jobTitle: 'x' })).key).toBe('USER_NOT_FOUND');
  });
});

describe('whoever is deactivated', () => {
  async function holding(person: SignedInPerson) {
    const visitor = await given.account.visitor('Mila');
    await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
    await takeAs(rooms.deps, person.actor, visitor.roomId);
    return visitor.roomId;
  }
  const conversation = (roomId: string) =>
    reader()
      .selectFrom('conversations')
      .select(['state', 'assigned_user_id', 'queue_id'])
      .where('room_id', '=', roomId)
      .executeTakeFirstOrThrow();

  it('must not be in an active conversation, unless it goes back to its queue at once, first in line and with the reason', async () => {
    const dora = await given.person('Dora');
    const roomId = await holding(dora);
    expect((await change(given.ana.token, dora.actor.userId, { status: 'inactive' })).key).toBe('USER_IN_ACTIVE_CONVERSATION');
    expect((await conversation(roomId)).assigned_user_id).toBe(dora.actor.userId);

    await receiveText(rooms.deps, { ...(await given.account.visitor('Later')), text: 'Hello', clientMessageId: messageId() });
    const out = await change(given.ana.token, dora.actor.userId, { status: 'inactive' }, '?releaseConversations=true');
    expect(out.body).toMatchObject({ status: 'inactive', chatStatus: 'offline' });
    const back = await eventually(
      () => conversation(roomId),
      ({ state }) => state === 'UNASSIGNED',
    );
    expect(back).toEqual({ state: 'UNASSIGNED', assigned_user_id: null, queue_id: given.account.queueId });
    const line = await reader().selectFrom('waiting').select('room_id').orderBy('place').execute();
    expect([line[0]?.room_id, line.length > 1]).toEqual([roomId, true]);
    const [newest] = await reader()
      .selectFrom('events')
      .selectAll()
      .where('room_id', '=', roomId)
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(newest).toMatchObject({ type: 'ENTER_QUEUE', reason: 'QUEUE_REASON_DEACTIVATED', modified_value: 'General' });
    const room = await reader().selectFrom('rooms').select('state').where('id', '=', roomId).executeTakeFirstOrThrow();
    expect(room.state).toBe('UNASSIGNED');
  });

  it('is out everywhere, gets no invitation and no new password, and comes back when activated', async () => {
    const emil = await given.person('Emil');
    const socket = await openSocket(given.app.origin, emil.token);
    expect((await change(given.ana.token, emil.actor.userId, { status: 'inactive' })).status).toBe(200);
    expect([4401, 4403]).toContain(await socket.closed);
    expect((await given.call(emil.token, 'GET', '/users/me')).status).toBe(401);
    await expect(given.signIn(emil.email)).rejects.toThrow('401');
    for (const link of ['invitation', 'password-link'])
      expect((await given.call(given.ana.token, 'POST', `${path(emil.actor.userId)}/${link}`)).key).toBe('USER_INACTIVE');
    await change(given.ana.token, emil.actor.userId, { status: 'active' });
    expect(await given.signIn(emil.email)).toBeTruthy();
    expect([(await given.trail('USER_DEACTIVATED'))[0]?.entity.name, (await given.trail('USER_ACTIVATED'))[0]?.entity.name]).toEqual([
      'Emil Test',
      'Emil Test',
    ]);
  });

  it('finds no way in by what was sent to them before', async () => {
    const { body } = await given.call<{ user: UserDetails; invitation: Invitation }>(given.ana.token, 'POST', path(), {
      firstName: 'Gena',
      email: 'gena@lumen.example',
      role: 'agent',
    });
    const link = body.invitation.link ?? '';
    expect((await fetch(link)).status).toBe(200);
    expect((await change(given.ana.token, body.user.id, { status: 'inactive' })).status).toBe(200);
    expect((await change(given.ana.token, body.user.id, { status: 'active' })).status).toBe(200);
    expect((await fetch(link)).status).toBe(410);
    const anew = await given.call<Invitation>(given.ana.token, 'POST', `${path(body.user.id)}/invitation`);
    expect((await fetch(anew.body.link ?? '')).status).toBe(200);
  });

  it('keeps nothing that is given to them in the same moment, whoever comes first', async () => {
    const { db } = given.app.database;
    const { accountId } = given.account;
    const kalin = await given.person('Kalin');
    // Who never chose a status: no row of presence that both would wait for.
    await db.inAccount(accountId, (tx) => tx.deleteFrom('user_presence').where('user_id', '=', kalin.actor.userId).execute());
    const assigning = async (until: Promise<void>) => {
      const visitor = await given.account.visitor('Mila');
      await receiveText(rooms.deps, { ...visitor, text: 'Hello', clientMessageId: messageId() });
      const { id } = await reader()
        .selectFrom('conversations')
        .select('id')
        .where('room_id', '=', visitor.roomId)
        .executeTakeFirstOrThrow();
      const assignment = { roomId: visitor.roomId, conversationId: id, userId: kalin.actor.userId, expectedUserId: null };
      const done = inRooms(db, accountId, async (tx) => {
        await assignByPerson(tx, kalin.actor, assignment);
        await until;
      });
      return { roomId: visitor.roomId, done };
    };
    // Given, and not committed while they are deactivated: the deactivation waits for it, and it goes back.
    const gate = Promise.withResolvers<void>();
    const first = await assigning(gate.promise);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const out = change(given.ana.token, kalin.actor.userId, { status: 'inactive' }, '?releaseConversations=true');
    const waits = new Promise((resolve) => setTimeout(resolve, 500, 'waits'));
    expect(await Promise.race([out.then(() => 'did not wait'), waits])).toBe('waits');
    gate.resolve();
    await first.done;
    expect((await out).body.status).toBe('inactive');
    const back = await eventually(
      () => conversation(first.roomId),
      ({ state }) => state === 'UNASSIGNED',
    );
    expect(back.state).toBe('UNASSIGNED');

    // Deactivated, and not committed while they are given something: the assignment waits, and finds them inactive.
    await change(given.ana.token, kalin.actor.userId, { status: 'active' });
    const other = Promise.withResolvers<void>();
    const deactivating = db.inAccount(accountId, async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', kalin.actor.userId).forUpdate().execute();
      await tx.updateTable('users').set({ active: false }).where('id', '=', kalin.actor.userId).execute();
      await other.promise;
    });
    const second = await assigning(Promise.resolve());
    const refused = expect(second.done).rejects.toThrow('USER_NOT_FOUND');
    await new Promise((resolve) => setTimeout(resolve, 300));
    other.resolve();
    await deactivating;
    await refused;
    expect((await conversation(second.roomId)).state).toBe('UNASSIGNED');
  });

  it('must not leave a queue without anybody', async () => {
    const { db } = given.app.database;
    const { accountId } = given.account;
    const queueId = '0193a1de-7777-7000-8000-000000000001';
    const lili = await given.person('Lili');
    await db.inAccount(accountId, async (tx) => {
      await tx.insertInto('queues').values({ id: queueId, account_id: accountId, name: 'Refunds' }).execute();
      await tx.insertInto('queue_members').values({ account_id: accountId, queue_id: queueId, user_id: lili.actor.userId }).execute();
    });
    const refused = await change(given.ana.token, lili.actor.userId, { status: 'inactive' }, '?releaseConversations=true');
    expect(refused).toMatchObject({ status: 422, key: 'USER_ONLY_ONE_IN_QUEUE', body: { errors: [{ params: { queue: 'Refunds' } }] } });
    // Who was invited and has not come answers nobody.
    const invited = await given.account.agent('Guest', { inQueue: false });
    await db.inAccount(accountId, (tx) =>
      tx.insertInto('queue_members').values({ account_id: accountId, queue_id: queueId, user_id: invited.userId }).execute(),
    );
    expect((await change(given.ana.token, lili.actor.userId, { status: 'inactive' })).key).toBe('USER_ONLY_ONE_IN_QUEUE');
    const mimi = await given.person('Mimi');
    await db.inAccount(accountId, (tx) =>
      tx.insertInto('queue_members').values({ account_id: accountId, queue_id: queueId, user_id: mimi.actor.userId }).execute(),
    );
    expect((await change(given.ana.token, lili.actor.userId, { status: 'inactive' })).status).toBe(200);
    expect((await change(given.ana.token, mimi.actor.userId, { status: 'inactive' })).key).toBe('USER_ONLY_ONE_IN_QUEUE');
  });
});

describe('an administrator', () => {
  it('signs somebody out everywhere, and takes second factors away, each with its entry', async () => {
    const rada = await given.person('Rada');
    const secret = await given.call<{ secret: string }>(rada.token, 'GET', '/users/me/second-factors');
    expect(secret.status).toBe(200);
    const totp = {
      account_id: given.account.accountId,
      person_id: rada.actor.userId,
      secret: Buffer.from('x'),
      begun_at: new Date().toISOString(),
    };
    await given.app.database.db.inAccount(given.account.accountId, (tx) =>
      tx
        .insertInto('totp_secrets')
        .values({ ...totp, confirmed_at: new Date().toISOString() })
        .execute(),
    );
    const one = await given.call<UserDetails>(given.ana.token, 'GET', path(rada.actor.userId));
    expect(one.body.hasSecondFactor).toBe(true);
    const without = await given.call<UserDetails>(given.ana.token, 'DELETE', `${path(rada.actor.userId)}/second-factors`);
    expect(without.body.hasSecondFactor).toBe(false);
    const ended = await given.call(given.ana.token, 'DELETE', `${path(rada.actor.userId)}/sessions`);
    expect(ended.body).toEqual({ endedSessions: 1 });
    expect((await given.call(rada.token, 'GET', '/users/me')).status).toBe(401);
    const named = [await given.trail('USER_SECOND_FACTORS_REMOVED'), await given.trail('USER_SESSIONS_ENDED')];
    expect(named.map(([entry]) => [entry?.actor?.name, entry?.entity.name])).toEqual([
      ['Ana Test', 'Rada Test'],
      ['Ana Test', 'Rada Test'],
    ]);
  });
});
