/** Where the browser comes back to after signing in. */
export const CALLBACK_PATH = '/sign-in/callback';

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
