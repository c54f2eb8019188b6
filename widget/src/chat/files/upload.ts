import type { UploadedFile } from '@parley/contract/entities/file';
import { FILE_NAME_LIMIT } from '@parley/contract/limits';
import { VISITOR_SECRET_HEADER } from '@parley/contract/visitor-rules';
import type { Answer } from '../api.ts';
import { uploadedFile } from '../wire/wire.ts';

/** An upload of which nothing moves for so long has broken. The server looks at a picture before it answers. */
const STALLED = 45_000;

/**
 * Uploads one file as a stream. Not by `fetch`, which does not tell how far it is.
 * @param told how much has gone, from 0 to 1
 * @param stop its abort cancels the upload; the server keeps nothing of it
 */
export function uploadFile(
  origin: string,
  secret: string,
  file: File,
  told: (part: number) => void,
  stop: AbortSignal,
): Promise<Answer<UploadedFile>> {
  return new Promise((settle) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stalled = setTimeout(abort, STALLED);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, STALLED);
      told(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(stalled);
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
  try {
    if (status === 200) return { is: 'ok', value: uploadedFile(JSON.parse(responseText)) };
  } catch {
    return { is: 'broken', retryAfter: null };
  }
  if (status === 401) return { is: 'ended' };
  return status >= 400 && status < 500 && status !== 429 ? { is: 'refused' } : { is: 'broken', retryAfter: null };
}

/** A name that the server takes; of one that is too long, its end says what kind of file it is. */
function nameOf({ name }: File): string {
  if (name === '') return 'file';
  return name.length > FILE_NAME_LIMIT ? name.slice(0, FILE_NAME_LIMIT - 40) + name.slice(-40) : name;
}
