import { settledMailAddress } from '@parley/contract';
import { sql } from 'kysely';
import type { Reader } from '../../../platform/database.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';

/** Addresses of all mailboxes of the account, switched on or off. */
export async function ownAddresses(on: Reader): Promise<Set<string>> {
  const rows = await on.selectFrom('channel_applications').select('sender').where('type', '=', 'EMAIL').execute();
  return new Set(rows.map(({ sender }) => settledMailAddress(sender)).filter((address) => address !== ''));
}

/** Does it bear the Message-ID of an e-mail that somebody here wrote, or that we said by ourselves? */
export async function isOwnCopy(on: Reader, { messageId }: ParsedMail): Promise<boolean> {
  if (messageId === null) return false;
  const { rows } = await sql`
    select 1 from mail_ids m join events e on e.account_id = m.account_id and e.id = m.event_id
    where m.id_hash = sha256(convert_to(${messageId}, 'UTF8')) and e.origin_type <> 'CUSTOMER' limit 1`.execute(on);
  return rows.length > 0;
}
