import type { AuditEntry, Invitation, PasswordLink, SuperUser } from '@parley/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';
import { givenSuperUser, SignInBrowser } from '../../test/sign-in.ts';
import { consoleLink } from '../identity/index.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

const change = (id: string, fields: Record<string, unknown>) =>
  given.call<SuperUser>(given.superToken, 'PATCH', `/super-users/${id}`, replacing(fields));

it('super admins are added by invitation, changed, listed, deactivated and recorded apart from every account', async () => {
  const added = await given.call<{ superUser: SuperUser; invitation: Invitation }>(given.superToken, 'POST', '/super-users', {
    firstName: 'Rosa',
    email: 'rosa@parley.example',
    language: 'bg',
  });
  const { superUser, invitation } = added.body;
  expect(superUser).toMatchObject({
    firstName: 'Rosa',
    lastName: '',
    language: 'bg',
    timezone: 'UTC',
    status: 'active',
    hasPassword: false,
  });
  expect(invitation).toEqual({ mailed: false, link: expect.stringContaining('/auth/invitation/') });
  expect((await given.call(given.superToken, 'POST', '/super-users', { firstName: 'X', email: given.ana.email })).key).toBe(
    'USER_EMAIL_TAKEN',
  );
  expect((await change(superUser.id, { lastName: 'Nikolova', email: 'nikolova@parley.example' })).body.email).toBe(
    'nikolova@parley.example',
  );
  // The link went to the address before.
  expect((await fetch(invitation.link ?? '')).status).toBe(410);
  const list = await given.call<{ content: SuperUser[] }>(given.superToken, 'GET', '/super-users?search=NIKOL&status=active');
  expect(list.body.content.map(({ id }) => id)).toEqual([superUser.id]);
  expect((await change(superUser.id, { status: 'inactive' })).body.status).toBe('inactive');
  const trail = await given.call<{ content: AuditEntry[] }>(given.superToken, 'GET', '/audit');
  expect(trail.body.content.map(({ kind }) => kind)).toEqual(['SUPER_USER_DEACTIVATED', 'SUPER_USER_CHANGED', 'SUPER_USER_CREATED']);
  expect(trail.body.content[1]).toMatchObject({ before: { lastName: '' }, after: { lastName: 'Nikolova' } });
  const ofAccount = await given.call<{ content: AuditEntry[] }>(given.ana.token, 'GET', `/accounts/${given.account.accountId}/audit`);
  expect(ofAccount.body.content).toEqual([]);
});

it('a super admin changes neither their own address nor their second factors here', async () => {
  expect((await change(given.superUserId, { email: 'mine@elsewhere.example' })).key).toBe('USER_SIGN_IN_IS_OWN');
  const factors = await given.call(given.superToken, 'DELETE', `/super-users/${given.superUserId}/second-factors`);
  expect(factors.key).toBe('USER_SIGN_IN_IS_OWN');
  const stands = await given.call<SuperUser>(given.superToken, 'GET', `/super-users/${given.superUserId}`);
  expect(stands.body.email).toBe('stefan@parley.example');
});

it('a super admin does not deactivate themselves, and the last one stays', async () => {
  expect((await change(given.superUserId, { status: 'inactive' })).key).toBe('USER_IS_ONESELF');
  const { db } = given.app.database;
  const second = (
    await given.call<{ superUser: SuperUser }>(given.superToken, 'POST', '/super-users', {
      firstName: 'Second',
      email: 'second@parley.example',
    })
  ).body.superUser;
  // As if somebody had deactivated the one who asks a moment before their token is refused.
  await db.outside((tx) => tx.updateTable('super_users').set({ active: false }).where('id', '=', given.superUserId).execute());
  const last = await change(second.id, { status: 'inactive' });
  await db.outside((tx) => tx.updateTable('super_users').set({ active: true }).where('id', '=', given.superUserId).execute());
  expect(last.key).toBe('USER_LAST_SUPER_ADMIN');
});

it('a super admin who has forgotten their password is handed a link by another, or by a command on the server', async () => {
  const { db } = given.app.database;
  const vesela = await givenSuperUser(db, 'vesela@parley.example', 'a word that was lost');
  const make = (id: string) => given.call<PasswordLink>(given.superToken, 'POST', `/super-users/${id}/password-link`);
  expect((await make(given.superUserId)).key).toBe('USER_PASSWORD_IS_OWN');
  const handed = await make(vesela);
  expect(handed.body).toEqual({ mailed: false, link: expect.stringContaining('/auth/reset/') });

  const here = { db, secret: inject('postgres').secret, publicUrl: given.app.origin };
  const byCommand = (await consoleLink(here, 'Vesela@parley.example')) ?? '';
  expect((await fetch(handed.body.link ?? '')).status).toBe(410);
  const visitor = new SignInBrowser(given.app.origin);
  expect((await visitor.post(byCommand, { password: 'found by a lantern' })).status).toBe(303);
  expect((await visitor.fetch(byCommand)).status).toBe(410);
  await new SignInBrowser(given.app.origin).signIn('vesela@parley.example', 'found by a lantern');
  const trail = await given.call<{ content: AuditEntry[] }>(given.superToken, 'GET', '/audit?kind=SUPER_USER_PASSWORD_LINK_MADE');
  expect(trail.body.content).toMatchObject([
    { actor: null, entity: { id: vesela }, after: { byCommand: true } },
    { actor: { id: given.superUserId }, entity: { id: vesela } },
  ]);

  expect(await consoleLink(here, 'nobody@parley.example')).toBeNull();
  const ofUser = (await consoleLink(here, given.ana.email)) ?? '';
  expect(await (await fetch(ofUser)).text()).toContain(given.ana.email);
  expect(await given.trail('USER_PASSWORD_LINK_MADE')).toMatchObject([{ actor: null, entity: { id: given.ana.actor.userId } }]);
  await change(vesela, { status: 'inactive' });
  expect(await consoleLink(here, 'vesela@parley.example')).toBeNull();
});
