import { createHmac, randomBytes } from 'node:crypto';
import type { SecondFactors } from '@parley/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { decrypt, encrypt } from '../platform/secret.ts';
import type { PersonKey } from './one-time-links.ts';
import { base32, newTotpSecret, otpauthUri, stepOfCode } from './totp.ts';

/** A factor that was begun and not confirmed is forgotten after this. */
const BEGUN_FOR = '10 minutes';
const RECOVERY_CODES = 10;

/** What is set up, as far as the sign-in has to ask for it. */
export interface FactorsInPlace {
  hasTotp: boolean;
  passkeyIds: string[];
}

export interface SecondFactorStore {
  inPlace(reader: Reader, personId: string): Promise<FactorsInPlace>;
  describe(reader: Reader, personId: string): Promise<Pick<SecondFactors, 'totpSince' | 'passkeys' | 'recoveryCodesLeft'>>;
  /** Throws SECOND_FACTOR_EXISTS. One that was begun before is replaced. */
  beginTotp(tx: Tx, person: PersonKey & { email: string }): Promise<{ secret: string; uri: string }>;
  /** Throws SECOND_FACTOR_NOT_BEGUN or SECOND_FACTOR_CODE_WRONG. */
  confirmTotp(tx: Tx, personId: string, code: string): Promise<void>;
  removeTotp(tx: Tx, personId: string): Promise<void>;
  /** Is this the code of the app, or one of the recovery codes? Either is taken once. */
  takeCode(tx: Tx, personId: string, code: string): Promise<'otp' | 'recovery' | null>;
  /** Ten new ones; the old ones end. */
  newRecoveryCodes(tx: Tx, person: PersonKey): Promise<string[]>;
  /** After a factor was added: the first ones get recovery codes, null when some are left. */
  codesForNewFactor(tx: Tx, person: PersonKey): Promise<string[] | null>;
  /** After a factor was removed: with the last one the recovery codes go. */
  forgetCodesWithoutFactor(tx: Tx, personId: string): Promise<void>;
  removeAll(tx: Tx, personId: string): Promise<void>;
}

/**
 * Authenticator app and recovery codes of people; every call in the scope of the person's account.
 * @param key encrypts the app's secrets and hashes recovery codes
 */
export function secondFactorStore(key: Buffer, now: () => number = Date.now): SecondFactorStore {
  const hashOf = (code: string) => createHmac('sha256', key).update(`recovery:${code}`).digest();

  /** True once: a step that was taken, and every earlier one, is taken no more. */
  async function takeStep(tx: Tx, personId: string, secret: Buffer, code: string): Promise<boolean> {
    const step = stepOfCode(decrypt(key, secret), code, now());
    if (step === null) return false;
    const taken = await tx
      .updateTable('totp_secrets')
      .set({ last_step: step })
      .where('person_id', '=', personId)
      .where('last_step', '<', step)
      .returning('person_id')
      .executeTakeFirst();
    return taken !== undefined;
  }

  async function newRecoveryCodes(tx: Tx, { id, accountId }: PersonKey): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(10)).toLowerCase().slice(0, 12));
    await tx.deleteFrom('recovery_codes').where('person_id', '=', id).execute();
    await tx
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ account_id: accountId, person_id: id, code_hash: hashOf(code) })))
      .execute();
    return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
  }

  async function codesLeft(reader: Reader, personId: string): Promise<number> {
    const { left } = await reader
      .selectFrom('recovery_codes')
      .select((all) => all.fn.countAll<number>().as('left'))
      .where('person_id', '=', personId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return left;
  }

  async function inPlace(reader: Reader, personId: string): Promise<FactorsInPlace> {
    const totp = await reader
      .selectFrom('totp_secrets')
      .select('person_id')
      .where('person_id', '=', personId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    const keys = await reader.selectFrom('passkeys').select('id').where('person_id', '=', personId).execute();
    return { hasTotp: totp !== undefined, passkeyIds: keys.map(({ id }) => id) };
  }

  return {
    inPlace,
    newRecoveryCodes,
    async describe(reader, personId) {
      const totp = await reader.selectFrom('totp_secrets').select('confirmed_at').where('person_id', '=', personId).executeTakeFirst();
      const keys = await reader.selectFrom('passkeys').selectAll().where('person_id', '=', personId).orderBy('created_at').execute();
      return {
        totpSince: totp?.confirmed_at ?? null,
        passkeys: keys.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at })),
        recoveryCodesLeft: await codesLeft(reader, personId),
      };
    },
    async beginTotp(tx, { id, accountId, email }) {
      const secret = newTotpSecret();
      const fresh = { secret: encrypt(key, secret), begun_at: new Date(now()).toISOString(), last_step: 0 };
      const begun = await tx
        .insertInto('totp_secrets')
        .values({ account_id: accountId, person_id: id, ...fresh })
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet(fresh).where('totp_secrets.confirmed_at', 'is', null))
        .returning('person_id')
        .executeTakeFirst();
      if (begun === undefined) throw problem('SECOND_FACTOR_EXISTS');
      return { secret, uri: otpauthUri(secret, email) };
    },
    async confirmTotp(tx, personId, code) {
      const row = await tx
        .selectFrom('totp_secrets')
        .select('secret')
        .where('person_id', '=', personId)
        .where('confirmed_at', 'is', null)
        .where('begun_at', '>', sql<string>`clock_timestamp() - ${BEGUN_FOR}::interval`)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw problem('SECOND_FACTOR_NOT_BEGUN');
      if (!(await takeStep(tx, personId, row.secret, code))) throw problem('SECOND_FACTOR_CODE_WRONG');
      await tx
        .updateTable('totp_secrets')
        .set({ confirmed_at: new Date(now()).toISOString() })
        .where('person_id', '=', personId)
        .execute();
    },
    async removeTotp(tx, personId) {
      const gone = await tx.deleteFrom('totp_secrets').where('person_id', '=', personId).returning('person_id').executeTakeFirst();
      if (gone === undefined) throw problem('SECOND_FACTOR_MISSING');
    },
    async takeCode(tx, personId, typed) {
      const code = typed.replace(/[\s-]/g, '').toLowerCase();
      const totp = await tx
        .selectFrom('totp_secrets')
        .select('secret')
        .where('person_id', '=', personId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      if (totp !== undefined && (await takeStep(tx, personId, totp.secret, code))) return 'otp';
      const used = await tx
        .updateTable('recovery_codes')
        .set({ used_at: new Date(now()).toISOString() })
        .where('person_id', '=', personId)
        .where('code_hash', '=', hashOf(code))
        .where('used_at', 'is', null)
        .returning('person_id')
        .executeTakeFirst();
      return used === undefined ? null : 'recovery';
    },
    async codesForNewFactor(tx, person) {
      return (await codesLeft(tx, person.id)) > 0 ? null : newRecoveryCodes(tx, person);
    },
    async forgetCodesWithoutFactor(tx, personId) {
      const left = await inPlace(tx, personId);
      if (!left.hasTotp && left.passkeyIds.length === 0) await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
    },
    async removeAll(tx, personId) {
      for (const table of ['totp_secrets', 'passkeys', 'recovery_codes'] as const) {
        await tx.deleteFrom(table).where('person_id', '=', personId).execute();
      }
    },
  };
}
