import type { Task } from '../platform/jobs.ts';

const CHUNK = 5000;

/** Nightly, over all accounts: what was told is kept for 90 days. May be broken off and run again at any time. */
export const forgetNotifications: Task = async (_payload, { query, signal }) => {
  for (let deleted = CHUNK; deleted === CHUNK; ) {
    signal.throwIfAborted();
    const { rowCount } = await query(
      `delete from notifications where ctid = any (array(select ctid from notifications where at < now() - interval '90 days' limit ${CHUNK}))`,
    );
    deleted = rowCount ?? 0;
  }
};
