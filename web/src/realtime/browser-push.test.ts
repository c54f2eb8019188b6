import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushState, renewPush, switchPushOff, switchPushOn } from './browser-push.ts';

const ME = '0192b7a0-0000-7000-8000-00000000000a';
const OTHER = '0192b7a0-0000-7000-8000-00000000000b';
const KEY = Buffer.from(Uint8Array.from({ length: 65 }, (_, place) => place + 4)).toString('base64url');
const ENDPOINT = 'https://push.example.com/browser';

/** What the browser holds, and what was asked of the server. */
let subscription: { key: Uint8Array } | null;
let permission: NotificationPermission;
let asked: string[];
let answer: (path: string) => Response;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The browser's half of it, as the Push API describes it. */
function subscribed() {
  if (subscription === null) return null;
  const { key } = subscription;
  return {
    endpoint: ENDPOINT,
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
}

beforeEach(() => {
  subscription = null;
  permission = 'default';
  asked = [];
  answer = () => json(200, { publicKey: KEY });
  const stored = new Map<string, string>();
  const pushManager = {
    getSubscription: async () => subscribed(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      subscription ??= { key: applicationServerKey };
      return subscribed();
    },
  };
  vi.stubGlobal('location', { origin: 'https://chat.example.com' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  const Notification = {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = permission === 'default' ? 'granted' : permission),
  };
  vi.stubGlobal('Notification', Notification);
  vi.stubGlobal('window', { isSecureContext: true, Notification, PushManager: class {} });
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return answer(request.url);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('notices to a browser without an open page', () => {
  it('are off until they are switched on, and off again afterwards', async () => {
    expect(await pushState(ME)).toBe('off');
    expect(await switchPushOn(ME, KEY)).toBe('on');
    expect([await pushState(ME), await pushState(OTHER)]).toEqual(['on', 'off']);
    expect([...(subscription?.key ?? [])]).toEqual([...Buffer.from(KEY, 'base64url')]);
    await switchPushOff();
    expect([await pushState(ME), subscription]).toEqual(['off', null]);
    expect(asked).toEqual(['PUT /api/users/me/push/subscription', 'POST /api/users/me/push/unsubscribe']);
  });

  it('stay off where the browser blocks them, cannot take them, or the server refuses', async () => {
    permission = 'denied';
    expect([await pushState(ME), await switchPushOn(ME, KEY)]).toEqual(['denied', 'denied']);
    permission = 'default';
    answer = () => json(422, { message: 'PUSH_SERVICE_UNKNOWN', errors: [] });
    await expect(switchPushOn(ME, KEY)).rejects.toMatchObject({ key: 'PUSH_SERVICE_UNKNOWN' });
    expect(await pushState(ME)).toBe('off');
    vi.stubGlobal('navigator', {});
    expect([await pushState(ME), await switchPushOn(ME, KEY)]).toEqual(['missing', 'missing']);
  });

  it('go on with the next sign-in of the same person, by the key that holds now', async () => {
    await switchPushOn(ME, KEY);
    subscription = { key: new Uint8Array(65) };
    asked = [];
    await renewPush(ME);
    expect([...(subscription?.key ?? [])]).toEqual([...Buffer.from(KEY, 'base64url')]);
    expect(asked).toEqual(['GET /api/users/me/push', 'PUT /api/users/me/push/subscription']);
  });

  it('end when somebody else sits before the browser', async () => {
    await switchPushOn(ME, KEY);
    asked = [];
    await renewPush(OTHER);
    expect([subscription, asked, await pushState(ME)]).toEqual([null, [], 'off']);
  });
});

describe('the service worker', () => {
  /** Hands it a push, with these windows open. @returns what it has shown */
  async function pushed(data: unknown, windows: readonly { url: string; visibilityState: string }[]) {
    const handlers = new Map<string, (event: object) => void>();
    const shown: unknown[] = [];
    const self = {
      location: { origin: 'https://chat.example.com' },
      addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
      clients: { matchAll: async () => windows },
      registration: { showNotification: async (title: string, options: object) => void shown.push({ title, ...options }) },
    };
    runInContext(readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8'), createContext({ self, URL, RegExp }));
    let work: Promise<void> | undefined;
    handlers.get('push')?.({ data: { json: () => data }, waitUntil: (promise: Promise<void>) => (work = promise) });
    await work;
    return shown;
  }
  const notice = { tag: 't', title: 'Maria', body: 'Hello', path: '/communications/1' };

  it('shows what was pushed unless a window of the application can be seen', async () => {
    const window = (path: string, visibilityState: string) => ({ url: `https://chat.example.com${path}`, visibilityState });
    const shown = [{ title: 'Maria', body: 'Hello', tag: 't', icon: '/icons/parley-192.png', data: { path: '/communications/1' } }];
    expect(await pushed(notice, [])).toEqual(shown);
    expect(await pushed(notice, [window('/profile', 'hidden'), window('/chat/x', 'visible')])).toEqual(shown);
    expect(await pushed(notice, [window('/profile', 'visible')])).toEqual([]);
  });

  it('shows nothing of what is no notice, or would lead elsewhere', async () => {
    for (const data of [
      null,
      {},
      { ...notice, path: '//evil.example' },
      { ...notice, path: 'https://evil.example' },
      { ...notice, title: 1 },
    ])
      expect(await pushed(data, [])).toEqual([]);
  });
});
