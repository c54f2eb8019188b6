import type { EmailWriting } from '@parley/contract';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';

type Referring = Pick<EmailWriting, 'inReplyTo' | 'quotes' | 'forwards' | 'signatureId'>;

/**
 * What an e-mail that is kept for later refers to is there: e-mails of its room, and a signature of the account.
 * Throws EVENT_NOT_FOUND and EMAIL_SIGNATURE_NOT_FOUND.
 */
export async function requireReferences(tx: Tx, roomId: string, written: readonly Referring[]): Promise<void> {
  const events = [
    ...new Set(written.flatMap(({ inReplyTo, quotes, forwards }) => [inReplyTo, quotes, forwards].filter((id) => id != null))),
  ];
  const signatures = [...new Set(written.flatMap(({ signatureId }) => signatureId ?? []))];
  const emails =
    events.length === 0
      ? []
      : await tx
          .selectFrom('events')
          .select('id')
          .where('id', 'in', events)
          .where('room_id', '=', roomId)
          .where('type', '=', 'EMAIL')
          .execute();
  if (emails.length < events.length) throw problem('EVENT_NOT_FOUND');
  const known = signatures.length === 0 ? [] : await tx.selectFrom('signatures').select('id').where('id', 'in', signatures).execute();
  if (known.length < signatures.length) throw problem('EMAIL_SIGNATURE_NOT_FOUND');
}
