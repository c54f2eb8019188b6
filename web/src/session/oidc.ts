import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { CALLBACK_PATH } from './sign-in-possible.ts';
import { signInSettings } from './sign-in-settings.ts';
import { authority, type SignIn, signInOf } from './stored-sign-in.ts';

/**
 * The OpenID Connect client of this tab: authorization code + PKCE (domain: identity). Tokens live in this tab's session
 * storage, so that they survive a reload and end with the tab. When to renew is ours (tokens.ts), because it is shared by
 * all tabs. Whoever needs it imports it then: a page that is opened with a stored sign-in can do without.
 */
let made: UserManager | null = null;

function client(): UserManager {
  made ??= new UserManager({
    authority: authority(),
    client_id: signInSettings().clientId,
    redirect_uri: `${location.origin}${CALLBACK_PATH}`,
    post_logout_redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope: signInSettings().scope,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: 10,
    silentRequestTimeoutInSeconds: 10,
  });
  return made;
}

function signInFrom(user: User): SignIn {
  const signIn = signInOf(user.toStorageString());
  if (signIn === null) throw new Error('The identity provider gave a sign-in without a token, an end or a subject');
  return signIn;
}

/** Where to look up whether the provider answers. */
export const providerMetadata = (): string => client().settings.metadataUrl;

/** Leaves for the sign-in page. */
export async function leaveToSignIn(
  options: Pick<NonNullable<Parameters<UserManager['signinRedirect']>[0]>, 'state' | 'prompt' | 'ui_locales'>,
) {
  // The page that is left has nothing to come back to: going back after signing in must not ask for it again.
  await client().signinRedirect({ redirectMethod: 'replace', ...options });
}

/** Redeems the answer in the address; with it the state that was given on leaving. Throws when it is not for this tab. */
export async function redeemAnswer(): Promise<{ signIn: SignIn; state: unknown }> {
  const user = await client().signinRedirectCallback();
  return { signIn: signInFrom(user), state: user.state };
}

/**
 * Errors that say that the sign-in itself is over, or that this application may not renew it (RFC 6749, section 5.2; OpenID Connect
 * Core, section 3.1.2.6). Whatever else a provider, or what stands before it, answers is trouble that passes.
 */
const OVER: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_request',
  'invalid_scope',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** A fresh sign-in for the stored one; null when the provider refuses it. Throws when the provider cannot do it now. */
export async function renewSignIn(): Promise<SignIn | null> {
  try {
    const user = await client().signinSilent();
    return user === null ? null : signInFrom(user);
  } catch (error) {
    if (error instanceof ErrorResponse && error.error !== null && OVER.has(error.error)) return null;
    throw error;
  }
}

/** Leaves for the provider's sign-out. */
export async function leaveToSignOut(idToken: string | undefined, asked: { ui_locales?: string }): Promise<void> {
  await client().signoutRedirect({ ...(idToken === undefined ? {} : { id_token_hint: idToken }), extraQueryParams: asked });
}
