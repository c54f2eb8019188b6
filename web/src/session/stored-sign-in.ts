import { signInSettings } from './sign-in-settings.ts';

/** The identity provider's address: an outside one's, else our own. */
export const authority = (): string => signInSettings().issuer ?? `${location.origin}/auth/realms/parley`;

/** Where the OpenID Connect client (oidc.ts) keeps a sign-in in the storage of the tab, before its own prefix. */
const key = (): string => `oidc.user:${authority()}:${signInSettings().clientId}`;

/** What a sign-in consists of, as far as it is used here. */
export interface SignIn {
  accessToken: string;
  refreshToken: string | undefined;
  idToken: string | undefined;
  /** Seconds since 1970. */
  expiresAt: number;
  /** Who it is. */
  subject: string;
  /** All of it as the client stores it: what tabs hand to each other. */
  stored: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The sign-in in what the client stored; null where the text is none (another version's, or damaged). */
export function signInOf(stored: string): SignIn | null {
  let found: unknown;
  try {
    found = JSON.parse(stored);
  } catch {
    return null;
  }
  if (!isRecord(found) || !isRecord(found.profile)) return null;
  const { access_token: accessToken, expires_at: expiresAt } = found;
  const { sub: subject } = found.profile;
  if (typeof accessToken !== 'string' || typeof expiresAt !== 'number' || typeof subject !== 'string') return null;
  return { accessToken, expiresAt, subject, refreshToken: textOf(found.refresh_token), idToken: textOf(found.id_token), stored };
}

/** The sign-in of this tab. Read here, so that a page that is opened again need not wait for the client. */
export function keptSignIn(): SignIn | null {
  const stored = sessionStorage.getItem(key());
  return stored === null ? null : signInOf(stored);
}

/** Makes it the sign-in of this tab; the client finds it where it keeps its own. */
export function keepSignIn({ stored }: SignIn): void {
  sessionStorage.setItem(key(), stored);
}

/** Ends the sign-in of this tab. */
export function forgetSignIn(): void {
  sessionStorage.removeItem(key());
}
