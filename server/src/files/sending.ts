import type { EventFile } from '@parley/contract';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { factsOf, type Uploader, uploadOf } from './store.ts';

/** An upload as the message tells of it that is going to hold it. */
export interface FileToSend {
  kind: 'IMAGE' | 'FILE';
  facts: EventFile;
  /** Whose upload it must be when it is stored with the message; whether it was sent before is judged there. */
  uploaderId: string;
}

/** @param wanted IMAGE: nothing else will do. Throws FILE_NOT_FOUND and FILE_NOT_AN_IMAGE. */
export async function fileToSend(on: Reader | Tx, uploader: Uploader, fileId: string, wanted?: 'IMAGE'): Promise<FileToSend> {
  const row = await uploadOf(on, uploader, fileId);
  if (!row) throw problem('FILE_NOT_FOUND');
  if (wanted === 'IMAGE' && row.kind !== 'IMAGE') throw problem('FILE_NOT_AN_IMAGE');
  return { kind: row.kind as FileToSend['kind'], facts: factsOf(row), uploaderId: uploader.id };
}
