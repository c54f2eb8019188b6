import { toldByProvider } from '../identity/index.ts';
import type { Database } from '../platform/database.ts';
import type { Hub } from '../platform/hub.ts';
import { joinDefaultQueue, tellColleagues } from './people.ts';
import { readUser } from './people-store.ts';

/** Keeps the directory in step with the outside provider: who comes from there, or is another by its word, is told to colleagues. */
export function welcomeTold(db: Database, hub: Hub): void {
  db.on(toldByProvider, async (tx, told) => {
    for (const { accountId, userId, hasNewRole } of told) {
      const user = await readUser(tx, userId);
      if (hasNewRole && user.role === 'agent') await joinDefaultQueue(tx, { accountId, userId });
      tellColleagues(hub, tx, user);
    }
  });
}
