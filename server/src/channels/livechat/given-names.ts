import type { Database } from '../../platform/database.ts';

/** Long enough to spare a query per message, short enough that a corrected name shows soon. */
const KEPT_FOR = 60_000;
const KEPT_AT_MOST = 5000;

/** Given names of users: all that visitors learn of the people who write to them. */
export interface GivenNames {
  /** Names by user id; who is gone has none. */
  of(accountId: string, userIds: ReadonlyArray<string | null>): Promise<ReadonlyMap<string, string>>;
}

export function givenNames(db: Database): GivenNames {
  const kept = new Map<string, { name: string; until: number }>();
  return {
    async of(accountId, userIds) {
      const now = performance.now();
      const names = new Map<string, string>();
      const missing: string[] = [];
      for (const userId of new Set(userIds)) {
        if (userId === null) continue;
        const known = kept.get(userId);
        if (known && known.until > now) names.set(userId, known.name);
        else missing.push(userId);
      }
      if (missing.length === 0) return names;
      const rows = await db.reader(accountId).selectFrom('users').select(['id', 'first_name']).where('id', 'in', missing).execute();
      if (kept.size > KEPT_AT_MOST) kept.clear();
      for (const { id, first_name } of rows) {
        names.set(id, first_name);
        kept.set(id, { name: first_name, until: now + KEPT_FOR });
      }
      return names;
    },
  };
}
