import { randomInt } from 'node:crypto';
import type { Locale } from '@parley/contract';
import { sql } from 'kysely';
import { recordDeed } from '../audit/index.ts';
import { newId } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { tokenHash } from '../platform/secret.ts';
import { claimAddress } from './credentials.ts';
import { normalizeEmail } from './people.ts';

export interface FirstPerson {
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  locale: Locale;
  timezone: string;
}

export interface FirstSuperUser {
  /** Makes a new code, and the one before ends; null when there is a super admin, or there is to be none. */
  begin(): Promise<string | null>;
  /** Is a code waited for? */
  isOpen(): Promise<boolean>;
  /** The same, and nobody at all could sign in yet. */
  isFirstOfAll(): Promise<boolean>;
  isRight(code: string): Promise<boolean>;
  /** Uses the code up. `over`: it was wrong, or somebody was quicker. `taken`: the address is somebody's. @returns their id */
  make(code: string, person: FirstPerson, from: { address: string; requestId: string }): Promise<{ id: string } | 'over' | 'taken'>;
}

/** Letters and digits that nobody takes for one another. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const PER_GROUP = 4;

/** 60 random bits, in groups that can be typed off a screen. */
const newCode = () =>
  Array.from({ length: GROUPS }, () => Array.from({ length: PER_GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join('-');

/** However it was typed: small letters, other separators or none. */
const plain = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

/**
 * The first super admin of an installation, by a code that the console shows. Only its hash is stored; it ends when it was
 * used, and at the next start.
 * @param isWanted false with the demo, which brings its own
 */
export function firstSuperUser(db: Database, key: Buffer, isWanted: boolean): FirstSuperUser {
  const hashOf = (code: string) => tokenHash(key, plain(code));
  /** Once there is a super admin there always is one: then nothing is asked any more. */
  let isOver = !isWanted;

  const isOpen = async () => {
    if (isOver) return false;
    const row = await db.outsideReader().selectFrom('setup_code').select('only_one').executeTakeFirst();
    const anybody = await db.outsideReader().selectFrom('super_users').select('id').limit(1).executeTakeFirst();
    isOver = anybody !== undefined;
    return row !== undefined && !isOver;
  };

  return {
    async begin() {
      return db.outside(async (tx) => {
        await tx.deleteFrom('setup_code').execute();
        const anybody = await tx.selectFrom('super_users').select('id').limit(1).executeTakeFirst();
        isOver = !isWanted || anybody !== undefined;
        if (isOver) return null;
        const code = newCode();
        const fresh = { code_hash: hashOf(code) };
        await tx
          .insertInto('setup_code')
          .values(fresh)
          .onConflict((conflict) => conflict.column('only_one').doUpdateSet(fresh))
          .execute();
        return code;
      });
    },
    isOpen,
    async isFirstOfAll() {
      if (!(await isOpen())) return false;
      const { rows } = await sql<{ anybody: boolean }>`select anybody_there() as anybody`.execute(db.outsideReader());
      return rows[0]?.anybody === false;
    },
    async isRight(code) {
      const row = await db
        .outsideReader()
        .selectFrom('setup_code')
        .select('only_one')
        .where('code_hash', '=', hashOf(code))
        .executeTakeFirst();
      return row !== undefined;
    },
    async make(code, { firstName, lastName, email, passwordHash, locale, timezone }, from) {
      return db.outside(async (tx) => {
        if (!(await claimAddress(tx, email, null))) return 'taken';
        // Whoever deletes it is the one; a second waits here and then finds nothing.
        const used = await tx.deleteFrom('setup_code').where('code_hash', '=', hashOf(code)).returning('only_one').executeTakeFirst();
        const anybody = await tx.selectFrom('super_users').select('id').limit(1).executeTakeFirst();
        if (used === undefined || anybody !== undefined) return 'over';
        const id = newId();
        await tx
          .insertInto('super_users')
          .values({
            id,
            email,
            email_normalized: normalizeEmail(email),
            first_name: firstName,
            last_name: lastName,
            language: locale,
            timezone,
            password_hash: passwordHash,
          })
          .execute();
        const name = `${firstName} ${lastName}`.trim();
        await recordDeed(
          tx,
          { actor: { id, name, role: 'superAdmin' }, ...from },
          { kind: 'SUPER_USER_CREATED', entity: { type: 'SUPER_USER', id, name }, after: { firstName, lastName, email } },
        );
        return { id };
      });
    },
  };
}
