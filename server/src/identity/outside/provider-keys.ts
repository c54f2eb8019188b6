import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import type { Log } from '../../platform/log.ts';
import { problem } from '../../platform/problem.ts';
import { fetchJson } from './fetch-json.ts';

/** What we need of the provider's description of itself (OpenID Connect Discovery 1.0, section 3). */
const Description = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.optional(z.url()) });
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Older than this they are read again beside the work, so that a key that was taken back is not believed for long. */
const KEPT_MS = 10 * 60 * 1000;
/** Not read more often, whatever tokens come: a key nobody knows may be named by anybody. */
const COOL_DOWN_MS = 5000;
const AFTER_FAILURE_MS = 2000;

interface Held {
  keys: JWTVerifyGetKey;
  userinfo: string | null;
  at: number;
}

export interface ProviderKeys {
  /**
   * The key of a token. One that is not known is looked for at the provider. Throws jose's JWKSNoMatchingKey when the provider has
   * none of this name, and IDENTITY_UNREACHABLE as long as that cannot be told.
   */
  keyFor: JWTVerifyGetKey;
  /** Where the provider tells with an access token whether it still holds; null while unknown, and where it does not. */
  userinfo(): string | null;
}

/** Throws when the description is of another issuer, or there is none. */
async function read(issuer: string, now: () => number): Promise<Held> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const described = await fetchJson(address);
  const description = Description.safeParse(described.body);
  if (!description.success) throw new Error(`${address} answered ${described.status} and no description of a provider`);
  if (description.data.issuer !== issuer) throw new Error(`${address} is of the issuer ${description.data.issuer}, not of ${issuer}`);
  const answered = await fetchJson(description.data.jwks_uri);
  const set = KeySet.safeParse(answered.body);
  if (!set.success) throw new Error(`${description.data.jwks_uri} answered ${answered.status} and no keys`);
  return { keys: createLocalJWKSet(set.data), userinfo: description.data.userinfo_endpoint ?? null, at: now() };
}

/** The signing keys of a provider, held so that tokens can be checked while it does not answer. */
export function providerKeys(issuer: string, log: Log, now: () => number = Date.now): ProviderKeys {
  let held: Held | null = null;
  let underWay: Promise<Held> | null = null;
  let last = { at: Number.NEGATIVE_INFINITY, failed: false };

  /** One at a time serves all who wait. */
  function refresh(): Promise<Held> {
    underWay ??= read(issuer, now)
      .then(
        (fresh) => {
          held = fresh;
          last = { at: now(), failed: false };
          return fresh;
        },
        (error: unknown) => {
          last = { at: now(), failed: true };
          log.warn({ err: error, issuer }, 'the keys of the identity provider could not be read');
          throw problem('IDENTITY_UNREACHABLE');
        },
      )
      .finally(() => {
        underWay = null;
      });
    return underWay;
  }
  const mayAsk = () => underWay !== null || now() - last.at >= (last.failed ? AFTER_FAILURE_MS : COOL_DOWN_MS);

  async function current(): Promise<Held> {
    if (held === null) {
      if (!mayAsk()) throw problem('IDENTITY_UNREACHABLE');
      return refresh();
    }
    // Whatever comes of it: what is held goes on, and the failure stands in the log.
    if (now() - held.at > KEPT_MS && mayAsk()) refresh().catch(() => {});
    return held;
  }

  return {
    async keyFor(header, token) {
      const known = await current();
      try {
        return await known.keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // A fresh look is due in a moment: until then nobody is signed out for a key that may just be new.
        if (!mayAsk()) throw problem('IDENTITY_UNREACHABLE');
        return (await refresh()).keys(header, token);
      }
    },
    userinfo: () => held?.userinfo ?? null,
  };
}
