import type { EmailWriting } from '@parley/contract';
import type { Reader, Tx } from '../../platform/database.ts';

/** An e-mail as its writer wrote it: nothing stands below the words yet. */
export interface KeptWriting {
  text: string | null;
  /** Their uploads. */
  attachments: readonly string[];
  email: EmailWriting;
}

/** Keeps it beside its event, which was stored in this transaction. */
export async function keepWriting(tx: Tx, accountId: string, eventId: string, written: KeptWriting): Promise<void> {
  await tx
    .insertInto('email_writings')
    .values({ account_id: accountId, event_id: eventId, written: JSON.stringify(written).replaceAll('\\u0000', '') })
    .execute();
}

/** Null where nothing of it was kept: nobody wrote it, or it is older than that. */
export async function writingOf(on: Reader | Tx, eventId: string): Promise<KeptWriting | null> {
  const row = await on.selectFrom('email_writings').select('written').where('event_id', '=', eventId).executeTakeFirst();
  return (row?.written ?? null) as KeptWriting | null;
}
