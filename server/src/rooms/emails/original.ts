import type { EmailOriginal } from '@parley/contract';
import { calls } from '../../accounts/index.ts';
import { type Files, readFile, signedAddresses } from '../../files/index.ts';
import { problem } from '../../platform/problem.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireVisible } from '../reading/history.ts';

/** So much of a source is looked through for where its headers end. */
const MOST_HEADERS = 256 * 1024;

/** `emails.original` of the contract: what came, as it came. */
export const originalsApi = ({ db, files }: Pick<RoomsDeps, 'db' | 'files'>) => ({
  original: calls.emails.original.handler(async ({ context: { actor }, input: { params } }): Promise<EmailOriginal> => {
    const { accountId, userId } = actor;
    const on = db.reader(accountId);
    await requireVisible(on, actor, params.roomId);
    const row = await on
      .selectFrom('mails as m')
      .innerJoin('events as e', 'e.id', 'm.event_id')
      .select(['m.file_id', 'm.size'])
      .where('e.id', '=', params.eventId)
      .where('e.room_id', '=', params.roomId)
      .where('m.file_id', 'is not', null)
      .executeTakeFirst();
    if (!row?.file_id) throw problem('EVENT_NOT_FOUND');
    const address = (await signedAddresses(files, { accountId, id: userId }, [row.file_id])).get(row.file_id);
    if (!address) throw problem('FILE_NOT_FOUND');
    const { url, expiresAt } = address;
    return { url, expiresAt, size: row.size, headers: await headersOf(files, accountId, row.file_id) };
  }),
});

async function headersOf(files: Files, accountId: string, fileId: string): Promise<string> {
  let read = '';
  for await (const piece of await readFile(files, accountId, fileId)) {
    read += (piece as Buffer).toString('latin1');
    const end = /\r?\n\r?\n/.exec(read);
    if (end) read = read.slice(0, end.index);
    if (end || read.length > MOST_HEADERS) break;
  }
  return Buffer.from(read.slice(0, MOST_HEADERS), 'latin1').toString('utf8').replaceAll('\u0000', '\ufffd').toWellFormed();
}
