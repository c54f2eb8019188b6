import { sql } from 'kysely';
import { type Claim, LEASE_SECONDS } from '../../../platform/claiming.ts';
import { newId } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database.ts';

/** Why a mail became no event. The reason stays with it, and the health of its mailbox counts and lists it. */
export type WhyIgnored =
  /** From an address of the account's own mailboxes (BUG-013). */
  | 'OWN_ADDRESS'
  /** A mail of ours that came back, by its Message-ID. */
  | 'OWN_COPY'
  /** Nobody wrote it whom one could answer. */
  | 'NO_SENDER'
  /** It reports of a mail, and nothing of ours fits. */
  | 'REPORT_OF_NOTHING'
  /** It says that a mail was displayed, which is never asked for. */
  | 'DISPLAY_NOTICE';

/** A mail that a claim holds, with its mailbox. */
export interface ClaimedMail {
  tries: number;
  channelApplicationId: string;
  fileId: string | null;
  receivedAt: string;
  mailbox: { address: string; settings: unknown };
}

/** Claims the oldest waiting mail of each sender, across accounts. */
export async function claimMails(db: Database, limit: number): Promise<Claim[]> {
  const lease = newId();
  const { rows } = await sql<{ id: string; account_id: string }>`
    select * from claim_mails(${lease}::uuid, ${LEASE_SECONDS}, ${limit})`.execute(db.outsideReader());
  return rows.map((row) => ({ ...row, lease }));
}

/** Null when the claim holds it no more. */
export async function readClaimed(on: Reader, { id, lease }: Claim): Promise<ClaimedMail | null> {
  const row = await on
    .selectFrom('mails as m')
    .innerJoin('channel_applications as a', 'a.id', 'm.channel_application_id')
    .select(['m.tries', 'm.channel_application_id', 'm.file_id', 'm.received_at', 'a.sender', 'a.settings'])
    .where('m.id', '=', id)
    .where('m.lease', '=', lease)
    .where('m.state', '=', 'WAITING')
    .executeTakeFirst();
  if (!row) return null;
  return {
    tries: row.tries,
    channelApplicationId: row.channel_application_id,
    fileId: row.file_id,
    receivedAt: row.received_at,
    mailbox: { address: row.sender, settings: row.settings },
  };
}

/** Holds the row until the transaction ends. @returns false when the claim holds it no more */
export async function lockClaimed(tx: Tx, { id, lease }: Claim): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'WAITING')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** What becomes of a mail that waits no more. */
export type Settled =
  /** Of a report of delivery `eventId` is null: it is none itself. */
  | { state: 'DONE'; eventId: string | null; roomId: string }
  | { state: 'IGNORED'; reason: WhyIgnored }
  | { state: 'QUARANTINED'; reason: string };

/** Nothing happens when the claim holds it no more. */
export async function settleMail(on: Reader | Tx, { id, lease }: Claim, settled: Settled): Promise<void> {
  await on
    .updateTable('mails')
    .set({
      state: settled.state,
      reason: settled.state === 'DONE' ? null : settled.reason,
      ...(settled.state === 'DONE' && { event_id: settled.eventId, room_id: settled.roomId }),
      lease: null,
      settled_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'WAITING')
    .execute();
}

/** Who still works on it keeps it; or gives it back for a later try. */
export async function postponeMail(on: Reader, { id, lease }: Claim, afterMs: number, { keeps }: { keeps: boolean }): Promise<void> {
  await on
    .updateTable('mails')
    .set({ ...(!keeps && { lease: null }), due_at: sql<string>`clock_timestamp() + make_interval(secs => ${afterMs / 1000})` })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'WAITING')
    .execute();
}
