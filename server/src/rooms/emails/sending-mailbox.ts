import { addressIn, recipientKey } from '@parley/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { SignatureBelow } from './compose-email.ts';

/** A mailbox of ours that an e-mail goes from. */
export interface SendingMailbox {
  id: string;
  address: string;
}

/** The mailbox of the conversation where nothing else is said; else one of the account's that sends. Throws EMAIL_FROM_NOT_OURS. */
export async function mailboxFrom(on: Reader | Tx, own: SendingMailbox, from: string | undefined): Promise<SendingMailbox> {
  if (from === undefined) return own;
  const key = recipientKey(from);
  const found = [own, ...(await sendingMailboxes(on))].find(({ address }) => recipientKey(address) === key);
  if (found === undefined) throw problem('EMAIL_FROM_NOT_OURS', { field: 'from' });
  return found;
}

/** The account's mailboxes that are switched on and send. */
async function sendingMailboxes(on: Reader | Tx): Promise<SendingMailbox[]> {
  const rows = await on
    .selectFrom('channel_applications')
    .select(['id', 'sender'])
    .where('type', '=', 'EMAIL')
    .where('active', '=', true)
    .where('sender', '<>', '')
    .where(sql<boolean>`settings ->> 'direction' is distinct from 'INCOMING'`)
    .execute();
  return rows.map(({ id, sender }) => ({ id, address: sender }));
}

/** The addresses of all mailboxes of the account, whatever they do now: an answer to all goes to none of them. */
export async function ownAddresses(on: Reader | Tx): Promise<string[]> {
  const rows = await on.selectFrom('channel_applications').select(['sender', 'name']).where('type', '=', 'EMAIL').execute();
  return rows.map(({ sender, name }) => addressIn(sender || name));
}

/** A signature of the mailbox; null for none. Throws EMAIL_SIGNATURE_NOT_FOUND, also of another mailbox's. */
export async function signatureOf(
  on: Reader | Tx,
  mailbox: SendingMailbox,
  signatureId: string | null | undefined,
): Promise<SignatureBelow | null> {
  if (signatureId == null) return null;
  const row = await on
    .selectFrom('signatures')
    .select(['content', 'is_html', 'placement'])
    .where('id', '=', signatureId)
    .where('channel_application_id', '=', mailbox.id)
    .executeTakeFirst();
  if (!row) throw problem('EMAIL_SIGNATURE_NOT_FOUND', { field: 'signatureId' });
  return { content: row.content, isHtml: row.is_html, placement: row.placement as SignatureBelow['placement'] };
}
