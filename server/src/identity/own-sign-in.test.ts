import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GettingIn, startGettingIn, type TestUser } from '../../test/getting-in.ts';
import { givenSuperUser, SignInBrowser } from '../../test/sign-in.ts';
import { deviceOf } from './device.ts';

const PASSWORD = 'right horse, long';
let given: GettingIn;
beforeAll(async () => {
  given = await startGettingIn();
}, 60_000);
afterAll(() => given.close());

const browser = () => new SignInBrowser(given.server.origin);
const linkIn = (text: string) => /https?:\/\/\S+\/auth\/\S+/.exec(text)?.[0] ?? '';

/** Signed in on this browser. */
async function signedIn({ email }: Pick<TestUser, 'email'>, password = PASSWORD) {
  const at = browser();
  const tokens = await at.signIn(email, password);
  const { access_token: token } = tokens;
  let { refresh_token: refresh } = tokens;
  const call = (method: string, path: string, body?: unknown) => given.call(token, method, path, body);
  async function renews(): Promise<boolean> {
    const answer = await at.renew(refresh);
    if (answer.status === 200) refresh = ((await answer.json()) as { refresh_token: string }).refresh_token;
    return answer.status === 200;
  }
  return { at, call, id: String(decodeJwt(token).sid), renews };
}
interface Listed {
  id: string;
  current: boolean;
  startedAt: string;
  lastUsedAt: string;
  address: string;
  device: { browser: string | null; system: string | null };
}
const listed = (answer: { body: Record<string, unknown> }) => answer.body.sessions as Listed[];

describe('changing the password', () => {
  it('takes the old one, ends every other sign-in, and tells the owner', async () => {
    const elena = await given.user('Elena', PASSWORD);
    const [here, there] = [await signedIn(elena), await signedIn(elena)];
    const answer = await here.call('POST', 'password', { currentPassword: PASSWORD, newPassword: 'another horse' });
    expect(answer).toEqual({ status: 200, body: { endedSessions: 1 } });
    expect(await there.renews()).toBe(false);
    expect((await there.call('GET', 'sessions')).status).toBe(401);
    expect(await here.renews()).toBe(true);
    expect((await there.at.authorize()).url.pathname).toMatch(/^\/auth\/sign-in\//);
    expect((await given.mailbox.letterTo(elena.email)).subject).toBe('Your password for Parley was changed');
    await signedIn(elena, 'another horse');
  });

  it('refuses a wrong one and slows guessing, and refuses a weak new one', async () => {
    const petar = await given.user('Petar', PASSWORD);
    const { call } = await signedIn(petar);
    const weak = await call('POST', 'password', { currentPassword: PASSWORD, newPassword: 'qwertyuiop' });
    expect([weak.status, weak.body.message]).toEqual([422, 'PASSWORD_COMMON']);
    const short = await call('POST', 'password', { currentPassword: PASSWORD, newPassword: 'short' });
    expect(short.body).toEqual({
      message: 'PASSWORD_TOO_SHORT',
      errors: [{ message: 'PASSWORD_TOO_SHORT', params: { least: 10, most: 256 } }],
    });
    const guess = { currentPassword: 'guess', newPassword: 'another horse' };
    const tries = await Promise.all(Array.from({ length: 7 }, () => call('POST', 'password', guess)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect(tries.find(({ status }) => status === 429)?.body.message).toBe('ERROR_TOO_MANY_REQUESTS');
  });

  it('is there for super admins too', async () => {
    await givenSuperUser(given.test.db, 'stefan@parley.example', PASSWORD);
    const { call } = await signedIn({ email: 'stefan@parley.example' });
    expect((await call('POST', 'password', { currentPassword: PASSWORD, newPassword: 'operators only' })).status).toBe(200);
    expect(listed(await call('GET', 'sessions'))).toHaveLength(1);
    await signedIn({ email: 'stefan@parley.example' }, 'operators only');
  });
});

describe('changing the address', () => {
  it('takes the password and a press on the link that was sent there, and the old address is told', async () => {
    const nora = await given.user('Nora', PASSWORD);
    const { call } = await signedIn(nora);
    expect((await call('POST', 'email', { password: 'guess', email: 'nora.new@lumen.example' })).body.message).toBe('PASSWORD_WRONG');
    const answer = await call('POST', 'email', { password: PASSWORD, email: 'Nora.New@lumen.example' });
    expect(answer.status).toBe(200);
    const link = linkIn((await given.mailbox.letterTo('Nora.New@lumen.example')).text);
    expect(await (await browser().fetch(link)).text()).toContain('From then on you sign in with Nora.New@lumen.example.');
    // Looking at it changed nothing.
    await signedIn(nora);
    expect(await (await browser().post(link, {})).text()).toContain('Your address was changed');
    const told = await given.mailbox.letterTo(nora.email);
    expect([told.subject, told.text]).toEqual(['Your address for Parley was changed', expect.stringContaining('Nora.New@lumen.example')]);
    expect((await browser().post(link, {})).status).toBe(410);
    await signedIn({ email: 'nora.new@LUMEN.example' });
    expect((await call('GET', '')).body).toMatchObject({ email: 'Nora.New@lumen.example' });
  });

  it('answers alike when somebody bears the new one, and then changes nothing, also when that came between', async () => {
    const [ivan, mira] = [await given.user('Ivan', PASSWORD), await given.user('Mira', PASSWORD)];
    const { call } = await signedIn(ivan);
    const taken = await call('POST', 'email', { password: PASSWORD, email: mira.email });
    expect(taken).toMatchObject({ status: 200, body: { linkValidUntil: expect.any(String) } });
    const free = await call('POST', 'email', { password: PASSWORD, email: 'soon.taken@lumen.example' });
    expect(Object.keys(free.body)).toEqual(Object.keys(taken.body));
    const link = linkIn((await given.mailbox.letterTo('soon.taken@lumen.example')).text);
    await given.test.db.inAccount(given.account.accountId, (tx) =>
      tx
        .updateTable('users')
        .set({ email: 'soon.taken@lumen.example', email_normalized: 'soon.taken@lumen.example' })
        .where('id', '=', mira.userId)
        .execute(),
    );
    expect((await browser().post(link, {})).status).toBe(410);
    await signedIn(ivan);
    expect(given.mailbox.letters.filter(({ to }) => to.includes(mira.email))).toEqual([]);
  });
});

describe('whoever knew the password before', () => {
  const begun = async (email: string) => {
    const at = browser();
    const { url } = await at.authorize();
    const { headers } = await at.tryPassword(url, email, PASSWORD);
    return async () => {
      const { url: reached } = await at.follow(headers.get('location') ?? '');
      return reached.searchParams.has('code');
    };
  };

  it('gets in by nothing that was begun with it: no link to another address, no sign-in that waits for its last step', async () => {
    const [vera, olga] = [await given.user('Vera', PASSWORD), await given.user('Olga', PASSWORD)];
    for (const [person, end] of [
      [vera, 'password'],
      [olga, 'sessions'],
    ] as const) {
      const owner = await signedIn(person);
      const address = `evil-${person.userId}@elsewhere.example`;
      await owner.call('POST', 'email', { password: PASSWORD, email: address });
      const link = linkIn((await given.mailbox.letterTo(address)).text);
      const comeIn = await begun(person.email);
      if (end === 'password') await owner.call('POST', 'password', { currentPassword: PASSWORD, newPassword: 'another horse' });
      else await owner.call('DELETE', 'sessions');
      expect((await browser().post(link, {})).status).toBe(410);
      expect(await comeIn()).toBe(false);
      expect((await owner.call('GET', '')).body).toMatchObject({ email: person.email });
    }
  });

  it('comes back by no link that was sent to an address that is theirs no more', async () => {
    const gery = await given.user('Gery', PASSWORD);
    await browser().post('/auth/forgotten', { email: gery.email });
    const reset = linkIn((await given.mailbox.letterTo(gery.email)).text);
    const { call } = await signedIn(gery);
    await call('POST', 'email', { password: PASSWORD, email: 'gery.new@lumen.example' });
    await browser().post(linkIn((await given.mailbox.letterTo('gery.new@lumen.example')).text), {});
    expect((await browser().fetch(reset)).status).toBe(410);
  });

  it('floods nobody’s mailbox by asking for another address again and again', async () => {
    const { call } = await signedIn(await given.user('Dora', PASSWORD));
    const ask = () => call('POST', 'email', { password: PASSWORD, email: 'stranger@elsewhere.example' });
    const statuses: number[] = [];
    for (let asked = 0; asked < 7; asked++) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('the list of sign-ins', () => {
  it('tells where from and with what, and marks this one', async () => {
    const vera = await given.user('Vera', PASSWORD);
    const first = await signedIn(vera);
    const second = browser();
    const { url } = await second.authorize();
    const answer = await second.tryPassword(url, vera.email, PASSWORD);
    const { url: callback } = await second.follow(answer.headers.get('location') ?? '');
    await second.redeem(callback, {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'x-forwarded-for': '203.0.113.9',
    });
    const sessions = listed(await first.call('GET', 'sessions'));
    expect(sessions).toHaveLength(2);
    const [other, own] = [sessions.find(({ current }) => !current), sessions.find(({ current }) => current)];
    expect(own?.id).toBe(first.id);
    expect(other).toMatchObject({ address: '203.0.113.9', device: { browser: 'Firefox', system: 'Windows' } });
    for (const { startedAt, lastUsedAt } of sessions) {
      expect(Math.abs(Date.now() - Date.parse(startedAt))).toBeLessThan(30_000);
      expect(Math.abs(Date.now() - Date.parse(lastUsedAt))).toBeLessThan(30_000);
    }
  });

  it('ends one, or all but this one, and nobody else’s', async () => {
    const [dora, ana] = [await given.user('Dora', PASSWORD), await given.user('Ana', PASSWORD)];
    const [here, one, two, three] = [await signedIn(dora), await signedIn(dora), await signedIn(dora), await signedIn(dora)];
    const hers = await signedIn(ana);
    expect(await here.call('DELETE', `sessions/${hers.id}`)).toMatchObject({ status: 404, body: { message: 'SESSION_NOT_FOUND' } });
    expect(await here.call('DELETE', `sessions/${one.id}`)).toEqual({ status: 200, body: {} });
    expect([await one.renews(), await two.renews(), await hers.renews()]).toEqual([false, true, true]);
    expect(await here.call('DELETE', 'sessions')).toEqual({ status: 200, body: { endedSessions: 2 } });
    expect([await two.renews(), await three.renews(), await here.renews(), await hers.renews()]).toEqual([false, false, true, true]);
    expect(listed(await here.call('GET', 'sessions')).map(({ id }) => id)).toEqual([here.id]);
    // Its cookie is worth nothing any more either.
    expect((await two.at.authorize()).url.pathname).toMatch(/^\/auth\/sign-in\//);
  });

  it('is emptied from outside when somebody is deactivated', async () => {
    const boris = await given.user('Boris', PASSWORD);
    const at = await signedIn(boris);
    await given.test.db.outside((tx) => given.server.identity.endSessions(tx, boris.userId));
    expect((await at.call('GET', 'sessions')).status).toBe(401);
    expect(await at.renews()).toBe(false);
  });
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome', 'Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge', 'Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['curl/8.5.0', null, null],
])('%s is called by the names that people know', (userAgent, name, system) =>
  expect(deviceOf(userAgent)).toEqual({ browser: name, system }),
);
