import { keep, kept } from '../kept.ts';
import { askedLanguage } from '../text.ts';
import { forgetSignIn, keepSignIn, keptSignIn, type SignIn, signInOf } from './stored-sign-in.ts';
import { openTabTalk, type TabMessage, type TabTalk } from './tab-talk.ts';
import { finishWork } from './unfinished.ts';

/** Renewed this long before the end, so that no call meets an expired token. */
const RENEW_BEFORE_SECONDS = 60;
/** After a renewal that failed in passing: so long at first, twice as long each time. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const ASK_OTHERS_MS = 250;
const WAIT_FOR_OTHERS_MS = 2000;
const LOCK = 'parley-token-renewal';
/** When the newest tokens of any tab expire: tells a tab that woke late that its refresh token was used by another. */
const NEWEST = 'newest-tokens-expire';

type TokenListener = (token: string | null) => void;

/** The client is a large library: it comes when somebody signs in or out, or a token ends. */
const client = () => import('./oidc.ts');

/** Loads the client before it is needed. */
export const preloadSignIn: () => Promise<unknown> = client;

let current: SignIn | null = null;
let talk: TabTalk | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
/** A renewal failed in passing: until its time comes, nobody asks again. */
let isResting = false;
const listeners = new Set<TokenListener>();

/** Told with every new access token, and with null when the sign-in has ended. */
export function onTokens(listener: TokenListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const expiresAt = (signIn: SignIn | null) => signIn?.expiresAt ?? 0;
const secondsLeft = (signIn: SignIn) => signIn.expiresAt - Date.now() / 1000;

/** True when no valid access token is held: then a lost connection is no news (communications, section 4, "Websocket"). */
export const tokensExpired = (): boolean => current === null || secondsLeft(current) <= 0;

function adopt(signIn: SignIn): void {
  current = signIn;
  keepSignIn(signIn);
  schedule();
  for (const listener of listeners) listener(signIn.accessToken);
}

function drop(): void {
  current = null;
  schedule();
  forgetSignIn();
  for (const listener of listeners) listener(null);
}

/** Tabs renew at slightly different moments; whoever is first renews for all. */
function schedule(): void {
  clearTimeout(timer);
  failures = 0;
  isResting = false;
  if (current === null) return;
  const used = current.accessToken;
  const inSeconds = Math.max(1, secondsLeft(current) - RENEW_BEFORE_SECONDS - Math.random() * 10);
  timer = setTimeout(() => void renewTokens(used), inSeconds * 1000);
}

function renewLater(): void {
  const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures++) * (1 + Math.random() / 5);
  clearTimeout(timer);
  isResting = true;
  timer = setTimeout(renewAgain, pause);
}

function renewAgain(): void {
  if (!isResting || current === null) return;
  isResting = false;
  void renewTokens(current.accessToken);
}

function heard(message: TabMessage): void {
  if (message.kind === 'ask') {
    if (current !== null && secondsLeft(current) > 0) talk?.say({ kind: 'tokens', user: current.stored });
    return;
  }
  if (message.kind === 'signed-out') {
    if (current !== null) drop();
    return;
  }
  const signIn = signInOf(message.user);
  if (signIn === null) return;
  if (current !== null && current.subject !== signIn.subject) {
    // Somebody else signed in beside us: nothing of the first person may stay on this screen.
    keepSignIn(signIn);
    location.reload();
    return;
  }
  if (signIn.expiresAt > expiresAt(current)) adopt(signIn);
}

/** Resolves with the first token that differs from `used`, or null when none comes in time. */
function waitForOthers(used: string | null, milliseconds: number): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = onTokens((token) => {
      if (token === null || token === used) return;
      finish(token);
    });
    const late = setTimeout(() => finish(null), milliseconds);
    const finish = (token: string | null) => {
      clearTimeout(late);
      stop();
      resolve(token);
    };
    talk?.say({ kind: 'ask' });
  });
}

function joinTabs(): void {
  if (talk !== null) return;
  talk = openTabTalk(new BroadcastChannel('parley-sign-in'));
  talk.listen(heard);
  window.addEventListener('online', renewAgain);
}

/**
 * Takes up the sign-in of this tab, or of another tab of this browser; null when there is none. To be called once,
 * before anything asks for a token.
 */
export async function resumeSignIn(): Promise<string | null> {
  joinTabs();
  if (current !== null) return accessToken();
  const stored = keptSignIn();
  if (stored === null) return waitForOthers(null, ASK_OTHERS_MS);
  current = stored;
  schedule();
  return secondsLeft(stored) > 0 ? stored.accessToken : renewTokens(stored.accessToken);
}

/** The valid access token, renewed first when it is about to end; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  if (current === null) return null;
  return secondsLeft(current) > 5 ? current.accessToken : renewTokens(current.accessToken);
}

/**
 * Fresh tokens in place of `used`. One Web Lock for all tabs: rotation with reuse detection would sign two careless tabs
 * out (domain: identity). Null when the sign-in has ended; the token that is held when the provider cannot renew it now.
 */
export function renewTokens(used: string): Promise<string | null> {
  return navigator.locks.request(LOCK, async () => {
    if (current === null) return null;
    if (current.accessToken !== used) return current.accessToken;
    if (Number(kept(NEWEST) ?? 0) > expiresAt(current)) {
      const shared = await waitForOthers(used, WAIT_FOR_OTHERS_MS);
      if (shared !== null) return shared;
    }
    return renewNow(used);
  });
}

async function renewNow(used: string): Promise<string | null> {
  if (isResting) return used;
  try {
    const signIn = current?.refreshToken === undefined ? null : await (await client()).renewSignIn();
    if (signIn === null) {
      drop();
      return null;
    }
    keep(NEWEST, String(signIn.expiresAt));
    talk?.say({ kind: 'tokens', user: signIn.stored });
    adopt(signIn);
    return signIn.accessToken;
  } catch {
    // What is held may still be good.
    renewLater();
    return used;
  }
}

/** The language for the provider's pages; nothing where they are to go by the browser's. */
function askedLocales(): { ui_locales?: string } {
  const language = askedLanguage();
  return language === null ? {} : { ui_locales: language };
}

/** Leaves for the sign-in page; afterwards the browser comes back to `returnTo`. `fresh` asks for the password again. */
export async function goToSignIn(returnTo: string, fresh = false): Promise<void> {
  const { leaveToSignIn } = await client();
  await leaveToSignIn({ state: { returnTo }, ...askedLocales(), ...(fresh ? { prompt: 'login' } : {}) });
}

/** Ends the round trip on the callback page; the address to go on with. Throws when the answer is not for this tab. */
export async function finishSignIn(): Promise<string> {
  joinTabs();
  const { redeemAnswer } = await client();
  const { signIn, state } = await redeemAnswer();
  keep(NEWEST, String(signIn.expiresAt));
  talk?.say({ kind: 'tokens', user: signIn.stored });
  adopt(signIn);
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  // Only addresses of our own: '/x', never '//elsewhere'.
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/';
}

/** Signs out here, in the other tabs and at the provider. Throws, and nothing is signed out, when it cannot be reached. */
export async function signOut(): Promise<void> {
  // What the client holds of the provider may be old: leaving for an address that does not answer would strand the person.
  const { leaveToSignOut, providerMetadata } = await client();
  const provider = await fetch(providerMetadata(), { cache: 'no-store' });
  if (!provider.ok) throw new Error('The identity provider does not answer');
  await finishWork();
  talk?.say({ kind: 'signed-out' });
  clearTimeout(timer);
  const idToken = current?.idToken;
  current = null;
  await leaveToSignOut(idToken, askedLocales());
}
