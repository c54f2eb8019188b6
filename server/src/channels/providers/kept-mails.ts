import type { QuarantinedDelivery } from '@parley/contract';
import { sql } from 'kysely';
import { type Files, readFile } from '../../files/index.ts';
import type { Database } from '../../platform/database.ts';
import { Problem, problem } from '../../platform/problem.ts';
import { PREVIEW, WHOLE } from './quarantine.ts';

/** Mails of a mailbox that became nothing: QUARANTINED could not be worked on, IGNORED was put aside with why. */
type KeptAs = 'QUARANTINED' | 'IGNORED';

interface Mailbox {
  db: Database;
  files: Files;
  accountId: string;
  channelApplicationId: string;
}

const WHYS: ReadonlySet<string> = new Set(['OWN_ADDRESS', 'OWN_COPY', 'NO_SENDER', 'REPORT_OF_NOTHING', 'DISPLAY_NOTICE']);

interface Row {
  id: string;
  received_at: string;
  sender: string;
  reason: string | null;
  state: string;
  file_id: string | null;
}

const select = ({ db, accountId, channelApplicationId }: Mailbox, states: readonly KeptAs[]) =>
  db
    .reader(accountId)
    .selectFrom('mails')
    .select(['id', 'received_at', 'sender', 'reason', 'state', 'file_id'])
    .where('channel_application_id', '=', channelApplicationId)
    .where('state', 'in', states);

/** Newest first, after `after`. */
export async function listKeptMails(
  mailbox: Mailbox,
  state: KeptAs,
  { size, after }: { size: number; after?: string | undefined },
): Promise<{ content: QuarantinedDelivery[]; last: boolean }> {
  const rows = await select(mailbox, [state])
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const content: QuarantinedDelivery[] = [];
  for (const row of rows.slice(0, size)) content.push(await asDelivery(mailbox, row, PREVIEW));
  return { content, last: rows.length <= size };
}

/** Throws DELIVERY_NOT_FOUND. */
export async function oneKeptMail(mailbox: Mailbox, id: string): Promise<QuarantinedDelivery> {
  const row = await select(mailbox, ['QUARANTINED', 'IGNORED']).where('id', '=', id).executeTakeFirst();
  if (!row) throw problem('DELIVERY_NOT_FOUND');
  return asDelivery(mailbox, row, WHOLE);
}

async function asDelivery({ files, accountId }: Mailbox, row: Row, shown: number): Promise<QuarantinedDelivery> {
  const { original, isWhole } =
    row.file_id === null ? { original: '', isWhole: true } : await beginningOf(files, accountId, row.file_id, shown);
  const said = row.reason ?? '';
  const isKnown = row.state === 'IGNORED' && WHYS.has(said);
  return {
    id: row.id,
    receivedAt: row.received_at,
    address: row.sender,
    why: { kind: isKnown ? (said as QuarantinedDelivery['why']['kind']) : 'OTHER', field: null },
    error: isKnown ? '' : said,
    original,
    isWhole,
  };
}

/** So many letters of a mail's source; of one that the storage has lost, none. */
async function beginningOf(files: Files, accountId: string, fileId: string, most: number): Promise<{ original: string; isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of await readFile(files, accountId, fileId)) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > most) break;
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const source = Buffer.concat(pieces).subarray(0, most);
  return { original: source.toString('utf8').replaceAll('\u0000', '\ufffd').toWellFormed(), isWhole: bytes <= most };
}

/** Works once more on one of these, from its beginning. Throws DELIVERY_NOT_FOUND. */
export async function runMailAgain(
  { db, accountId, channelApplicationId }: Mailbox,
  id: string,
): Promise<{ released: boolean; error: null }> {
  const row = await db
    .reader(accountId)
    .updateTable('mails')
    .set({ state: 'WAITING', reason: null, tries: 0, lease: null, settled_at: null, due_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where('channel_application_id', '=', channelApplicationId)
    .where('state', 'in', ['QUARANTINED', 'IGNORED'])
    .returning('id')
    .executeTakeFirst();
  if (!row) throw problem('DELIVERY_NOT_FOUND');
  return { released: true, error: null };
}
