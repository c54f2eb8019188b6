import type { AuditEntry, Invitation, SuperUser } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';

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
