import { calls } from '../accounts/index.ts';
import type { Database } from '../platform/database.ts';
import { readMonitoring } from './reading.ts';

/** The people of one's account and how they work (communications, section 7: what the frames of monitoring go on from). */
export function monitoringApi(db: Database) {
  return {
    users: calls.monitoring.users.handler(({ context: { actor } }) => readMonitoring(db.reader(actor.accountId))),
  };
}
