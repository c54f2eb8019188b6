import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { newToken, tokenHash } from '../platform/secret.ts';
import type { Tx } from '../platform/transaction.ts';

export type LinkPurpose = 'INVITATION' | 'PASSWORD_RESET' | 'EMAIL_CHANGE';

const HOUR = 60 * 60 * 1000;
/** What the key of links is derived by. */
export const LINK_KEY = 'identity:links';
/** Of a link for a new password that somebody else hands over, who may not meet them within the hour. */
export const HANDED_OVER_FOR = 24 * HOUR;
const VALID_FOR: Record<LinkPurpose, number> = { INVITATION: 7 * 24 * HOUR, PASSWORD_RESET: HOUR, EMAIL_CHANGE: 24 * HOUR };
const PATHS: Record<LinkPurpose, string> = { INVITATION: '/auth/invitation', PASSWORD_RESET: '/auth/reset', EMAIL_CHANGE: '/auth/email' };

/** Somebody of an account, or with none a super admin. */
export interface PersonKey {
  id: string;
  accountId: string | null;
}

export interface FoundLink {
  person: PersonKey;
  /** Only of EMAIL_CHANGE. */
  newEmail: string | null;
}

export interface OneTimeLinks {
  /** Makes a link in the transaction of the person's account; an older one of the same purpose ends. */
  make(
    tx: Tx,
    person: PersonKey,
    purpose: LinkPurpose,
    special?: { newEmail?: string; validFor?: number },
  ): Promise<{ link: string; validUntil: string }>;
  /** Whose link is this, while it holds? Leaves it as it is, since programs open links before people do. */
  find(purpose: LinkPurpose, token: string): Promise<FoundLink | null>;
  /** Uses it up, in the transaction of the person's account; false when it no longer holds. */
  use(tx: Tx, purpose: LinkPurpose, token: string): Promise<boolean>;
}

/** Links that open one thing once; of what they bear only the hash is stored. */
export function oneTimeLinks(db: Database, key: Buffer, origin: string): OneTimeLinks {
  const row = (reader: Pick<Tx, 'selectFrom'>, purpose: LinkPurpose, token: string) =>
    reader
      .selectFrom('one_time_links')
      .select(['person_id', 'new_email'])
      .where('token_hash', '=', tokenHash(key, token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<string>`clock_timestamp()`)
      .executeTakeFirst();
  return {
    async make(tx, person, purpose, { newEmail, validFor = VALID_FOR[purpose] } = {}) {
      const token = newToken();
      const validUntil = new Date(Date.now() + validFor).toISOString();
      const fresh = { token_hash: tokenHash(key, token), expires_at: validUntil, new_email: newEmail ?? null };
      await tx
        .insertInto('one_time_links')
        .values({ account_id: person.accountId, person_id: person.id, purpose, ...fresh })
        .onConflict((conflict) => conflict.columns(['person_id', 'purpose']).doUpdateSet(fresh))
        .execute();
      return { link: `${origin}${PATHS[purpose]}/${token}`, validUntil };
    },
    async find(purpose, token) {
      const { rows } = await sql<{ account_id: string | null }>`
        select account_id from find_one_time_link(${tokenHash(key, token)})`.execute(db.outsideReader());
      const owner = rows[0];
      if (owner === undefined) return null;
      const found = await row(owner.account_id === null ? db.outsideReader() : db.reader(owner.account_id), purpose, token);
      return found === undefined ? null : { person: { id: found.person_id, accountId: owner.account_id }, newEmail: found.new_email };
    },
    async use(tx, purpose, token) {
      const used = await tx
        .deleteFrom('one_time_links')
        .where('token_hash', '=', tokenHash(key, token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', sql<string>`clock_timestamp()`)
        .returning('person_id')
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}
