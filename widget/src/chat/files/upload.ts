import type { UploadedFile } from '@parley/contract/entities/file';
import { FILE_NAME_LIMIT } from '@parley/contract/limits';
import { VISITOR_SECRET_HEADER } from '@parley/contract/visitor-rules';
import { type Answer, failed } from '../api.ts';
import { uploadedFile } from '../wire/wire.ts';

/** Nothing has moved for so long: the visitor is told. */
const STANDS = 10_000;
/** The server looks at a picture before it answers. */
const LEAST = 45_000;
const MOST = 600_000;
/** Bytes in a millisecond by the slowest line on which anybody uploads. */
const SLOWEST = 8;

/**
 * After how long an upload of which nothing moves has broken. Something on the way may have taken the bytes at once, and brings them on
 * by a slow line: then they move unseen, and only the answer tells.
 * @param took until something moved last
 */
export const patienceWith = (size: number, took: number): number => Math.min(LEAST + Math.max(size / SLOWEST, 2 * took), MOST);

/**
 * Uploads one file as a stream. Not by `fetch`, which does not tell how far it is.
 * @param told how much has gone, from 0 to 1, and whether it stands there
 * @param stop its abort cancels the upload; the server keeps nothing of it
 */
export function uploadFile(
  origin: string,
  secret: string,
  file: File,
  told: (part: number, stands: boolean) => void,
  stop: AbortSignal,
): Promise<Answer<UploadedFile>> {
  return new Promise((settle) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const began = performance.now();
    let stands: ReturnType<typeof setTimeout> | undefined;
    let broken: ReturnType<typeof setTimeout> | undefined;
    const moved = (part: number) => {
      rest();
      told(part, false);
      stands = setTimeout(() => told(part, true), STANDS);
      broken = setTimeout(abort, patienceWith(file.size, performance.now() - began));
    };
    const rest = () => {
      clearTimeout(stands);
      clearTimeout(broken);
    };
    moved(0);
    request.upload.onprogress = ({ loaded, total }) => moved(total > 0 ? loaded / total : 0);
    request.onloadend = () => {
      rest();
      stop.removeEventListener('abort', abort);
      settle(answerOf(request));
    };
    stop.addEventListener('abort', abort);
    request.open('POST', `${origin}/api/visitor/files?${new URLSearchParams({ name: nameOf(file) })}`);
    request.setRequestHeader(VISITOR_SECRET_HEADER, secret);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

function answerOf({ status, responseText }: XMLHttpRequest): Answer<UploadedFile> {
  // A proxy before the server has limits of its own, and answers in its own words.
  if (status === 413) return { is: 'refused' };
  try {
    const body: unknown = JSON.parse(responseText);
    return status === 200 ? { is: 'ok', value: uploadedFile(body) } : failed(status, body, null);
  } catch {
    return { is: 'broken', retryAfter: null };
  }
}

/** A name that the server takes; of one that is too long, its end says what kind of file it is. */
function nameOf({ name }: File): string {
  if (name === '') return 'file';
  return name.length > FILE_NAME_LIMIT ? name.slice(0, FILE_NAME_LIMIT - 40) + name.slice(-40) : name;
}
