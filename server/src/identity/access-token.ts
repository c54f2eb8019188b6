import { Role } from '@parley/contract';
import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { problem } from '../platform/problem.ts';

/** What our access tokens say, in the shape that Keycloak gives them (domain: identity). */
const Claims = z.object({
  sub: z.uuid(),
  exp: z.int(),
  given_name: z.string(),
  family_name: z.string(),
  name: z.string(),
  email: z.string(),
  auth_time: z.optional(z.int()),
  sid: z.optional(z.string()),
  account_id: z.optional(z.nullable(z.uuid())),
  resource_access: z.object({ gateway: z.object({ roles: z.array(z.string()) }) }),
});

export interface TokenClaims {
  userId: string;
  accountId: string | null;
  role: Role;
  /** Which sign-in it stands on; null where the provider does not say. */
  sessionId: string | null;
  /** Seconds since 1970. */
  expiresAt: number;
}

export type VerifyToken = (token: string) => Promise<TokenClaims>;

const KEPT_TOKENS = 20_000;
const CLOCK_TOLERANCE = 5;

/**
 * Checks signature, issuer, audience, time and shape. Throws ERROR_UNAUTHENTICATED for whatever does not hold. What was
 * found good is remembered until it expires: a signature costs more than most answers, and an open page bears the same
 * token for minutes.
 */
export function tokenVerifier(publicKeys: JWK[], issuer: string, audience: string): VerifyToken {
  const verify = signatureVerifier(publicKeys, issuer, audience);
  const good = new Map<string, TokenClaims>();
  return async (token) => {
    const known = good.get(token);
    if (known && (known.expiresAt + CLOCK_TOLERANCE) * 1000 > Date.now()) return known;
    good.delete(token);
    const claims = await verify(token);
    if (good.size >= KEPT_TOKENS) good.clear();
    good.set(token, claims);
    return claims;
  };
}

function signatureVerifier(publicKeys: JWK[], issuer: string, audience: string): VerifyToken {
  const keys = createLocalJWKSet({ keys: publicKeys });
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['RS256'],
        typ: 'at+jwt',
        clockTolerance: CLOCK_TOLERANCE,
      });
      const claims = Claims.safeParse(payload);
      const role = Role.safeParse(claims.data?.resource_access.gateway.roles[0]);
      if (!claims.success || !role.success) throw problem('ERROR_UNAUTHENTICATED');
      const { sub: userId, account_id: accountId = null, sid: sessionId = null, exp: expiresAt } = claims.data;
      return { userId, accountId, role: role.data, sessionId, expiresAt };
    } catch (error) {
      if (error instanceof errors.JOSEError) throw problem('ERROR_UNAUTHENTICATED');
      throw error;
    }
  };
}
