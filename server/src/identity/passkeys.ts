import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Passkey } from '@parley/contract';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { seal, unseal } from '../platform/secret.ts';
import type { PersonKey } from './one-time-links.ts';

/** As long as a person may take with their authenticator while enrolling. */
const BEGUN_FOR = 10 * 60 * 1000;
const MOST_PER_PERSON = 10;
/** Ed25519, ES256, RS256 (RFC 9053): what authenticators speak. */
const ALGORITHMS = [-8, -7, -257];

const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(20_000));
const results = z.optional(z.record(z.string(), z.unknown()));
/** What a browser answers (WebAuthn level 3, section 5.1), as far as it is read. */
const Registration = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: results,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
  }),
});
const Assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: results,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle: z.nullish(z.string()) }),
});

const Begun = z.object({ kind: z.literal('passkey'), personId: z.uuid(), challenge: z.string(), until: z.number() });

export interface Passkeys {
  /** The host name at which a browser takes our passkeys; null where there is none. */
  readonly host: string | null;
  /** Throws PASSKEY_REFUSED where passkeys cannot be used. */
  begin(
    reader: Reader,
    person: PersonKey & { email: string; name: string },
  ): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; state: string }>;
  /** Throws SECOND_FACTOR_NOT_BEGUN or PASSKEY_REFUSED. */
  add(tx: Tx, person: PersonKey, given: { state: string; name: string; credential: unknown }): Promise<Passkey>;
  /** Throws PASSKEY_NOT_FOUND. */
  remove(tx: Tx, personId: string, passkeyId: string): Promise<void>;
  /** What a browser is asked for at sign-in, with this challenge. */
  request(passkeyIds: readonly string[], challenge: string): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Is this the answer of one of the person's passkeys to the challenge? */
  judge(tx: Tx, personId: string, challenge: string, answer: unknown): Promise<boolean>;
}

export const newChallenge = (): string => randomBytes(32).toString('base64url');
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** A passkey belongs to a host name, and an IP address is none; on this machine `localhost` is. */
function hostOf(webOrigins: readonly string[]): string | null {
  const names = webOrigins.map((origin) => new URL(origin).hostname).filter((name) => isIP(name.replace(/^\[|\]$/g, '')) === 0);
  return names[0] ?? null;
}

/** Passkeys of people (WebAuthn), every call in the scope of the person's account. `key` seals what was begun. */
export function passkeysFor(webOrigins: readonly string[], key: Buffer): Passkeys {
  const host = hostOf(webOrigins);
  const origins = webOrigins.filter((origin) => new URL(origin).hostname === host);
  const idsOf = async (reader: Reader, personId: string) =>
    (await reader.selectFrom('passkeys').select('id').where('person_id', '=', personId).execute()).map(({ id }) => ({ id }));

  return {
    host,
    async begin(reader, { id, email, name }) {
      const existing = await idsOf(reader, id);
      if (host === null || existing.length >= MOST_PER_PERSON) throw problem('PASSKEY_REFUSED');
      const challenge = newChallenge();
      const options = await generateRegistrationOptions({
        rpName: 'Parley',
        rpID: host,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name,
        challenge: bytesOf(challenge),
        supportedAlgorithmIDs: [...ALGORITHMS],
        attestationType: 'none',
        excludeCredentials: existing,
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
        timeout: BEGUN_FOR,
      });
      const begun: z.infer<typeof Begun> = { kind: 'passkey', personId: id, challenge, until: Date.now() + BEGUN_FOR };
      return { options, state: seal(key, begun) };
    },
    async add(tx, person, { state, name, credential }) {
      const begun = Begun.safeParse(unseal(key, state));
      if (!begun.success || begun.data.personId !== person.id || begun.data.until < Date.now()) throw problem('SECOND_FACTOR_NOT_BEGUN');
      const given = Registration.safeParse(credential);
      if (!given.success || host === null) throw problem('PASSKEY_REFUSED');
      const verified = await verifyRegistrationResponse({
        response: { ...given.data, clientExtensionResults: {} } as RegistrationResponseJSON,
        expectedChallenge: begun.data.challenge,
        expectedOrigin: origins,
        expectedRPID: host,
        requireUserVerification: false,
        supportedAlgorithmIDs: [...ALGORITHMS],
      }).catch(() => null);
      if (!verified?.verified) throw problem('PASSKEY_REFUSED');
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      const transports = given.data.response.transports ?? [];
      const row = await tx
        .insertInto('passkeys')
        .values({ id, account_id: person.accountId, person_id: person.id, public_key: Buffer.from(publicKey), counter, transports, name })
        // The same answer sent twice, or an authenticator that is somebody else's already.
        .onConflict((conflict) => conflict.doNothing())
        .returning('created_at')
        .executeTakeFirst();
      if (row === undefined) throw problem('PASSKEY_REFUSED');
      return { id, name, createdAt: row.created_at, lastUsedAt: null };
    },
    async remove(tx, personId, passkeyId) {
      const gone = await tx
        .deleteFrom('passkeys')
        .where('id', '=', passkeyId)
        .where('person_id', '=', personId)
        .returning('id')
        .executeTakeFirst();
      if (gone === undefined) throw problem('PASSKEY_NOT_FOUND');
    },
    request(passkeyIds, challenge) {
      if (host === null) throw new Error('passkeys are asked for where there is no host for them');
      return generateAuthenticationOptions({
        rpID: host,
        allowCredentials: passkeyIds.map((id) => ({ id })),
        challenge: bytesOf(challenge),
        userVerification: 'preferred',
      });
    },
    async judge(tx, personId, challenge, answer) {
      const given = Assertion.safeParse(answer);
      if (!given.success || host === null) return false;
      const row = await tx
        .selectFrom('passkeys')
        .selectAll()
        .where('id', '=', given.data.id)
        .where('person_id', '=', personId)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return false;
      const verified = await verifyAuthenticationResponse({
        response: { ...given.data, clientExtensionResults: {} } as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origins,
        expectedRPID: host,
        credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: row.counter, transports: row.transports },
        requireUserVerification: false,
      }).catch(() => null);
      if (!verified?.verified) return false;
      await tx
        .updateTable('passkeys')
        .set({ counter: verified.authenticationInfo.newCounter, last_used_at: new Date().toISOString() })
        .where('id', '=', row.id)
        .execute();
      return true;
    },
  };
}
