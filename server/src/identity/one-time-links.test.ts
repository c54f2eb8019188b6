import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GettingIn, startGettingIn } from '../../test/getting-in.ts';
import { givenAccount } from '../../test/people.ts';
import { givenSuperUser, SignInBrowser } from '../../test/sign-in.ts';
import { newId } from '../platform/clock.ts';

let given: GettingIn;
beforeAll(async () => {
  given = await startGettingIn();
}, 60_000);
afterAll(() => given.close());

const browser = () => new SignInBrowser(given.server.origin);
const linkIn = (text: string) => /https?:\/\/\S+\/auth\/\S+/.exec(text)?.[0] ?? '';
const invite = async (userId: string) => {
  const { link, mailed } = await given.test.db.inAccount(given.account.accountId, (tx) => given.server.identity.invite(tx, userId));
  return { link: String(link), mailed };
};
/** Goes on to the application, which asks to sign in: the way of a browser that is sent to `/`. */
async function tokenAfter(visitor: SignInBrowser, answer: Response) {
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  const { url } = await visitor.authorize();
  expect(url.pathname).toBe('/sign-in/callback');
  return (await (await visitor.redeem(url)).json()) as { access_token: string; refresh_token: string };
}
const makeOld = (personId: string) =>
  given.test.db.inAccount(given.account.accountId, (tx) =>
    tx
      .updateTable('one_time_links')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('person_id', '=', personId)
      .execute(),
  );

describe('an invitation', () => {
  it('comes by mail, in both forms, and leads by a password straight into the application', async () => {
    const elena = await given.user('Elena');
    const { link, mailed } = await invite(elena.userId);
    expect(mailed).toBe(true);
    const letter = await given.mailbox.letterTo(elena.email);
    expect(letter.subject).toBe('Your invitation to Parley');
    expect(letter.text).toContain('Hello Elena,');
    expect(linkIn(letter.text)).toBe(link);
    expect(letter.html).toContain(`href="${link}"`);
    const visitor = browser();
    const page = await visitor.fetch(link);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('Welcome, Elena');
    const { access_token } = await tokenAfter(visitor, await visitor.post(link, { password: 'a fine long one' }));
    expect(await given.call(access_token, 'GET', '')).toMatchObject({ status: 200, body: { id: elena.userId } });
    await browser().signIn(elena.email, 'a fine long one');
    const trail = await given.test.db
      .reader(given.account.accountId)
      .selectFrom('audit_entries')
      .select(['kind', 'actor_id', 'address'])
      .where('entity_id', '=', elena.userId)
      .where('kind', '=', 'USER_JOINED')
      .execute();
    expect(trail).toEqual([{ kind: 'USER_JOINED', actor_id: elena.userId, address: expect.stringMatching(/\d/) }]);
  });

  it('works once, ends with a newer one, and after seven days', async () => {
    const petar = await given.user('Petar');
    const first = await invite(petar.userId);
    const second = await invite(petar.userId);
    expect((await browser().fetch(first.link)).status).toBe(410);
    expect((await browser().post(first.link, { password: 'a fine long one' })).status).toBe(410);
    const answers = await Promise.all([1, 2, 3].map(() => browser().post(second.link, { password: 'a fine long one' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410]);
    const nora = await given.user('Nora');
    const late = await invite(nora.userId);
    const { rows } = await sql<{ days: number }>`select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from one_time_links where person_id = ${nora.userId}`.execute(given.test.db.reader(given.account.accountId));
    expect(rows).toEqual([{ days: 7 }]);
    await makeOld(nora.userId);
    const over = await browser().fetch(late.link);
    expect(over.status).toBe(410);
    expect(await over.text()).toContain('This link is no longer valid');
  });

  it('says in the person’s language, unless another was chosen, why a password will not do, and keeps the link', async () => {
    const ivan = await given.user('Ivan');
    await given.test.db.inAccount(given.account.accountId, (tx) =>
      tx.updateTable('users').set({ language: 'bg' }).where('id', '=', ivan.userId).execute(),
    );
    const { link } = await invite(ivan.userId);
    expect((await given.mailbox.letterTo(ivan.email)).subject).toBe('Вашата покана за Parley');
    const visitor = browser();
    const told = async (password: string, query = '') => {
      const answer = await visitor.post(`${link}${query}`, { password });
      return [answer.status, /at-field" id="password-missing">.*?<span>(.*?)<\/span>/.exec(await answer.text())?.[1]];
    };
    expect(await told('')).toEqual([400, 'Въведете паролата си.']);
    expect(await told('short')).toEqual([422, 'Изберете поне 10 знака.']);
    expect(await told(ivan.email, '?lang=en')).toEqual([422, 'Use something other than your e-mail address.']);
    expect(await told('Password123', '?lang=en')).toEqual([422, 'This password is one of the first that are guessed. Choose another one.']);
    await tokenAfter(visitor, await visitor.post(link, { password: 'зелена крушка' }));
  });

  it('is handed to who invites where no mail leaves, and reaches super admins too', async () => {
    const stefan = await givenSuperUser(given.test.db, 'stefan@parley.example', 'unused password');
    const invited = await given.test.db.outside((tx) => given.server.identity.invite(tx, stefan));
    const link = String(invited.link);
    const visitor = browser();
    await tokenAfter(visitor, await visitor.post(link, { password: 'operators only' }));
    await browser().signIn('stefan@parley.example', 'operators only');
    const stranger = given.test.db.inAccount(given.account.accountId, (tx) => given.server.identity.invite(tx, stefan));
    await expect(stranger).rejects.toThrow('USER_NOT_FOUND');
  });

  it('opens nothing for who was deactivated, and nothing of another purpose', async () => {
    const boris = await given.user('Boris');
    const { link } = await invite(boris.userId);
    expect((await browser().fetch(link.replace('/auth/invitation/', '/auth/reset/'))).status).toBe(410);
    expect((await browser().post(link.replace('/auth/invitation/', '/auth/email/'), {})).status).toBe(410);
    await given.test.db.inAccount(given.account.accountId, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', boris.userId).execute(),
    );
    expect((await browser().post(link, { password: 'a fine long one' })).status).toBe(410);
  });

  it('lets the arrival sign in without asking again in this browser alone, by a cookie that cannot be forged', async () => {
    const vera = await given.user('Vera');
    const { link } = await invite(vera.userId);
    const visitor = browser();
    const answer = await visitor.post(link, { password: 'a fine long one' });
    expect((await browser().authorize()).url.pathname).toMatch(/^\/auth\/sign-in\//);
    await tokenAfter(visitor, answer);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('parley_arrival=')) ?? '';
    expect(cookie).toMatch(/Path=\/auth\/sign-in; Max-Age=60; SameSite=Lax; HttpOnly/);
    const [, body = ''] = /^parley_arrival=([^.]+)\./.exec(cookie) ?? [];
    const forged = `parley_arrival=${body}.${Buffer.alloc(32).toString('base64url')}`;
    const forger = browser();
    const { url } = await forger.authorize();
    expect((await forger.fetch(url.href, { headers: { cookie: forged } })).status).toBe(200);
    const copied = cookie.split(';')[0] ?? '';
    expect((await forger.fetch(url.href, { headers: { cookie: copied } })).status).toBe(303);
  });

  it('lets nobody arrive by a cookie of a password that is another since', async () => {
    const lora = await given.user('Lora');
    const first = await browser().post((await invite(lora.userId)).link, { password: 'a fine long one' });
    await browser().post((await invite(lora.userId)).link, { password: 'another long one' });
    const [cookie = ''] = first.headers.getSetCookie().filter((line) => line.startsWith('parley_arrival='));
    const late = browser();
    const { url } = await late.authorize();
    const page = await late.fetch(url.href, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect([page.status, page.headers.get('location')]).toEqual([200, null]);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) =>
    browser().post('/auth/forgotten', { email }, { 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}` });

  it('is answered alike whether the address exists or not, and only who exists gets a letter', async () => {
    const ana = await given.user('Ana', 'old password 1');
    const pages = await Promise.all(
      [ana.email, 'nobody@lumen.example'].map(async (email) => {
        const answer = await ask(email);
        return { status: answer.status, text: (await answer.text()).replaceAll(email, '…') };
      }),
    );
    expect(pages[0]?.status).toBe(200);
    expect(pages[0]).toEqual(pages[1]);
    const letter = await given.mailbox.letterTo(ana.email);
    expect(letter.subject).toBe('A new password for Parley');
    expect(given.mailbox.letters.filter(({ to }) => to.includes('nobody@lumen.example'))).toEqual([]);

    const old = browser();
    const tokens = await old.signIn(ana.email, 'old password 1');
    const visitor = browser();
    const link = linkIn(letter.text);
    expect(await (await visitor.fetch(link)).text()).toContain('Choose a new password');
    await tokenAfter(visitor, await visitor.post(link, { password: 'new password 2' }));
    expect((await given.mailbox.letterTo(ana.email, 2)).subject).toBe('Your password for Parley was changed');
    expect((await old.renew(tokens.refresh_token)).status).toBe(400);
    expect((await given.call(tokens.access_token, 'GET', 'sessions')).status).toBe(401);
    expect((await browser().fetch(link)).status).toBe(410);
  });

  it('stores no token that could be used', async () => {
    const mira = await given.user('Mira', 'old password 1');
    await ask(mira.email);
    const token =
      linkIn((await given.mailbox.letterTo(mira.email)).text)
        .split('/')
        .at(-1) ?? '';
    expect(token).toHaveLength(43);
    const { rows } = await sql<{ found: string }>`select l::text as found from one_time_links l`.execute(
      given.test.db.reader(given.account.accountId),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ found }) => found.includes(token) || found.includes(Buffer.from(token).toString('hex')))).toBe(false);
  });

  it('floods nobody’s mailbox, whoever bears the address or nobody', async () => {
    for (const email of [(await given.user('Lena', 'old password 1')).email, 'ghost@lumen.example']) {
      const answers = [];
      for (let at = 0; at < 7; at++) answers.push((await ask(email)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429]);
    }
  });

  it('asks for what is missing', async () => {
    const answer = await browser().post('/auth/forgotten?lang=bg', { email: ' ' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Въведете имейл адреса си.');
  });

  it('is offered on the sign-in page where mail leaves', async () => {
    const { response } = await browser().authorize({ ui_locales: 'bg' });
    expect(await response.text()).toContain('<a href="/auth/forgotten?lang=bg">Забравена парола?</a>');
  });
});

it('a link for a new password that an administrator made comes by mail, for 24 hours, and says by whom', async () => {
  const kiril = await given.user('Kiril', 'old password 1');
  const { link, mailed } = await given.test.db.inAccount(given.account.accountId, (tx) =>
    given.server.identity.passwordLink(tx, kiril.userId),
  );
  expect(mailed).toBe(true);
  const letter = await given.mailbox.letterTo(kiril.email);
  expect([letter.subject, linkIn(letter.text)]).toEqual(['A new password for Parley', link]);
  expect(letter.text).toContain('An administrator of Parley');
  const { rows } = await sql<{ hours: number }>`select round(extract(epoch from expires_at - now()) / 3600)::int as hours
    from one_time_links where person_id = ${kiril.userId}`.execute(given.test.db.reader(given.account.accountId));
  expect(rows).toEqual([{ hours: 24 }]);
  const visitor = browser();
  await tokenAfter(visitor, await visitor.post(link, { password: 'new password 2' }));
  expect((await given.mailbox.letterTo(kiril.email, 2)).subject).toBe('Your password for Parley was changed');
});

it('links of another account are not seen, of a super admin neither', async () => {
  const other = await givenAccount(given.test.db, 'Other');
  const dora = await given.user('Dora');
  await invite(dora.userId);
  const seen = (accountId: string) => given.test.db.reader(accountId).selectFrom('one_time_links').select('person_id').execute();
  expect((await seen(given.account.accountId)).map((row) => row.person_id)).toContain(dora.userId);
  expect(await seen(other.accountId)).toEqual([]);
  const bare = await given.test.db.outsideReader().selectFrom('one_time_links').select('account_id').execute();
  expect(bare.every((row) => row.account_id === null)).toBe(true);
  const smuggled = given.test.db.inAccount(other.accountId, (tx) =>
    tx
      .insertInto('one_time_links')
      .values({
        account_id: null,
        person_id: newId(),
        purpose: 'INVITATION',
        token_hash: Buffer.alloc(32),
        expires_at: new Date().toISOString(),
      })
      .execute(),
  );
  await expect(smuggled).rejects.toThrow(/row-level security/);
});
