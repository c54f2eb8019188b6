import { EmailAddress, Role, withoutTurns } from '@parley/contract';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { problem } from '../../platform/problem.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { OutsideSettings } from './settings.ts';

/** Of public keys alone: a shared secret, or none, signs nothing here. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Seconds by which two machines' clocks may differ. */
export const CLOCK_TOLERANCE = 30;
const LONGEST_NAME = 100;
const Uuid = z.uuid();

/** What a token of the provider tells of somebody, in our words. Null and empty: it tells nothing that could be read. */
export interface OutsideToken {
  subject: string;
  /** The provider's name of the sign-in. */
  sid: string | null;
  /** Seconds since 1970. */
  issuedAt: number;
  /** When they last proved who they are; null where the provider does not say. */
  authenticatedAt: number | null;
  expiresAt: number;
  role: Role | null;
  /** Undefined for none, null for one that is no id of ours. */
  accountId: string | null | undefined;
  email: string | null;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** A claim by its name, which may contain dots itself, or else lead into objects by them. */
export function claimAt(payload: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Keycloak gives attributes as a text or as a list of one. */
const textAt = (payload: JWTPayload, name: string): string | undefined => {
  const value = claimAt(payload, name);
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof one === 'string' && one.trim() !== '' ? one.trim() : undefined;
};

/** As it can be stored and shown: no control characters, nothing that turns the direction of writing, not longer than a name is. */
const nameOf = (text: string | undefined) =>
  withoutTurns(text ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .normalize('NFC')
    .toWellFormed()
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();

/** The first entry that is a role, by what roles are called there. */
function roleIn(payload: JWTPayload, { claims, roles }: OutsideSettings): Role | null {
  const told = claimAt(payload, claims.role);
  for (const entry of Array.isArray(told) ? told : [told]) {
    const role = Role.options.find((ours) => roles[ours] === entry);
    if (role !== undefined) return role;
  }
  return null;
}

function accountIn(payload: JWTPayload, { claims }: OutsideSettings): string | null | undefined {
  const told = textAt(payload, claims.account);
  return told === undefined ? undefined : (Uuid.safeParse(told.toLowerCase()).data ?? null);
}

function readToken(payload: JWTPayload, settings: OutsideSettings): OutsideToken {
  const { sub, iat, exp, sid } = payload;
  // Longer than any provider's: not worth a row.
  if (sub === undefined || sub === '' || sub.length > 255 || iat === undefined || exp === undefined) throw problem('ERROR_UNAUTHENTICATED');
  const email = EmailAddress.safeParse(textAt(payload, settings.claims.email)).data ?? null;
  const firstName = nameOf(textAt(payload, settings.claims.firstName) ?? textAt(payload, 'name') ?? email?.split('@')[0]);
  return {
    subject: sub,
    sid: typeof sid === 'string' && /^[\x21-\x7e]{1,255}$/.test(sid) ? sid : null,
    issuedAt: iat,
    authenticatedAt: typeof payload.auth_time === 'number' ? payload.auth_time : null,
    expiresAt: exp,
    role: roleIn(payload, settings),
    accountId: accountIn(payload, settings),
    email,
    emailVerified: payload.email_verified === true,
    firstName,
    lastName: nameOf(textAt(payload, settings.claims.lastName)),
  };
}

/**
 * An id token is signed with the same keys and tells nobody's rights. Access tokens say so by their type (RFC 9068, section 2.1, or
 * Keycloak's `typ: Bearer`), or bear an audience that id tokens never do.
 */
function isAccessToken(typ: string | undefined, payload: JWTPayload, { audience, clientId }: OutsideSettings): boolean {
  const named = typ?.toLowerCase().replace(/^application\//, '');
  if (named === 'at+jwt') return true;
  if (named !== undefined && named !== 'jwt') return false;
  if (payload.typ !== undefined) return payload.typ === 'Bearer';
  return audience !== undefined && audience !== clientId && payload.nonce === undefined && payload.at_hash === undefined;
}

function isForUs(payload: JWTPayload, { audience, clientId }: OutsideSettings): boolean {
  const audiences = [payload.aud ?? []].flat();
  if (audience !== undefined) return audiences.includes(audience);
  // Keycloak names the client to which it gave the token as the authorized party.
  return audiences.includes(clientId) || payload.azp === clientId;
}

/** The issuer that a token names, before anything of it is believed. */
function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/**
 * Checks tokens of the outside provider: signature, algorithm, issuer, audience, kind and time.
 * Throws ERROR_UNAUTHENTICATED for what does not hold, IDENTITY_UNREACHABLE as long as that cannot be told.
 */
export function outsideVerifier(settings: OutsideSettings, keys: ProviderKeys) {
  const { issuer } = settings;
  return async (token: string): Promise<OutsideToken> => {
    // Somebody else's token is not worth a look for its key.
    if (claimedIssuer(token) !== issuer) throw problem('ERROR_UNAUTHENTICATED');
    try {
      const options = { issuer, algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE, requiredClaims: ['sub', 'iat', 'exp'] };
      const { payload, protectedHeader } = await jwtVerify(token, keys.keyFor, options);
      const isEarly = (payload.iat ?? 0) > Date.now() / 1000 + CLOCK_TOLERANCE;
      if (isEarly || !isAccessToken(protectedHeader.typ, payload, settings) || !isForUs(payload, settings))
        throw problem('ERROR_UNAUTHENTICATED');
      return readToken(payload, settings);
    } catch (error) {
      if (error instanceof errors.JOSEError) throw problem('ERROR_UNAUTHENTICATED');
      throw error;
    }
  };
}

/** An older one may be one that somebody kept. */
const LOGOUT_TOKEN_SECONDS = 120;
const LogoutEvent = z.object({ 'http://schemas.openid.net/event/backchannel-logout': z.looseObject({}) });

/** What ended at the provider: one sign-in, or all of somebody. */
export interface Ended {
  sid: string | null;
  subject: string | null;
}

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws as the verifier of tokens. */
export async function readLogoutToken({ issuer, clientId }: OutsideSettings, keys: ProviderKeys, token: string): Promise<Ended> {
  if (claimedIssuer(token) !== issuer) throw problem('ERROR_UNAUTHENTICATED');
  try {
    const options = {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE,
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
    };
    const { payload } = await jwtVerify(token, keys.keyFor, options);
    const isFit = LogoutEvent.safeParse(payload.events).success && payload.nonce === undefined;
    const sid = typeof payload.sid === 'string' ? payload.sid : null;
    const subject = payload.sub ?? null;
    if (!isFit || (sid === null && subject === null)) throw problem('ERROR_UNAUTHENTICATED');
    return { sid, subject };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw problem('ERROR_UNAUTHENTICATED');
    throw error;
  }
}
