import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const script = readFileSync(new URL('../../public/ask-ahead.js', import.meta.url), 'utf8');

const ORIGIN = 'http://127.0.0.1:8080';
const KEY = `oidc.user:${ORIGIN}/auth/realms/parley:parley-web`;
const configuration = { apiUrl: null, signIn: { issuer: null, clientId: 'parley-web' } };
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const signIn = (seconds = 600) => JSON.stringify({ access_token: 'the token', expires_at: inSeconds(seconds) });

interface Page {
  path?: string;
  stored?: Record<string, string>;
  told?: object;
  dataset?: Record<string, string>;
  fails?: boolean;
  /** Of what is asked with a token. */
  status?: number;
}

/** Runs the script as a page of this address would. @returns what it asked for, and the files that it named */
function open({
  path = '/communications',
  stored = { [KEY]: signIn() },
  told = configuration,
  dataset = {},
  fails = false,
  status = 200,
}: Page = {}) {
  const asked: { address: string; authorization: string | undefined }[] = [];
  const files: { rel: string; href: string; as?: string }[] = [];
  const fetchIt = async (address: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    asked.push({ address, authorization: headers.authorization });
    if (fails) throw new TypeError('Failed to fetch');
    return address.endsWith('/configuration') ? json(told) : json({ address }, status);
  };
  const window: { askedAhead?: typeof askedAhead } = {};
  vm.runInNewContext(script, {
    window,
    performance,
    JSON,
    Date,
    fetch: fetchIt,
    location: { origin: ORIGIN, pathname: path },
    sessionStorage: { getItem: (key: string) => stored[key] ?? null },
    document: {
      currentScript: { dataset },
      documentElement: { lang: 'bg' },
      createElement: () => ({}),
      head: { append: (link: (typeof files)[number]) => files.push(link) },
    },
  });
  return { asked, files, window };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const pathsOf = (asked: readonly { address: string }[]) => asked.map(({ address }) => address.replace(`${ORIGIN}/api`, ''));

describe('what is asked before the application is here', () => {
  it('is the configuration alone where nobody is signed in, or not for long', async () => {
    for (const stored of [{}, { [KEY]: signIn(20) }, { [KEY]: '{' }, { [KEY]: '{}' }]) {
      const { asked } = open({ stored });
      await settled();
      expect(pathsOf(asked)).toEqual(['/configuration']);
    }
  });

  it('is who is signed in, and the lists only where the address shows them', async () => {
    for (const [path, lists] of [
      ['/communications', 3],
      ['/communications/01a21fdc-44c9-7784-9c26-9caae5245c1f', 3],
      ['/communications/create', 0],
      ['/communications/mentions', 0],
      ['/profile', 0],
      ['/', 0],
    ] as const) {
      const { asked } = open({ path });
      await settled();
      expect(pathsOf(asked).slice(0, 3)).toEqual(['/configuration', '/users/me/linked-identities', '/users/me']);
      expect(asked.slice(1).every(({ authorization }) => authorization === 'Bearer the token')).toBe(true);
      expect(asked[0]?.authorization).toBeUndefined();
      expect(asked.length - 3).toBe(lists);
    }
  });

  it('is asked of the address, and with the sign-in, that the configuration names', async () => {
    const told = { apiUrl: 'https://api.example/v1', signIn: { issuer: 'https://id.example', clientId: 'agents' } };
    const { asked } = open({ told, path: '/profile', stored: { 'oidc.user:https://id.example:agents': signIn() } });
    await settled();
    expect(asked.map(({ address }) => address).slice(1)).toEqual([
      'https://api.example/v1/users/me/linked-identities',
      'https://api.example/v1/users/me',
    ]);
  });

  it('names the files of the first screen in the language of the page', () => {
    const dataset = { page: '/assets/Page-1.js /assets/Page-2.css', bg: '/assets/first-bg.js', en: '/assets/first-en.js' };
    expect(open({ dataset }).files.map(({ rel, href, as }) => [rel, href, as])).toEqual([
      ['modulepreload', '/assets/Page-1.js', undefined],
      ['preload', '/assets/Page-2.css', 'style'],
      ['modulepreload', '/assets/first-bg.js', undefined],
    ]);
    expect(open({ dataset, path: '/profile' }).files).toEqual([]);
    expect(open().files).toEqual([]);
  });
});

describe('an answer that was asked ahead', () => {
  const me = () => new Request(`${ORIGIN}/api/users/me`);

  it('is handed over once, to a read with the same token', async () => {
    const { window } = open();
    await settled();
    const taken = await window.askedAhead?.(me(), 'the token');
    expect(await taken?.json()).toEqual({ address: `${ORIGIN}/api/users/me` });
    expect(await window.askedAhead?.(me(), 'the token')).toBeNull();
  });

  it('is not handed over with another token, to a write, or when it is old, was refused or did not come', async () => {
    const other = open();
    await settled();
    expect(await other.window.askedAhead?.(me(), 'another token')).toBeNull();
    expect(await other.window.askedAhead?.(new Request(`${ORIGIN}/api/configuration`, { method: 'POST' }), null)).toBeNull();
    const old = open();
    await settled();
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 21_000);
    expect(await old.window.askedAhead?.(me(), 'the token')).toBeNull();
    now.mockRestore();
    const refused = open({ status: 401 });
    await settled();
    expect(await refused.window.askedAhead?.(me(), 'the token')).toBeNull();
    const { asked, window } = open({ fails: true });
    await settled();
    expect(pathsOf(asked)).toEqual(['/configuration']);
    expect(await window.askedAhead?.(new Request(`${ORIGIN}/api/configuration`), null)).toBeNull();
  });

  it('is waited for by who has the configuration before it was asked for, so that nothing is asked twice', async () => {
    const { asked, window } = open();
    // At once: the answer that names what else is to be asked for has not come yet.
    const [taken, unasked] = await Promise.all([
      window.askedAhead?.(me(), 'the token'),
      window.askedAhead?.(new Request(`${ORIGIN}/api/drafts`), 'the token'),
    ]);
    expect(await taken?.json()).toEqual({ address: `${ORIGIN}/api/users/me` });
    expect(unasked).toBeNull();
    expect(pathsOf(asked).filter((path) => path === '/users/me')).toHaveLength(1);
  });

  it('is cancelled with the read that takes it', async () => {
    const { window } = open();
    await settled();
    const leaving = new AbortController();
    const taking = window.askedAhead?.(new Request(me(), { signal: leaving.signal }), 'the token');
    leaving.abort();
    await expect(taking).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the addresses', () => {
  const sent: string[] = [];
  beforeEach(() => {
    vi.stubGlobal('location', { origin: ORIGIN });
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      sent.push(url);
      return json(url.includes('/rooms') ? { content: [], next: null } : {});
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are those that the application asks for by itself, so that each is asked once', async () => {
    const [{ api }, { readList }, { newRoomsStore }] = await Promise.all([
      import('./client.ts'),
      import('../features/communications/sync/lists.ts'),
      import('../features/communications/store.ts'),
    ]);
    const store = newRoomsStore('me');
    await api.configuration.read();
    await api.users.linkedIdentities();
    await api.users.me();
    for (const name of ['waiting', 'mine', 'snoozed'] as const) await readList(store, name);
    const { asked } = open();
    await settled();
    expect(sent).toEqual(asked.map(({ address }) => address));
  });
});
