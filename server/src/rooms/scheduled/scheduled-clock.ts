import { sql } from 'kysely';
import { announce } from '../../platform/announce.ts';
import { type Claim, type Claiming, LEASE_SECONDS, startClaiming } from '../../platform/claiming.ts';
import { newId } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import { ROLES_THAT_READ_ALL } from '../access.ts';
import { scheduledNotSent } from '../announcements.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms, roomWork } from '../work.ts';
import { askItsAuthor, tellThatItIsAsked, toBeAskedAbout } from './asked-again.ts';
import { AUTHOR_LEFT, type ScheduledRow } from './scheduled-rows.ts';
import { markSent, storeScheduled } from './store-scheduled.ts';
import { isOwnAlone, tellScheduled } from './tell-scheduled.ts';

const CONCURRENCY = 8;
/** Tries until a message is given up that nothing refuses and that cannot be stored all the same: ten minutes. */
export const MOST_TRIES = 20;

/** Claims what is due across accounts: messages whose time has come, and what must be told of those that were not sent. */
export async function claimScheduled(deps: RoomsDeps, limit: number): Promise<Claim[]> {
  const lease = newId();
  const { rows } = await sql<Omit<Claim, 'lease'>>`
    select * from claim_scheduled(${lease}::uuid, ${LEASE_SECONDS}, ${limit})`.execute(deps.db.outsideReader());
  return rows.map((row) => ({ ...row, lease }));
}

/**
 * Sends messages when their time has come, each once: that it was sent is written in the transaction that stores it, so that a process that is
 * killed has done both or neither, and of two workers the second finds it done.
 */
export function startSending(deps: RoomsDeps, log: Log): Claiming {
  return startClaiming({
    what: 'sending what was scheduled',
    signal: deps.scheduled,
    concurrency: CONCURRENCY,
    claim: (limit) => claimScheduled(deps, limit),
    work: (claim) => settleScheduled(deps, log, claim),
    log,
  });
}

/** Sends one claimed message, or tells its author why it was not sent. */
export async function settleScheduled(deps: RoomsDeps, log: Log, claim: Claim): Promise<void> {
  try {
    await settle(deps, claim, async (tx, row) => {
      if (row.state !== 'WAITING') return tellAuthor(tx, row);
      const answer = await toBeAskedAbout(tx, row);
      if (answer !== null) {
        await tellThatItIsAsked(tx, row, answer);
        return askItsAuthor(tx, row, answer);
      }
      await storeScheduled(deps, await roomWork(tx, row.account_id, row.room_id), row);
      await markSent(tx, row.id);
    });
  } catch (error) {
    if (!(error instanceof Problem)) log.error({ err: error, id: claim.id }, 'a message could not be sent at its time');
    await settle(deps, claim, async (tx, row) => {
      if (row.state !== 'WAITING' || (!(error instanceof Problem) && row.tries < MOST_TRIES)) return;
      await fail(tx, row, error instanceof Problem ? error.key : 'ERROR_DEFAULT_MESSAGE');
    });
  }
}

/** Works on a claimed row with its room locked, unless somebody else has done so since; and says so to who is told of it. */
async function settle(deps: RoomsDeps, claim: Claim, work: (tx: Tx, row: ScheduledRow) => Promise<void>): Promise<void> {
  const { account_id: accountId, id, lease } = claim;
  const place = await deps.db.reader(accountId).selectFrom('scheduled_messages').select('room_id').where('id', '=', id).executeTakeFirst();
  if (!place) return;
  const row = await inRooms(deps.db, accountId, async (tx) => {
    await roomWork(tx, accountId, place.room_id);
    const claimed = await tx
      .selectFrom('scheduled_messages')
      .selectAll()
      .where('id', '=', id)
      .where('lease', '=', lease)
      .forUpdate()
      .executeTakeFirst();
    if (claimed) await work(tx, claimed);
    return claimed;
  });
  if (row) await tellScheduled(deps, accountId, { roomId: row.room_id, authorId: row.author_id, isOwnAlone: isOwnAlone(row) });
}

async function fail(tx: Tx, row: ScheduledRow, reason: string): Promise<void> {
  await tx
    .updateTable('scheduled_messages')
    .set({ state: 'FAILED', reason, due_at: null, lease: null, settled_at: sql<string>`clock_timestamp()` })
    .where('id', '=', row.id)
    .execute();
  row.reason = reason;
  const told = { accountId: row.account_id, roomId: row.room_id, because: 'REFUSED' } as const;
  // Its author does not look after it any more.
  const others = reason === AUTHOR_LEFT ? await othersOf(tx, row) : [];
  await announce(tx, scheduledNotSent, [
    { ...told, userId: row.author_id, by: null },
    ...others.map(({ userId, author }) => ({ ...told, userId, by: { id: row.author_id, name: author } })),
  ]);
}

/**
 * Who looks after a message whose author has left: who holds the conversation now that it was to go into; where nobody does, those who see every
 * customer's room.
 */
async function othersOf(tx: Tx, row: ScheduledRow): Promise<{ userId: string; author: string }[]> {
  const author = await tx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', row.author_id).executeTakeFirstOrThrow();
  const held = await tx
    .selectFrom('conversation_channels as cc')
    .innerJoin('conversations as c', 'c.id', 'cc.conversation_id')
    .select('c.assigned_user_id')
    .where('cc.contact_channel_id', '=', row.contact_channel_id)
    .where('cc.open', '=', true)
    .where('c.assigned_user_id', 'is not', null)
    .where('c.assigned_user_id', '<>', row.author_id)
    .executeTakeFirst();
  const name = `${author.first_name} ${author.last_name}`.trim();
  if (held?.assigned_user_id) return [{ userId: held.assigned_user_id, author: name }];
  const overseers = await tx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', ROLES_THAT_READ_ALL)
    .where('active', '=', true)
    .where('id', '<>', row.author_id)
    .execute();
  return overseers.map(({ id }) => ({ userId: id, author: name }));
}

/** The customer wrote first: the statement that stored their message has cancelled it. */
async function tellAuthor(tx: Tx, row: ScheduledRow): Promise<void> {
  await tx.updateTable('scheduled_messages').set({ due_at: null, lease: null }).where('id', '=', row.id).execute();
  await announce(tx, scheduledNotSent, [
    { accountId: row.account_id, roomId: row.room_id, userId: row.author_id, because: 'CUSTOMER', by: null },
  ]);
}
