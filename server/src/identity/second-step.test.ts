import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAuthenticator } from '../../test/authenticator.ts';
import { type GettingIn, startGettingIn, type TestUser } from '../../test/getting-in.ts';
import { SignInBrowser } from '../../test/sign-in.ts';
import { stepAt, totpCode } from './totp.ts';

const PASSWORD = 'right horse, long';
let given: GettingIn;
beforeAll(async () => {
  given = await startGettingIn();
}, 60_000);
afterAll(() => given.close());

const reader = () => given.test.db.reader(given.account.accountId);
type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;

async function newcomer(name: string): Promise<{ user: TestUser; call: Call }> {
  const user = await given.user(name, PASSWORD);
  const { access_token } = await new SignInBrowser(given.server.origin).signIn(user.email, PASSWORD);
  return { user, call: (method, path, body) => given.call(access_token, method, `second-factors${path}`, body) };
}

/** Somebody whose app is set up; `code` tells what it shows, so many steps from now. */
async function withApp(name: string) {
  const { user, call } = await newcomer(name);
  const { body } = await call('POST', '/totp', { password: PASSWORD });
  const secret = String(body.secret);
  const code = (steps = 0) => totpCode(secret, stepAt(Date.now()) + steps);
  // The one of a step ago, so that the present one is still to be used.
  const confirmed = await call('POST', '/totp/confirm', { code: code(-1) });
  expect(confirmed.status).toBe(200);
  return { user, call, secret, code, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

/** Comes as far as the second step: its page, and how to answer it. */
async function atSecondStep({ email }: TestUser) {
  const browser = new SignInBrowser(given.server.origin);
  const { url } = await browser.authorize();
  const page = await browser.tryPassword(url, email, PASSWORD);
  const text = await page.text();
  const step = /name="step" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const address = `203.0.113.${Math.floor(Math.random() * 250)}`;
  const answer = (form: Record<string, string>, sealed = step) =>
    browser.post(`${url.pathname}/second`, { step: sealed, ...form }, { 'x-forwarded-for': address });
  const tokens = async (answered: Response) => {
    const { url: callback } = await browser.follow(answered.headers.get('location') ?? '');
    return (await (await browser.redeem(callback)).json()) as { access_token: string };
  };
  return { browser, url, page, text, step, answer, tokens };
}

describe('the authenticator app', () => {
  it('is set up by a code, and asked for from then on', async () => {
    const { user, call } = await newcomer('Elena');
    expect((await call('POST', '/totp', { password: 'guess' })).body.message).toBe('PASSWORD_WRONG');
    const begun = await call('POST', '/totp', { password: PASSWORD });
    const secret = String(begun.body.secret);
    expect(begun.body.uri).toBe(
      `otpauth://totp/Parley:${encodeURIComponent(user.email)}?secret=${secret}&issuer=Parley&algorithm=SHA1&digits=6&period=30`,
    );
    // Until it is confirmed nobody is asked for it.
    await new SignInBrowser(given.server.origin).signIn(user.email, PASSWORD);
    expect((await call('GET', '')).body).toMatchObject({
      totpSince: null,
      recoveryCodesLeft: 0,
      passkeyHost: 'localhost',
      mailConfigured: true,
    });
    const wrong = await call('POST', '/totp/confirm', { code: totpCode(secret, 5) });
    expect([wrong.status, wrong.body.message]).toEqual([422, 'SECOND_FACTOR_CODE_WRONG']);
    const confirmed = await call('POST', '/totp/confirm', { code: ` ${totpCode(secret, stepAt(Date.now()) - 1)} ` });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect((await call('GET', '')).body).toMatchObject({ totpSince: expect.any(String), recoveryCodesLeft: 10 });
    expect((await call('POST', '/totp', { password: PASSWORD })).body.message).toBe('SECOND_FACTOR_EXISTS');
    const { rows: trail } =
      await sql`select kind, after from audit_entries where entity_id = ${user.userId}::uuid and kind like '%SECOND_FACTOR%'`.execute(
        reader(),
      );
    expect(trail).toEqual([{ kind: 'USER_SECOND_FACTOR_ADDED', after: { factor: 'app' } }]);

    const { page, text, answer, tokens } = await atSecondStep(user);
    expect(page.status).toBe(200);
    expect(text).toContain('Enter the code from your authenticator app, or a recovery code.');
    expect(page.headers.getSetCookie().some((line) => line.startsWith('parley_sign_in='))).toBe(false);
    const code = totpCode(secret, stepAt(Date.now()));
    const done = await answer({ code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.status).toBe(303);
    expect((await given.call((await tokens(done)).access_token, 'GET', '')).body).toMatchObject({ email: user.email });
  });

  it('takes a code once, also from two browsers at the same moment', async () => {
    const { user, code } = await withApp('Petar');
    const visits = await Promise.all([atSecondStep(user), atSecondStep(user), atSecondStep(user)]);
    const shown = code();
    const answers = await Promise.all(visits.map(({ answer }) => answer({ code: shown })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401, 401]);
    const later = await atSecondStep(user);
    const refused = await later.answer({ code: shown });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('The code is not correct, or was already used.');
  });

  it('can be replaced by a recovery code, each once, of which ten new ones end the old', async () => {
    const { user, call, recoveryCodes } = await withApp('Nora');
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/);
    expect((await (await atSecondStep(user)).answer({ code: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(303);
    expect((await (await atSecondStep(user)).answer({ code: first })).status).toBe(401);
    expect((await call('GET', '')).body.recoveryCodesLeft).toBe(9);
    expect((await call('POST', '/recovery-codes', { password: PASSWORD })).body.recoveryCodes).toHaveLength(10);
    expect((await (await atSecondStep(user)).answer({ code: second })).status).toBe(401);
  });

  it('rests encrypted, and recovery codes as hashes', async () => {
    const { secret, recoveryCodes } = await withApp('Ivan');
    const { rows } = await sql<{ row: string }>`
      select t::text as row from totp_secrets t union all select r::text from recovery_codes r`.execute(reader());
    const hex = (text: string) => Buffer.from(text).toString('hex');
    expect(rows.length).toBeGreaterThan(10);
    for (const plain of [secret, ...recoveryCodes.flatMap((one) => [one, one.replaceAll('-', '')])]) {
      expect(rows.some(({ row }) => row.includes(plain) || row.includes(hex(plain)))).toBe(false);
    }
  });

  it('goes with the password, and with the last factor the recovery codes', async () => {
    const { user, call } = await withApp('Ana');
    expect((await call('POST', '/totp/remove', { password: 'guess' })).body.message).toBe('PASSWORD_WRONG');
    expect((await call('POST', '/totp/remove', { password: PASSWORD })).status).toBe(200);
    expect((await call('POST', '/totp/remove', { password: PASSWORD })).body.message).toBe('SECOND_FACTOR_MISSING');
    expect((await call('GET', '')).body).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    expect((await call('POST', '/recovery-codes', { password: PASSWORD })).body.message).toBe('SECOND_FACTOR_MISSING');
    await new SignInBrowser(given.server.origin).signIn(user.email, PASSWORD);
  });

  it('can be removed by an administrator, of the account alone', async () => {
    const { user } = await withApp('Boris');
    const { removeSecondFactors } = given.server.identity;
    await expect(given.test.db.outside((tx) => removeSecondFactors(tx, user.userId))).rejects.toThrow('USER_NOT_FOUND');
    await given.test.db.inAccount(given.account.accountId, (tx) => removeSecondFactors(tx, user.userId));
    await new SignInBrowser(given.server.origin).signIn(user.email, PASSWORD);
  });
});

describe('a passkey', () => {
  const atHost = () => given.server.origin.replace('127.0.0.1', 'localhost');

  async function withPasskey(name: string) {
    const { user, call } = await newcomer(name);
    const begun = await call('POST', '/passkeys/options', { password: PASSWORD });
    const key = new TestAuthenticator(atHost());
    const added = await call('POST', '/passkeys', {
      state: begun.body.state,
      name: ' Phone ',
      credential: key.create(begun.body.options as { challenge: string }),
    });
    return { user, call, key, begun, added };
  }
  const requestIn = (page: string) =>
    JSON.parse((/data-passkey="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"')) as { challenge: string; rpId: string };

  it('is added, asked for at sign-in, and tells when it was used', async () => {
    const { user, call, key, added } = await withPasskey('Vera');
    expect(added).toMatchObject({ status: 200, body: { passkey: { id: key.id, name: 'Phone', lastUsedAt: null } } });
    expect(added.body.recoveryCodes).toHaveLength(10);
    const { text, answer } = await atSecondStep(user);
    expect(text).toContain('Use your passkey, or enter a recovery code.');
    const request = requestIn(text);
    expect(request).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: key.id, type: 'public-key' }] });
    expect((await answer({ passkey: JSON.stringify(key.get(request)) })).status).toBe(303);
    expect((await call('GET', '')).body.passkeys).toEqual([
      { id: key.id, name: 'Phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ]);
  });

  it('is not taken from another site, for another challenge, of another person, twice, or mangled', async () => {
    const { user, key } = await withPasskey('Mira');
    const stranger = await withPasskey('Dora');
    const { text, answer } = await atSecondStep(user);
    const request = requestIn(text);
    const fine = key.get(request);
    const response = fine.response as Record<string, string>;
    const elsewhere = {
      ...fine,
      response: {
        ...response,
        clientDataJSON: Buffer.from(
          JSON.stringify({ type: 'webauthn.get', challenge: request.challenge, origin: 'https://elsewhere.example' }),
        ).toString('base64url'),
      },
    };
    const bad = [
      elsewhere,
      key.get({ challenge: Buffer.alloc(32).toString('base64url') }),
      stranger.key.get(request),
      { ...fine, response: { ...response, signature: `AAAA${response.signature?.slice(4)}` } },
      { ...fine, id: 7 },
    ];
    for (const one of bad) {
      const refused = await answer({ passkey: JSON.stringify(one) });
      expect([refused.status, await refused.text()]).toEqual([refused.status, expect.stringMatching(/was not accepted|Too many attempts/)]);
      expect([401, 429]).toContain(refused.status);
    }
    expect((await answer({ passkey: '{' })).status).not.toBe(303);
    const { rows } = await sql<{ counter: number }>`select counter from passkeys where id = ${key.id}`.execute(reader());
    expect(rows).toEqual([{ counter: 1 }]);
  });

  it('is added only by who began, at our address, once, and removed with the password', async () => {
    const { call, key, begun, added } = await withPasskey('Lena');
    const other = await newcomer('Kalin');
    const credential = key.create(begun.body.options as { challenge: string });
    const again = (call: Call, given: Record<string, unknown>) =>
      call('POST', '/passkeys', { state: begun.body.state, name: 'X', credential, ...given });
    expect((await again(call, {})).body.message).toBe('PASSKEY_REFUSED');
    expect((await again(other.call, {})).body.message).toBe('SECOND_FACTOR_NOT_BEGUN');
    expect((await again(call, { state: `${begun.body.state}x` })).body.message).toBe('SECOND_FACTOR_NOT_BEGUN');
    const elsewhere = new TestAuthenticator('https://elsewhere.example', 'localhost').create(begun.body.options as { challenge: string });
    expect((await again(call, { credential: elsewhere })).body.message).toBe('PASSKEY_REFUSED');
    const { id } = added.body.passkey as { id: string };
    expect((await other.call('POST', `/passkeys/${id}/remove`, { password: PASSWORD })).body.message).toBe('PASSKEY_NOT_FOUND');
    expect((await call('POST', `/passkeys/${id}/remove`, { password: PASSWORD })).status).toBe(200);
    expect((await call('GET', '')).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });
});

describe('the second step', () => {
  it('belongs to its sign-in and browser, and cannot be forged', async () => {
    const { user, code } = await withApp('Stela');
    const mine = await atSecondStep(user);
    const other = await atSecondStep(user);
    expect((await other.answer({ code: code() }, mine.step)).status).toBe(410);
    const [body = ''] = mine.step.split('.');
    expect((await mine.answer({ code: code() }, `${body}.${Buffer.alloc(32).toString('base64url')}`)).status).toBe(410);
    const stranger = new SignInBrowser(given.server.origin);
    expect((await stranger.post(`${mine.url.pathname}/second`, { step: mine.step, code: code() })).status).toBe(410);
    expect((await mine.answer({ code: ' ' })).status).toBe(400);
    expect((await mine.answer({ code: code() })).status).toBe(303);
  });

  it('slows guessing and locks after ten, and tells the owner', async () => {
    const { user, code } = await withApp('Raya');
    const { answer } = await atSecondStep(user);
    const unblock = () =>
      sql`update sign_in_attempts set blocked_until = clock_timestamp() where blocked_until < clock_timestamp() + interval '2 minutes'`.execute(
        given.test.db.outsideReader(),
      );
    for (let at = 0; at < 10; at++) {
      await unblock();
      expect((await answer({ code: '000000' })).status).toBe(401);
    }
    await unblock();
    const locked = await answer({ code: code() });
    expect(locked.status).toBe(429);
    expect(await locked.text()).toContain('is locked for 15 min.');
    expect((await given.mailbox.letterTo(user.email)).subject).toBe('Your sign-in to Parley is locked for a while');
  });

  it('is over once the password that it was begun with is another', async () => {
    const { user, code } = await withApp('Nevena');
    const begun = await atSecondStep(user);
    const { link } = await given.test.db.inAccount(given.account.accountId, (tx) => given.server.identity.invite(tx, user.userId));
    await new SignInBrowser(given.server.origin).post(String(link), { password: 'another long one' });
    const refused = await begun.answer({ code: code() });
    expect([refused.status, refused.headers.get('location')]).toEqual([410, null]);
    expect((await begun.answer({ code: '' })).status).toBe(410);
  });

  it('stands after a new password too', async () => {
    const { user } = await withApp('Zora');
    const invited = await given.test.db.inAccount(given.account.accountId, (tx) => given.server.identity.invite(tx, user.userId));
    const link = String(invited.link);
    const browser = new SignInBrowser(given.server.origin);
    expect((await browser.post(link, { password: 'another long one' })).status).toBe(303);
    const { response, url } = await browser.authorize();
    expect(url.pathname).toMatch(/^\/auth\/sign-in\//);
    expect(await response.text()).toContain('One more step');
  });
});

describe('ten wrong passwords', () => {
  it('lock a name for a quarter of an hour, alike for one that nobody bears, and only the owner is told', async () => {
    const user = await given.user('Iva', PASSWORD);
    const pages = [];
    for (const email of [user.email, 'nobody@lumen.example']) {
      for (let at = 0; at < 10; at++) {
        await sql`update sign_in_attempts set blocked_until = clock_timestamp() where blocked_until < clock_timestamp() + interval '2 minutes'`.execute(
          given.test.db.outsideReader(),
        );
        const browser = new SignInBrowser(given.server.origin);
        expect((await browser.tryPassword((await browser.authorize()).url, email, 'guess')).status).toBe(401);
      }
      const browser = new SignInBrowser(given.server.origin);
      const { url } = await browser.authorize();
      const locked = await browser.tryPassword(url, email, PASSWORD);
      pages.push([
        locked.status,
        Number(locked.headers.get('retry-after')) > 800,
        (await locked.text()).replaceAll(email, '').replaceAll(url.pathname, ''),
      ]);
    }
    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]).toEqual([429, true, expect.stringContaining('Signing in with this address is locked for 15 min.')]);
    expect((await given.mailbox.letterTo(user.email)).text).toContain('Somebody tried 10 times to sign in as you');
    expect(given.mailbox.letters.filter(({ to }) => to.includes('nobody@lumen.example'))).toEqual([]);
  }, 30_000);
});
