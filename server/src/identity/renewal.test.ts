import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { type DatabaseLine, lineTo } from '../../test/database-line.ts';
import { givenAccount } from '../../test/people.ts';
import { givePassword, type IdentityServer, SignInBrowser, startIdentity, type Tokens } from '../../test/sign-in.ts';
import { newId } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { GRACE_SECONDS } from './payload-store.ts';

let test: TestDatabase;
let line: DatabaseLine;
let db: Database;
let server: IdentityServer;
let email: string;
const password = `made-up-${newId()}`;

let browser: SignInBrowser;
let first: Tokens;

beforeAll(async () => {
  test = await freshDatabase();
  line = await lineTo(test.appUrl);
  db = openDatabase(line.url);
  server = await startIdentity(db);
  const account = await givenAccount(test.db);
  const { userId } = await account.agent('Elena');
  email = `elena-${userId}@lumen.example`;
  await givePassword(test.db, account.accountId, userId, password);
});
afterAll(async () => {
  await server.close();
  await db.close();
  await line.close();
  await test.drop();
});
beforeEach(async () => {
  browser = new SignInBrowser(server.origin);
  first = await browser.signIn(email, password);
});

const renewed = async ({ refresh_token }: Tokens): Promise<Tokens> => {
  const answer = await browser.renew(refresh_token);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Tokens;
};

async function expectRefused({ refresh_token }: Tokens): Promise<void> {
  const answer = await browser.renew(refresh_token);
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
}

/** Lets time pass for everything that was used up in this database. */
const pass = (seconds: number) =>
  sql`update oidc_payloads set consumed_at = consumed_at - make_interval(secs => ${seconds}) where consumed_at is not null`.execute(
    test.db.outsideReader(),
  );

describe('a token that is used twice', () => {
  it('is answered again where the answer was lost, and what was lost is worth nothing once the other was used', async () => {
    const lost = await renewed(first);
    expect(lost.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(lost.access_token).auth_time).toBe(decodeJwt(first.access_token).auth_time);
    await pass(GRACE_SECONDS - 10);
    const came = await renewed(first);
    expect(came.refresh_token).not.toBe(lost.refresh_token);
    const next = await renewed(came);
    await renewed(next);
    await expectRefused(lost);
  });

  it('ends the sign-in when one that came of it was used', async () => {
    const second = await renewed(first);
    const third = await renewed(second);
    await expectRefused(first);
    await expectRefused(second);
    await expectRefused(third);
  });

  it('ends the sign-in when the grace is over, however often it was used within', async () => {
    const second = await renewed(first);
    await pass(GRACE_SECONDS / 2);
    const again = await renewed(first);
    await pass(GRACE_SECONDS / 2 + 1);
    await expectRefused(first);
    await expectRefused(second);
    await expectRefused(again);
  });

  it('by a thief before its owner renews: whoever of the two comes second ends it for both', async () => {
    const own = await renewed(first);
    const stolen = await renewed(first);
    const further = await renewed(stolen);
    await expectRefused(own);
    await expectRefused(further);
    await expectRefused(first);
  });

  it('by another sign-in of the same browser leaves that one as it was', async () => {
    const { url } = await browser.authorize();
    const beside = (await (await browser.redeem(url)).json()) as Tokens;
    const own = await renewed(first);
    await renewed(beside);
    await renewed(first);
    await renewed(own);
  });
});

it('four renewals at the same moment are all answered, and whichever is held goes on', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => renewed(first)));
  expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(4);
  const held = answers[2] ?? first;
  await renewed(await renewed(held));
});

it('of four tokens that came of one at the same moment only one is ever used', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => renewed(first)));
  const statuses = await Promise.all(answers.map(async ({ refresh_token }) => (await browser.renew(refresh_token)).status));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(statuses.every((status) => status === 200 || status === 400)).toBe(true);
});

it('while the database is away every address of the provider answers 503, and the sign-in goes on when it is back', async () => {
  const { url } = await browser.authorize();
  const realm = '/auth/realms/parley';
  const asked = {
    renewal: () => browser.renew(first.refresh_token),
    redemption: () => browser.redeem(url),
    authorization: async () => (await browser.authorize()).response,
    'sign-out': () => browser.fetch(`${realm}/session/end?${new URLSearchParams({ id_token_hint: first.id_token })}`),
  };
  await line.cut();
  try {
    for (const [name, ask] of Object.entries(asked)) {
      const answer = await ask();
      expect([name, answer.status, answer.headers.get('retry-after')]).toEqual([name, 503, '1']);
      const body = await answer.text();
      if (name === 'renewal' || name === 'redemption') expect(JSON.parse(body)).toMatchObject({ error: 'temporarily_unavailable' });
      else expect(body).toContain('Parley cannot reach its database just now.');
    }
  } finally {
    await line.restore();
  }
  await renewed(first);
});
