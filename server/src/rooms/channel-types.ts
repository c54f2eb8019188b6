import type { Database } from '../platform/database.ts';

/** A channel's type never changes, so that it is asked once; this many are remembered. */
const KEPT_AT_MOST = 50_000;

/** Which type a contact channel is of, without a query for each message. */
export interface ContactChannelTypes {
  /** @returns null when the account has no such channel */
  of(accountId: string, contactChannelId: string): Promise<string | null>;
}

export function createChannelTypes(db: Database): ContactChannelTypes {
  const kept = new Map<string, string>();
  return {
    async of(accountId, contactChannelId) {
      const key = `${accountId}:${contactChannelId}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const row = await db
        .reader(accountId)
        .selectFrom('contact_channels')
        .select('type')
        .where('id', '=', contactChannelId)
        .executeTakeFirst();
      if (!row) return null;
      if (kept.size >= KEPT_AT_MOST) kept.clear();
      kept.set(key, row.type);
      return row.type;
    },
  };
}
