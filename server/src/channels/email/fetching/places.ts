import { sql } from 'kysely';
import type { FetchingParts, Mailbox } from './mailbox.ts';
import { ours } from './own-failure.ts';

// All of these reject with OwnFailure.

/** How far a folder was fetched. */
export interface Reached {
  lastUid: number;
  /** Up to this number everything is looked through once more; what came before `beganAt` stays. */
  rescanTo: number;
  beganAt: Date;
}

/**
 * Where to go on in a folder. A folder that is fetched for the first time begins behind what is there; one whose numbers are others now begins at its
 * beginning, and what is still to be done under the old numbers is forgotten: each mail is met again.
 * @param at what the server says of the folder
 */
export async function reachedIn(
  { db }: Pick<FetchingParts, 'db'>,
  { accountId, channelApplicationId }: Mailbox,
  at: { folder: string; uidValidity: number; uidNext: number },
): Promise<Reached> {
  return ours(() =>
    db.inAccount(accountId, async (tx) => {
      const last = at.uidNext - 1;
      const { rows } = await sql<{ last_uid: number; rescan_to: number; began_at: string; is_other: boolean }>`
      insert into mailbox_places as p (account_id, channel_application_id, folder, uid_validity, last_uid)
      values (${accountId}::uuid, ${channelApplicationId}::uuid, ${at.folder}, ${at.uidValidity}::bigint, ${last}::bigint)
      on conflict (account_id, channel_application_id, folder) do update set
        last_uid = case when p.uid_validity = excluded.uid_validity then p.last_uid else 0 end,
        rescan_to = case when p.uid_validity = excluded.uid_validity then p.rescan_to else ${last}::bigint end,
        uid_validity = excluded.uid_validity
      returning last_uid, rescan_to, began_at`.execute(tx);
      await tx
        .deleteFrom('mailbox_tasks')
        .where('channel_application_id', '=', channelApplicationId)
        .where('folder', '=', at.folder)
        .where('uid_validity', '<>', at.uidValidity)
        .execute();
      const [row] = rows;
      if (!row) throw new Error('the place of a mailbox was not kept');
      return { lastUid: row.last_uid, rescanTo: row.rescan_to, beganAt: new Date(row.began_at) };
    }),
  );
}

/** There is nothing to be fetched up to this number. */
export async function passOver(
  { db }: Pick<FetchingParts, 'db'>,
  { accountId, channelApplicationId }: Mailbox,
  { folder, uidValidity, uid }: { folder: string; uidValidity: number; uid: number },
): Promise<void> {
  await ours(() =>
    db
      .reader(accountId)
      .updateTable('mailbox_places')
      .set({ last_uid: sql<number>`greatest(last_uid, ${uid}::bigint)` })
      .where('channel_application_id', '=', channelApplicationId)
      .where('folder', '=', folder)
      .where('uid_validity', '=', uidValidity)
      .execute(),
  );
}

/** What is to be done with one mail at its server: what was set for after fetching, or to fetch what could not be given. */
export interface MailTask {
  uid: number;
  task: 'AFTER' | 'FETCH';
  /** How often it was tried for nothing. */
  tries: number;
}

const TASKS_AT_ONCE = 500;

/** What is due in a folder, by number. */
export async function dueTasks(
  { db }: Pick<FetchingParts, 'db'>,
  { accountId, channelApplicationId }: Mailbox,
  { folder, uidValidity }: { folder: string; uidValidity: number },
): Promise<MailTask[]> {
  const rows = await ours(() =>
    db
      .reader(accountId)
      .selectFrom('mailbox_tasks')
      .select(['uid', 'task', 'tries'])
      .where('channel_application_id', '=', channelApplicationId)
      .where('folder', '=', folder)
      .where('uid_validity', '=', uidValidity)
      .where('due_at', '<=', sql<string>`clock_timestamp()`)
      .orderBy('uid')
      .limit(TASKS_AT_ONCE)
      .execute(),
  );
  return rows.map((row) => ({ ...row, task: row.task as MailTask['task'] }));
}

/** @param afterMs when it is to be tried again; null: it is done, or let be */
export function settleTask(
  { db }: Pick<FetchingParts, 'db'>,
  { accountId, channelApplicationId }: Mailbox,
  { folder, uidValidity, uid }: { folder: string; uidValidity: number; uid: number },
  afterMs: number | null,
): Promise<void> {
  return ours(async () => {
    const on = db.reader(accountId);
    if (afterMs === null) {
      await on
        .deleteFrom('mailbox_tasks')
        .where('channel_application_id', '=', channelApplicationId)
        .where('folder', '=', folder)
        .where('uid_validity', '=', uidValidity)
        .where('uid', '=', uid)
        .execute();
      return;
    }
    await on
      .updateTable('mailbox_tasks')
      .set({ tries: sql<number>`tries + 1`, due_at: sql<string>`clock_timestamp() + make_interval(secs => ${afterMs / 1000})` })
      .where('channel_application_id', '=', channelApplicationId)
      .where('folder', '=', folder)
      .where('uid_validity', '=', uidValidity)
      .where('uid', '=', uid)
      .execute();
  });
}
