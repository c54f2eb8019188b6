// Lets the installed application open without a network. The page itself is asked for first and kept for when nobody
// answers; files under /assets never change under one name, so the kept copy serves. Everything else (the API, sign-in,
// the widget, files) goes its own way, unseen.
const SHELL = 'shell';
const ASSETS = 'assets';
const MOST_ASSETS = 200;
const PAGE = '/index.html';
const NOT_PAGES = /^\/(api|auth|chat|files|health|metrics)(\/|$)/;
const KEPT = /^\/(assets|fonts)\/|^\/(before-paint\.js|ask-ahead\.js|logo\.svg|manifest\.webmanifest)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(pathname)) event.respondWith(page(request));
  } else if (KEPT.test(pathname)) {
    event.respondWith(pathname.startsWith('/assets/') ? asset(request) : fresh(request));
  }
});

// A notice that the server pushed. Where a window of ours can be seen, that tells by itself what happens.
self.addEventListener('push', (event) => event.waitUntil(showPushed(event.data)));

async function showPushed(data) {
  const { tag, title, body, path } = data?.json() ?? {};
  if (typeof title !== 'string' || typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isOurs = ({ url }) => !NOT_PAGES.test(new URL(url).pathname);
  if (windows.some((one) => one.visibilityState === 'visible' && isOurs(one))) return;
  await self.registration.showNotification(title, { body, tag, icon: '/icons/parley-192.png', data: { path } });
}

// A notice was clicked: a window of ours that is open shows what it is about, else a new one does.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFromNotice(event.notification.data?.path ?? '/'));
});

async function openFromNotice(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const chosen = windows.find((one) => one.focused) ?? windows.find((one) => !NOT_PAGES.test(new URL(one.url).pathname));
  if (chosen === undefined) return self.clients.openWindow(path);
  await chosen.focus();
  chosen.postMessage({ open: path });
}

/** The page and the files that it names, so that the very next opening needs no network. */
async function keepShell() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) return;
  const text = await answer.clone().text();
  await (await caches.open(SHELL)).put(PAGE, answer);
  const assets = await caches.open(ASSETS);
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
  await Promise.all(named.map(async (path) => (await assets.match(path)) ?? assets.add(path)));
}

async function page(request) {
  try {
    const answer = await fetch(request);
    const isPage = answer.ok && (answer.headers.get('content-type') ?? '').startsWith('text/html');
    if (isPage && !answer.redirected) await (await caches.open(SHELL)).put(PAGE, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const assets = await caches.open(ASSETS);
    await assets.put(request, answer.clone());
    // Of releases long past: those that were kept first go first.
    const keys = await assets.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_ASSETS)).map((key) => assets.delete(key)));
  }
  return answer;
}

async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}
