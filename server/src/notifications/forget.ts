import type { Task } from '../platform/jobs.ts';

const CHUNK = 5000;

/** Nightly, over all accounts: what was told is kept for 90 days; mentions for as long as the message that they stand in. May be broken off and run again at any time. */
export const forgetNotifications: Task = async (_payload, { query, signal }) => {
  for (let deleted = CHUNK; deleted === CHUNK; ) {
    signal.throwIfAborted();
    const { rowCount } = await query(
      `delete from notifications where ctid = any (array(select ctid from notifications where at < now() - interval '90 days' and kind <> 'MENTIONED' limit ${CHUNK}))`,
    );
    deleted = rowCount ?? 0;
  }
};
