import type { WritingMailbox } from '@parley/contract';
import { calls } from '../../../accounts/index.ts';
import type { Database, Reader, Tx } from '../../../platform/database.ts';
import { settingsOf } from './mailbox-type.ts';
import { listSignatures } from './signatures.ts';

/** The account's mailboxes that are switched on and send, by name, with their signatures. */
async function writingMailboxes(on: Reader | Tx): Promise<WritingMailbox[]> {
  const rows = await on
    .selectFrom('channel_applications')
    .select(['id', 'name', 'sender', 'settings'])
    .where('type', '=', 'EMAIL')
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const sending = rows.filter(({ settings }) => settingsOf(settings).direction !== 'INCOMING');
  const signatures = await listSignatures(
    on,
    sending.map(({ id }) => id),
  );
  return sending.map(({ id, name, sender: address }) => ({
    id,
    name,
    address,
    signatures: signatures
      .filter(({ mailboxId }) => mailboxId === id)
      .map(({ id: signatureId, content, isHtml, placement }) => ({ id: signatureId, content, isHtml, placement })),
  }));
}

/** For whoever writes an e-mail. */
export const writeFromApi = (db: Database) => ({
  writeFrom: calls.emails.writeFrom.handler(async ({ context }) => ({
    content: await writingMailboxes(db.reader(context.actor.accountId)),
  })),
});
