import type { AuditEntry } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, replacing, startAdministration } from '../../test/administration.ts';
import { SignInBrowser } from '../../test/sign-in.ts';
import { stepAt, totpCode } from '../identity/totp.ts';
import { difference } from './record.ts';

let given: Administration;
beforeAll(async () => {
  given = await startAdministration();
}, 60_000);
afterAll(() => given.close());

type Page = { content: AuditEntry[]; last: boolean };
const read = async (token: string, query = '') =>
  (await given.call<Page>(token, 'GET', `/accounts/${given.account.accountId}/audit?${query}`)).body;
const retitle = (token: string, jobTitle: string) =>
  given.call(token, 'PATCH', `/accounts/${given.account.accountId}/people/${given.ana.actor.userId}`, replacing({ jobTitle }));

describe('the audit trail', () => {
  it('tells the account’s admin also what a super admin did and looked at, page by page, by person, kind and time', async () => {
    const began = new Date().toISOString();
    await retitle(given.ana.token, 'One');
    await retitle(given.superToken, 'Two');
    await given.call(given.superToken, 'GET', `/accounts/${given.account.accountId}/people`);
    await retitle(given.ana.token, 'Three');
    const all = await read(given.ana.token);
    expect(all.last).toBe(true);
    expect(all.content.map(({ kind, actor, after }) => [kind, actor?.name, after.jobTitle])).toEqual([
      ['USER_CHANGED', 'Ana Test', 'Three'],
      ['ACCOUNT_READ', 'Stefan Asenov', undefined],
      ['USER_CHANGED', 'Stefan Asenov', 'Two'],
      ['USER_CHANGED', 'Ana Test', 'One'],
    ]);
    const pages: AuditEntry[] = [];
    for (let after = ''; ; ) {
      const page = await read(given.ana.token, `size=1${after}`);
      pages.push(...page.content);
      if (page.last) break;
      after = `&after=${page.content[0]?.id}`;
    }
    expect(pages).toEqual(all.content);
    expect((await read(given.ana.token, `person=${given.superUserId}&kind=USER_CHANGED`)).content).toHaveLength(1);
    const deeds = all.content.filter(({ kind }) => kind !== 'ACCOUNT_READ');
    expect((await read(given.ana.token, 'withoutViews=true')).content).toEqual(deeds);
    expect((await read(given.ana.token, `to=${began}`)).content).toEqual([]);
    expect((await read(given.ana.token, `from=${began}`)).content).toHaveLength(4);
  });

  it('cannot be changed or shortened by the application', async () => {
    const { db } = given.app.database;
    await db.inAccount(given.account.accountId, async (tx) => {
      expect((await tx.selectFrom('audit_entries').select('id').execute()).length).toBeGreaterThan(0);
    });
    for (const attempt of [sql`update audit_entries set kind = 'X'`, sql`delete from audit_entries`, sql`truncate audit_entries`]) {
      await expect(db.inAccount(given.account.accountId, (tx) => attempt.execute(tx))).rejects.toThrow(/permission denied/);
    }
  });

  it('has nothing of what was undone', async () => {
    const before = (await given.trail('USER_CHANGED')).length;
    const { actor } = await given.person('Undone');
    const refused = await given.call(
      given.ana.token,
      'PATCH',
      `/accounts/${given.account.accountId}/people/${actor.userId}`,
      replacing({ jobTitle: 'Four', email: 'stefan@parley.example' }),
    );
    expect(refused.key).toBe('USER_EMAIL_TAKEN');
    expect((await given.trail('USER_CHANGED')).length).toBe(before);
  });

  it('tells of a second step that somebody took away from their own sign-in', async () => {
    const gery = await given.person('Gery');
    const { body } = await given.call<{ secret: string }>(gery.token, 'POST', '/users/me/second-factors/totp', {
      password: given.password,
    });
    const code = totpCode(body.secret, stepAt(Date.now()));
    expect((await given.call(gery.token, 'POST', '/users/me/second-factors/totp/confirm', { code })).status).toBe(200);
    await given.call(gery.token, 'POST', '/users/me/second-factors/totp/remove', { password: given.password });
    const { userId } = gery.actor;
    expect(await given.trail('USER_SECOND_FACTORS_REMOVED')).toMatchObject([
      { actor: { id: userId, role: 'agent' }, entity: { id: userId, name: 'Gery Test' }, before: { factor: 'app' }, address: '127.0.0.1' },
    ]);
  });

  it('tells of a name that was locked, from where, though no mail leaves', async () => {
    const mira = await given.person('Mira');
    // As after nine wrong tries: the tenth is the one that locks.
    const browser = new SignInBrowser(given.app.origin);
    const { url } = await browser.authorize();
    await browser.tryPassword(url, mira.email, 'wrong');
    const { db } = given.app.database;
    await sql`update sign_in_attempts set tries = 9, blocked_until = clock_timestamp()`.execute(db.outsideReader());
    await browser.tryPassword(url, mira.email, 'wrong');
    let entries: AuditEntry[] = [];
    for (let tries = 0; entries.length === 0 && tries < 100; tries++) {
      entries = await given.trail('USER_LOCKED');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(entries).toMatchObject([
      { actor: null, entity: { type: 'USER', id: mira.actor.userId, name: 'Mira Test' }, after: { tries: 10, minutes: 15 } },
    ]);
    expect(entries[0]?.address).toMatch(/^198\.51\.100\./);
  }, 20_000);
});

describe('a difference', () => {
  it('is what has another value, and of secrets the name alone', () => {
    expect(difference({ a: 1, b: { c: 2 } }, { a: 1, b: { c: 3 } })).toEqual({ before: { b: { c: 2 } }, after: { b: { c: 3 } } });
    expect(difference({}, { key: 'secret' }, new Set(['key']))).toEqual({ before: {}, after: { key: 'SECRET_CHANGED' } });
    expect(difference({ a: '' }, { a: '' })).toBeNull();
  });
});
