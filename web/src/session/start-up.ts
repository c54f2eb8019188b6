import { type CurrentUser, noAccessProblems } from '@parley/contract';
import { ApiProblem, UNREACHABLE } from '../api/api-problem.ts';
import { api } from '../api/client.ts';
import { keepConfiguration, knowsConfiguration } from '../api/configured.ts';
import { setTimeZone } from '../format.ts';
import { showOwnLanguage } from '../text.ts';
import { CALLBACK_PATH, canKeepSignIn, canSignInHere } from './sign-in-possible.ts';
import { accessToken, finishSignIn, goToSignIn, renewTokens, resumeSignIn } from './tokens.ts';

export type StartUp =
  | { step: 'starting' }
  /** On its way to the sign-in page. */
  | { step: 'leaving' }
  | { step: 'insecure' }
  /** The browser refuses to keep anything for this site. */
  | { step: 'no-storage' }
  | { step: 'signed-out' }
  /** `renewed`: a fresh token was got; otherwise only a new sign-in helps. */
  | { step: 'role-updated'; renewed: boolean }
  /** Signed in at the provider as somebody who may not come in here. */
  | { step: 'no-access'; problem: ApiProblem }
  | { step: 'failed'; problem: unknown }
  | { step: 'ready'; user: CurrentUser };

const stays = { context: { outlivesNavigation: true } };

/** The address as it stands, to come back to. */
const here = () => `${location.pathname}${location.search}${location.hash}`;

async function signedInToken(): Promise<string | null> {
  if (location.pathname !== CALLBACK_PATH) return resumeSignIn();
  const arrivedWithAnswer = new URLSearchParams(location.search).has('state');
  try {
    const returnTo = arrivedWithAnswer ? await finishSignIn() : '/';
    history.replaceState(null, '', returnTo);
  } catch {
    // An answer that is not for this tab (a bookmark, a reload of the callback): begin anew at the front door.
    history.replaceState(null, '', '/');
  }
  return resumeSignIn();
}

/**
 * The start-up sequence (communications, section 1) as far as its modules exist: sign-in, changed role, current user,
 * zone and language. The router then redirects where the route is not allowed; the frame loads counters, chat status
 * and the socket. Never throws: what went wrong is a step of its own.
 */
export function startUp(): Promise<StartUp> {
  // Whoever asks while it is under way gets the same answer: a sign-in's answer can be redeemed once only.
  underWay ??= run().finally(() => {
    underWay = null;
  });
  return underWay;
}

let underWay: Promise<StartUp> | null = null;

async function run(): Promise<StartUp> {
  if (!canSignInHere()) return { step: 'insecure' };
  if (!canKeepSignIn()) return { step: 'no-storage' };
  try {
    if (!knowsConfiguration()) keepConfiguration(await api.configuration.read(undefined, stays));
    const token = await signedInToken();
    if (token === null) {
      return await leaveForSignIn();
    }
    const { roleModified } = await api.users.linkedIdentities(undefined, stays);
    if (roleModified) return await roleUpdated();
    const user = await api.users.me(undefined, stays);
    setTimeZone(user.timezone);
    await showOwnLanguage(user.locale);
    return { step: 'ready', user };
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.key === 'USER_ROLE_CHANGED') return roleUpdated();
    if (problem instanceof ApiProblem && noAccessProblems.has(problem.key)) return { step: 'no-access', problem };
    if (problem instanceof ApiProblem && problem.status === 401) return { step: 'signed-out' };
    return { step: 'failed', problem };
  }
}

async function leaveForSignIn(): Promise<StartUp> {
  try {
    await goToSignIn(here());
    return { step: 'leaving' };
  } catch (cause) {
    // Before it leaves, the client only reads the provider's addresses: no other answer than none is to be expected.
    return { step: 'failed', problem: new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null, { cause }) };
  }
}

/** The person's role is another: with a fresh token that bears it, no new sign-in is needed. Never throws. */
export async function roleUpdated(): Promise<StartUp> {
  const renewed = await freshRole().catch(() => false);
  return { step: 'role-updated', renewed };
}

/** Forces a fresh token; true when it bears the new role. */
async function freshRole(): Promise<boolean> {
  const token = await accessToken();
  const fresh = token === null ? null : await renewTokens(token);
  if (fresh === null || fresh === token) return false;
  const { roleModified } = await api.users.linkedIdentities(undefined, stays);
  return !roleModified;
}
