import type { EventFile, UploadedFile } from '@parley/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { Files } from '../platform/schema.ts';

/** Who brings a file: a user, a visitor by their session, or a provider by the channel application that it came to. */
export interface Uploader {
  accountId: string;
  by: 'USER' | 'VISITOR' | 'PROVIDER';
  /** Of the user, of the session, or of the channel application. */
  id: string;
}

export type FileRow = Selectable<Files>;
/** What can be told of a file. */
export type FileFacts = Pick<FileRow, 'id' | 'name' | 'size' | 'media_type' | 'kind' | 'notice' | 'width' | 'height'>;
export type NewFile = FileFacts & Pick<FileRow, 'storage_key' | 'has_thumbnail'>;

const COLUMN = { USER: 'user_id', VISITOR: 'session_id', PROVIDER: 'channel_application_id' } as const;
const columnOf = ({ by }: Uploader) => COLUMN[by];

/** Before its bytes go into the storage. */
export async function insertArriving(on: Reader, uploader: Uploader, file: NewFile): Promise<void> {
  await on
    .insertInto('files')
    .values({ ...file, account_id: uploader.accountId, [columnOf(uploader)]: uploader.id })
    .execute();
}

/** From here on it can be sent. @returns false when the sweep was quicker */
export async function markUploaded(on: Reader, id: string): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('files')
    .set({ state: 'UPLOADED' })
    .where('id', '=', id)
    .where('state', '=', 'ARRIVING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** From here on nobody can send or read it. @returns what lies in the storage; null when it was sent, or is no upload of theirs */
export async function markGoing(on: Reader, uploader: Uploader, id: string): Promise<FileRow | null> {
  const row = await on
    .updateTable('files')
    .set({ state: 'GOING' })
    .where('id', '=', id)
    .where(columnOf(uploader), '=', uploader.id)
    .where('state', 'in', ['ARRIVING', 'UPLOADED', 'GOING'])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** After its bytes were taken away. */
export async function deleteGoing(on: Reader, id: string): Promise<void> {
  await on.deleteFrom('files').where('id', '=', id).where('state', '=', 'GOING').execute();
}

/** From now on something of the account holds this upload, and says who may read it. Throws FILE_NOT_FOUND when it is gone or held. */
export async function keepUpload(tx: Tx, uploader: Uploader, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ state: 'KEPT' })
    .where('id', '=', id)
    .where(columnOf(uploader), '=', uploader.id)
    .where('state', '=', 'UPLOADED')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw problem('FILE_NOT_FOUND');
}

/** What nothing holds any more: nobody can read it from now on, and the next sweep takes its bytes away. */
export async function letGo(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('files').set({ state: 'GOING' }).where('id', '=', id).where('state', '=', 'KEPT').execute();
}

/** An upload of this uploader's, sent or not; null when there is none. */
export async function uploadOf(on: Reader | Tx, uploader: Uploader, id: string): Promise<FileRow | null> {
  const row = await on
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where(columnOf(uploader), '=', uploader.id)
    .where('state', 'in', ['UPLOADED', 'KEPT'])
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these are uploads of theirs that were not sent. */
export async function unsentAmong(on: Reader, uploader: Uploader, ids: readonly string[]): Promise<string[]> {
  const rows = await on
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where(columnOf(uploader), '=', uploader.id)
    .where('state', '=', 'UPLOADED')
    .execute();
  return rows.map(({ id }) => id);
}

/** What can be told of those of these uploads that they have not sent, by id. */
export async function unsentUploads(on: Reader, uploader: Uploader, ids: readonly string[]): Promise<ReadonlyMap<string, UploadedFile>> {
  if (ids.length === 0) return new Map();
  const rows = await on
    .selectFrom('files')
    .select(['id', 'name', 'size', 'media_type', 'kind', 'notice', 'width', 'height'])
    .where('id', 'in', ids)
    .where(columnOf(uploader), '=', uploader.id)
    .where('state', '=', 'UPLOADED')
    .execute();
  return new Map(rows.map((row) => [row.id, uploadedFile(row)]));
}

/** How many bytes lie here that this uploader has not sent. */
export async function unsentBytes(on: Reader, uploader: Uploader): Promise<number> {
  const row = await on
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .where(columnOf(uploader), '=', uploader.id)
    .where('state', '<>', 'KEPT')
    .executeTakeFirstOrThrow();
  return row.bytes;
}

/** Files that can be fetched, by their ids. */
export async function filesById(on: Reader, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const rows = await on.selectFrom('files').selectAll().where('id', 'in', ids).where('state', 'in', ['UPLOADED', 'KEPT']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a message tells of its file. */
export function factsOf(row: FileFacts): EventFile {
  return {
    fileId: row.id,
    fileName: row.name,
    fileSize: row.size,
    mediaType: row.media_type,
    imageWidth: row.width,
    imageHeight: row.height,
  };
}

export function uploadedFile(row: FileFacts): UploadedFile {
  return { ...factsOf(row), type: row.kind as UploadedFile['type'], notice: row.notice as UploadedFile['notice'] };
}
