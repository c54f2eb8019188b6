import type { VisitorIdentity } from '@parley/contract/entities/visitor';
import { readDraft, type ToFrame, type ToHost } from '../link/messages.ts';
import { sessionClaims } from '../session/claim.ts';
import { randomId } from '../session/random.ts';
import { safeStorage } from '../session/storage.ts';
import { bubbleFor, type View } from './bubble.ts';
import { type Calls, type ChatEvent, complain } from './calls.ts';
import { type FrameLink, linkFrame } from './frame-link.ts';
import { readIdentity } from './identity.ts';
import { fetchLook, plainLook } from './look.ts';
import { keepInPage } from './stay.ts';

/** The chat that is not ready by then is said not to answer. */
const READY_PATIENCE = 8000;

/**
 * Puts the widget on the page. Resolves once its bubble stands there; never when there is no such widget.
 * @param given what the tag says of the visitor's language
 */
export async function startWidget(origin: string, widgetId: string, slot: number, calls: Calls, given?: string): Promise<void> {
  const lasting = safeStorage(() => localStorage);
  const ofTab = safeStorage(() => sessionStorage);
  const key = (what: string) => `parley:${widgetId}:${what}`;
  const secretKey = key('secret');
  const claims = sessionClaims(lasting, secretKey, randomId());

  let view: View = { stage: 'closed', greeting: false, unread: 0 };
  let link: FrameLink | null = null;
  let ready = false;
  let patience = 0;
  let known: string | null = lasting.get(secretKey);
  const leftNow = () => lasting.get(key('left')) ?? '';
  let left = leftNow();

  let query = languageQuery(given);
  let asked = false;
  let identity: VisitorIdentity | null = null;
  let waiting: ToFrame[] = [];
  let told = 'null';
  let toldAt = '';
  let say: (event: ChatEvent, told?: Readonly<Record<string, unknown>>) => void = () => {};
  const muted = () => lasting.get(key('muted')) !== null;
  let look = plainLook;

  const bubble = bubbleFor(slot, { open: openNow, close, again, hideGreeting, near: load });
  const change = (next: Partial<View>) => {
    view = { ...view, ...next };
    bubble.show(view);
  };

  function load(): void {
    if (link) return;
    ready = false;
    link = linkFrame(bubble.frame, origin, widgetId + query, bubble.title(), greet, receive);
  }

  const greet = () =>
    ({
      type: 'start',
      secret: lasting.get(secretKey),
      keeps: lasting.keeps,
      open: view.stage !== 'closed',
      draft: readDraft(ofTab.get(key('draft'))),
      identity,
      muted: muted(),
      left,
    }) as const;

  function receive(message: ToHost): void {
    switch (message.type) {
      case 'ready':
        ready = true;
        for (const one of waiting.splice(0)) link?.send(one);
        link?.send(pageNow());
        if (look === plainLook) void dress();
        if (view.stage !== 'closed') reveal();
        return;
      case 'close':
        close();
        return;
      case 'unread':
        change({ unread: message.count });
        say('unread', { count: message.count });
        return;
      case 'message':
        say('message', { from: message.from });
        return;
      case 'mute':
        if (message.muted) lasting.set(key('muted'), '1');
        else lasting.remove(key('muted'));
        return;
      case 'refusedIdentity':
        identity = null;
        complain('the signature does not fit the userId.');
        return;
      case 'draft':
        ofTab.set(key('draft'), JSON.stringify(message.draft));
        return;
      case 'claim':
        void claims.claim().then((secret) => link?.send({ type: 'turn', secret }));
        return;
      case 'keep':
        known = claims.keep(message.secret);
        link?.send({ type: 'secret', secret: known });
        return;
      case 'release':
        claims.release();
        return;
      case 'forget':
        if (lasting.get(secretKey) === message.secret) lasting.remove(secretKey);
        known = lasting.get(secretKey);
        // Whoever came next, in another tab, has begun already.
        if (known !== null) link?.send({ type: 'secret', secret: known });
    }
  }

  /** Another tab of this site may have started, or ended, the session, or its visitor may have signed out there. */
  function compare(): void {
    if (left !== leftNow()) {
      forgetVisitor(leftNow());
      if (ready) link?.send({ type: 'signOut', left });
      else if (link) {
        // It was greeted with what is no longer so.
        dropFrame();
        load();
      }
    }
    const secret = lasting.get(secretKey);
    if (secret === known) return;
    known = secret;
    link?.send({ type: 'secret', secret });
  }

  function reveal(): void {
    clearTimeout(patience);
    if (view.stage !== 'open') say('opened');
    change({ stage: 'open', greeting: false });
    link?.send({ type: 'open', open: true });
    // A chat that is only open again after a reload leaves the keyboard to the page.
    if (asked) link?.iframe.focus({ preventScroll: true });
  }

  function openNow(): void {
    asked = true;
    open();
  }

  const pageNow = () => ({ type: 'page', given: told, title: document.title, address: location.href, from: document.referrer }) as const;

  /** Now or, while the chat has not come, with its coming. */
  function sendSoon(message: ToFrame): void {
    if (ready) link?.send(message);
    else waiting = [...waiting.filter(({ type }) => type !== message.type), message];
  }

  function identify(given: unknown): void {
    const named = readIdentity(given);
    if (named === null) return;
    identity = named;
    // Who comes next is not signed out by who was there before.
    waiting = waiting.filter(({ type }) => type !== 'signOut');
    // A frame that has not greeted yet learns it by the greeting.
    if (link) sendSoon({ type: 'identify', identity: named });
  }

  function forgetVisitor(next: string): void {
    left = next;
    identity = null;
    ofTab.remove(key('draft'));
    waiting = waiting.filter(({ type }) => type !== 'identify');
  }

  function signOut(): void {
    forgetVisitor(randomId());
    lasting.set(key('left'), left);
    // Where this page keeps nothing, the chat may.
    if (known === null && link === null && lasting.keeps) return;
    load();
    sendSoon({ type: 'signOut', left });
  }

  function page(given: string): void {
    told = given;
    toldAt = location.href;
    if (ready) link?.send(pageNow());
  }

  /** What is typed and who is there come back with the chat that speaks the other language. */
  function language(said: unknown): void {
    const next = languageQuery(said);
    if (next === query) return;
    query = next;
    void dress();
    if (!link) return;
    dropFrame();
    if (view.stage === 'closed') load();
    else open();
  }

  function open(): void {
    ofTab.set(key('open'), '1');
    hideGreeting();
    load();
    if (ready) {
      reveal();
      return;
    }
    change({ stage: 'waiting' });
    clearTimeout(patience);
    patience = setTimeout(() => change({ stage: 'failed' }), READY_PATIENCE);
  }

  function close(): void {
    clearTimeout(patience);
    ofTab.remove(key('open'));
    if (view.stage === 'open') say('closed');
    change({ stage: 'closed' });
    if (ready) link?.send({ type: 'open', open: false });
    // A frame that never became ready holds perhaps an error page: the next opening starts afresh.
    else dropFrame();
  }

  function dropFrame(): void {
    link?.end();
    link = null;
    ready = false;
  }

  /** The page comes back as it was left: the tab has gone on meanwhile, and the chat begins with what it keeps now. */
  function restored(): void {
    asked = false;
    compare();
    clearTimeout(patience);
    if (view.stage === 'open') say('closed');
    change({ stage: 'closed', unread: 0 });
    if (ofTab.get(key('open')) !== null) open();
    else whenIdle(load, known !== null);
  }

  function again(): void {
    dropFrame();
    openNow();
  }

  function hideGreeting(): void {
    ofTab.set(key('greeted'), '1');
    if (view.greeting) change({ greeting: false });
  }

  /** @returns what the server said of the look; what it said is worn */
  async function dress(): Promise<Awaited<ReturnType<typeof fetchLook>>> {
    const worn = query;
    const answer = await fetchLook(origin, widgetId, worn);
    // Meanwhile another language may have been asked for.
    if (answer && answer !== 'absent' && worn === query) look = answer;
    bubble.wear(look);
    return answer;
  }

  const found = await dress();
  if (found === 'absent') return;
  keepInPage(bubble.host);
  change({ greeting: look.welcomeMessage !== '' && ofTab.get(key('greeted')) === null && known === null });

  addEventListener('storage', (event) => {
    if (event.key === secretKey || event.key === key('left') || event.key === null) compare();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') compare();
  });
  addEventListener('pagehide', ({ persisted }) => {
    claims.release();
    // A chat that is put aside with its page would come back with its old words, and write them over the new.
    if (persisted) dropFrame();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restored();
  });
  compare();

  if (ofTab.get(key('open')) !== null) open();
  else if (found !== null) whenIdle(load, known !== null);
  // What the site said of a page goes with the page.
  watchAddress(() => page(location.href === toldAt ? told : 'null'));
  say =
    calls.join?.(widgetId, { open: openNow, close, identify, signOut, page: (said) => page(JSON.stringify(said) ?? 'null'), language }) ??
    say;
  say('ready');
}

/** How the chat server is told what the site says of its visitor's language; empty for nothing. */
function languageQuery(said: unknown): string {
  if (said === undefined) return '';
  if (/^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(String(said))) return `?language=${said}`;
  complain('a language is a tag such as "en-GB".');
  return '';
}

/** After the page has loaded and has nothing to do; for visitors who ask to save data only when `needed`. */
function whenIdle(task: () => void, needed: boolean): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData && !needed) return;
  const idle = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(task, { timeout: 3000 }) : setTimeout(task, 500));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/** Says when a single-page site shows another page, where the browser tells. Its title often follows the address. */
function watchAddress(changed: () => void): void {
  const { navigation } = window as unknown as { navigation?: EventTarget };
  navigation?.addEventListener('navigatesuccess', () => setTimeout(changed, 300));
}
