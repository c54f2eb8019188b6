import { User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { signInSettings } from './sign-in-settings.ts';

/** Where the browser comes back to after signing in. */
export const CALLBACK_PATH = '/sign-in/callback';

let made: UserManager | null = null;

/**
 * The OpenID Connect client of this tab: authorization code + PKCE (domain: identity). Tokens live in this tab's session
 * storage, so that they survive a reload and end with the tab. Renewal is ours (tokens.ts), because it is shared by all tabs.
 */
export function oidc(): UserManager {
  made ??= manager();
  return made;
}

function manager(): UserManager {
  const { issuer, clientId, scope } = signInSettings();
  return new UserManager({
    authority: issuer ?? `${location.origin}/auth/realms/parley`,
    client_id: clientId,
    redirect_uri: `${location.origin}${CALLBACK_PATH}`,
    post_logout_redirect_uri: `${location.origin}/`,
    response_type: 'code',
    scope,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: 10,
    silentRequestTimeoutInSeconds: 10,
  });
}

export { User };

/** False where the browser refuses storage to this site (settings, policies): a sign-in could not outlive the next click. */
export function canKeepSignIn(): boolean {
  const probe = 'parley-probe';
  try {
    sessionStorage.setItem(probe, probe);
    sessionStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/** Code + PKCE, Web Locks and subtle crypto exist on https and on loopback only (domain: identity). */
export const canSignInHere = (): boolean => window.isSecureContext && 'locks' in navigator && crypto.subtle !== undefined;
