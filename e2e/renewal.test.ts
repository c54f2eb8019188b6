import { expect, type Page, type Route, test } from '@playwright/test';
import { signInAs } from './signing-in.ts';
import { SWEEP } from './sweep.ts';

const TOKEN = '**/auth/realms/parley/token';
const json = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body });
const page = (status: number) => (route: Route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>A page of a proxy</h1>' });

/** What comes in place of an answer to a renewal. The last two are told as Keycloak tells them. */
const trouble: Record<string, (route: Route) => Promise<void>> = {
  'nothing, the answer being lost on its way': async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  'a server error': json(500, { error: 'server_error', error_description: 'oops! something went wrong' }),
  'not now': json(503, { error: 'temporarily_unavailable' }),
  'the page of a proxy': page(502),
  'the page of a hotel': page(200),
  'too many': json(429, { error: 'slow_down' }),
  'an unknown error': json(500, { error: 'unknown_error', error_description: 'For more on this error consult the server log.' }),
  'an error without a code': json(503, { error: 'Service Unavailable' }),
};

/** Changes what this tab keeps of its sign-in; tells the token that it had. */
const change = (tab: Page, inSeconds: number, token?: string) =>
  tab.evaluate(
    ([seconds, given]) => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
      const user = JSON.parse(sessionStorage.getItem(key) ?? '{}');
      const expires_at = Math.floor(Date.now() / 1000) + seconds;
      sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at, ...(given === undefined ? {} : { access_token: given }) }));
      localStorage.removeItem('newest-tokens-expire');
      return user.access_token as string;
    },
    [inSeconds, token] as const,
  );

const tokenOf = (tab: Page) =>
  tab.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    return JSON.parse(sessionStorage.getItem(key) ?? '{}').access_token as string | undefined;
  });

/** Answers the first renewals as `how` does; tells how many were asked for. */
async function troubled(tab: Page, times: number, how: (route: Route) => Promise<void>): Promise<() => number> {
  let asked = 0;
  await tab.route(TOKEN, (route) => (++asked <= times ? how(route) : route.continue()));
  return () => asked;
}

for (const [name, how] of Object.entries(trouble))
  test(`a renewal that is answered by ${name} signs nobody out, and is asked for again`, SWEEP, async ({ page: tab }) => {
    await signInAs(tab, 'Dora Ilieva', '/communications');
    const before = await change(tab, 30);
    const asked = await troubled(tab, 2, how);
    await tab.reload();
    await expect(tab.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible();
    await expect.poll(() => tokenOf(tab), { timeout: 20_000 }).not.toBe(before);
    expect(await tokenOf(tab)).toBeTruthy();
    expect(asked()).toBe(3);
    await expect(tab.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible();
  });

test(
  'a page that is opened with an ended token while it cannot be renewed says so, and goes on by itself',
  SWEEP,
  async ({ page: tab }) => {
    await signInAs(tab, 'Dora Ilieva', '/communications');
    await change(tab, -60, 'an ended token');
    let isAway = true;
    await tab.route(TOKEN, (route) => (isAway ? json(503, { error: 'temporarily_unavailable' })(route) : route.continue()));
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Parley could not start' })).toBeVisible();
    await tab.waitForTimeout(6000);
    await expect(tab.getByRole('heading', { name: 'Parley could not start' })).toBeVisible();
    isAway = false;
    await expect(tab.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible({ timeout: 30_000 });
  },
);

test(
  'a token that ends in an open page while it cannot be renewed shows as a lost connection, and a refusal ends the sign-in',
  SWEEP,
  async ({ page: tab }) => {
    await signInAs(tab, 'Dora Ilieva', '/communications');
    await change(tab, 30);
    let answer = json(500, { error: 'server_error' });
    await tab.route(TOKEN, (route) => answer(route));
    // The server takes the token no longer, neither for calls nor for the socket.
    await tab.routeWebSocket(/\/api\/ws/, (socket) => socket.close({ code: 4401 }));
    await tab.route('**/api/realtime/tickets', json(401, { message: 'ERROR_UNAUTHENTICATED', errors: [] }));
    await tab.reload();
    await expect(
      tab
        .getByRole('status')
        .filter({ hasText: /connection/i })
        .first(),
    ).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Dora Ilieva' })).toBeVisible();
    answer = json(400, { error: 'invalid_grant', error_description: 'Session not active' });
    await expect(tab.getByRole('heading', { name: 'You are signed out' })).toBeVisible({ timeout: 60_000 });
  },
);
