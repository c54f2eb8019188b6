import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { decrypt, encrypt } from '../platform/secret.ts';

export const SIGNING_ALGORITHM = 'RS256';

/**
 * The private keys that sign tokens, newest first; the first start of an installation makes one. They rest encrypted with
 * a key that derives from the installation's secret, so that the database alone signs nothing.
 * Throws when the secret is another than the one that wrapped them.
 */
export function signingKeys(db: Database, wrappingKey: Buffer): Promise<JWK[]> {
  return db.outside(async (tx) => {
    // Two servers that start together make one key.
    await sql`select pg_advisory_xact_lock(hashtextextended('parley signing keys', 0))`.execute(tx);
    const rows = await tx.selectFrom('signing_keys').select('wrapped').orderBy('created_at', 'desc').execute();
    if (rows.length > 0) return rows.map((row) => JSON.parse(decrypt(wrappingKey, row.wrapped)) as JWK);
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { modulusLength: 2048, extractable: true });
    const bare = await exportJWK(privateKey);
    const key: JWK = { ...bare, kid: await calculateJwkThumbprint(bare), alg: SIGNING_ALGORITHM, use: 'sig' };
    await tx
      .insertInto('signing_keys')
      .values({ kid: key.kid ?? '', wrapped: encrypt(wrappingKey, JSON.stringify(key)) })
      .execute();
    return [key];
  });
}

/** The public half of a key: what verifies and may be shown to anybody. */
export function publicHalf({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { ...(kty && { kty }), ...(n && { n }), ...(e && { e }), ...(kid && { kid }), ...(alg && { alg }), ...(use && { use }) };
}
