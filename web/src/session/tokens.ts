import { ErrorResponse } from 'oidc-client-ts';
import { keep, kept } from '../kept.ts';
import { askedLanguage } from '../text.ts';
import { oidc, User } from './oidc.ts';
import { openTabTalk, type TabMessage, type TabTalk } from './tab-talk.ts';

/** Renewed this long before the end, so that no call meets an expired token. */
const RENEW_BEFORE_SECONDS = 60;
const ASK_OTHERS_MS = 250;
const WAIT_FOR_OTHERS_MS = 2000;
const LOCK = 'parley-token-renewal';
/** When the newest tokens of any tab expire: tells a tab that woke late that its refresh token was used by another. */
const NEWEST = 'newest-tokens-expire';

type TokenListener = (token: string | null) => void;

let current: User | null = null;
let talk: TabTalk | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<TokenListener>();

/** Told with every new access token, and with null when the sign-in has ended. */
export function onTokens(listener: TokenListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const expiresAt = (user: User | null) => user?.expires_at ?? 0;
const secondsLeft = (user: User) => expiresAt(user) - Date.now() / 1000;

/** True when no valid access token is held: then a lost connection is no news (communications, section 4, "Websocket"). */
export const tokensExpired = (): boolean => current === null || secondsLeft(current) <= 0;

async function adopt(user: User): Promise<void> {
  current = user;
  await oidc().storeUser(user);
  schedule();
  for (const listener of listeners) listener(user.access_token);
}

async function drop(): Promise<void> {
  current = null;
  clearTimeout(timer);
  await oidc().removeUser();
  for (const listener of listeners) listener(null);
}

/** Tabs renew at slightly different moments; whoever is first renews for all. */
function schedule(): void {
  clearTimeout(timer);
  if (current === null) return;
  const used = current.access_token;
  const inSeconds = Math.max(1, secondsLeft(current) - RENEW_BEFORE_SECONDS - Math.random() * 10);
  timer = setTimeout(() => void renewTokens(used), inSeconds * 1000);
}

async function heard(message: TabMessage): Promise<void> {
  if (message.kind === 'ask') {
    if (current !== null && secondsLeft(current) > 0) talk?.say({ kind: 'tokens', user: current.toStorageString() });
    return;
  }
  if (message.kind === 'signed-out') {
    if (current !== null) await drop();
    return;
  }
  const user = User.fromStorageString(message.user);
  if (current !== null && current.profile.sub !== user.profile.sub) {
    // Somebody else signed in beside us: nothing of the first person may stay on this screen.
    await oidc().storeUser(user);
    location.reload();
    return;
  }
  if (expiresAt(user) > expiresAt(current)) await adopt(user);
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
  talk.listen((message) => void heard(message));
}

/**
 * Takes up the sign-in of this tab, or of another tab of this browser; null when there is none. To be called once,
 * before anything asks for a token.
 */
export async function resumeSignIn(): Promise<string | null> {
  joinTabs();
  if (current !== null) return accessToken();
  const stored = await oidc().getUser();
  if (stored === null) return waitForOthers(null, ASK_OTHERS_MS);
  current = stored;
  schedule();
  return secondsLeft(stored) > 0 ? stored.access_token : renewTokens(stored.access_token);
}

/** The valid access token, renewed first when it is about to end; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  if (current === null) return null;
  return secondsLeft(current) > 5 ? current.access_token : renewTokens(current.access_token);
}

/**
 * Fresh tokens in place of `used`. One Web Lock for all tabs: rotation with reuse detection would sign two careless tabs
 * out (domain: identity). Null when the sign-in has ended; the token that is held when the provider cannot be reached.
 */
export function renewTokens(used: string): Promise<string | null> {
  return navigator.locks.request(LOCK, async () => {
    if (current === null) return null;
    if (current.access_token !== used) return current.access_token;
    if (Number(kept(NEWEST) ?? 0) > expiresAt(current)) {
      const shared = await waitForOthers(used, WAIT_FOR_OTHERS_MS);
      if (shared !== null) return shared;
    }
    return renewNow(used);
  });
}

async function renewNow(used: string): Promise<string | null> {
  try {
    if (current?.refresh_token === undefined) throw new ErrorResponse({ error: 'invalid_grant' });
    const user = await oidc().signinSilent();
    if (user === null) throw new ErrorResponse({ error: 'invalid_grant' });
    keep(NEWEST, String(expiresAt(user)));
    talk?.say({ kind: 'tokens', user: user.toStorageString() });
    await adopt(user);
    return user.access_token;
  } catch (error) {
    if (error instanceof ErrorResponse) {
      await drop();
      return null;
    }
    // The provider cannot be reached: what is held may still be good; try again soon.
    clearTimeout(timer);
    timer = setTimeout(() => void renewTokens(used), 10_000);
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
  // The page that is left has nothing to come back to: going back after signing in must not ask for it again.
  await oidc().signinRedirect({
    redirectMethod: 'replace',
    state: { returnTo },
    ...askedLocales(),
    ...(fresh ? { prompt: 'login' } : {}),
  });
}

/** Ends the round trip on the callback page; the address to go on with. Throws when the answer is not for this tab. */
export async function finishSignIn(): Promise<string> {
  joinTabs();
  const user = await oidc().signinRedirectCallback();
  keep(NEWEST, String(expiresAt(user)));
  talk?.say({ kind: 'tokens', user: user.toStorageString() });
  await adopt(user);
  const state = user.state;
  const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  // Only addresses of our own: '/x', never '//elsewhere'.
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/';
}

/** Signs out here, in the other tabs and at the provider. Throws, and nothing is signed out, when it cannot be reached. */
export async function signOut(): Promise<void> {
  // What the client holds of the provider may be old: leaving for an address that does not answer would strand the person.
  const provider = await fetch(oidc().settings.metadataUrl, { cache: 'no-store' });
  if (!provider.ok) throw new Error('The identity provider does not answer');
  talk?.say({ kind: 'signed-out' });
  clearTimeout(timer);
  const idToken = current?.id_token;
  current = null;
  await oidc().signoutRedirect({
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    extraQueryParams: askedLocales(),
  });
}
