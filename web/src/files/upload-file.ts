import { FILE_NAME_LIMIT, type FileLimits, type UploadedFile, uploads } from '@parley/contract';
import { ApiProblem, UNREACHABLE } from '../api/api-problem.ts';
import { api } from '../api/client.ts';
import { apiBase } from '../api/configured.ts';
import { isErrorBody, isUploadedFile } from '../api/incoming.ts';
import { heardServerTime } from '../api/server-clock.ts';
import { accessToken, renewTokens } from '../session/tokens.ts';

let limits: Promise<FileLimits> | null = null;

/** What one upload may weigh here, in bytes, by its kind; asked for once. Rejects with ApiProblem, and is asked for again by the next. */
export function uploadLimits(): Promise<FileLimits> {
  limits ??= api.files.limits(undefined, { context: { outlivesNavigation: true } }).catch((problem: unknown) => {
    limits = null;
    throw problem;
  });
  return limits;
}

/** A name that the server takes: what is too long loses its middle, so that the ending stays. */
export function sentName(name: string): string {
  if (name.length <= FILE_NAME_LIMIT) return name === '' ? 'file' : name;
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, FILE_NAME_LIMIT - ending.length - 1)}…${ending}`;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string | null;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const unreachable = () => new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null);

/** By XMLHttpRequest, since fetch tells nothing of how far a body has got. Rejects with AbortError, or when no answer came. */
function post(file: File, token: string | null, signal: AbortSignal, onProgress: (part: number) => void): Promise<Answer> {
  const query = new URLSearchParams({ name: sentName(file.name) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(uploads.ofUser.method, `${apiBase()}${uploads.ofUser.path}?${query}`);
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      heardServerTime(request.getResponseHeader('date'));
      resolve({ status: request.status, body: parsed(request.responseText), requestId: request.getResponseHeader('x-request-id') });
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(file);
  });
}

function problemOf({ status, body, requestId }: Answer): ApiProblem {
  if (isErrorBody(body)) return new ApiProblem(status, body, requestId);
  // A proxy before the server has limits of its own, and answers in its own words.
  if (status === 413) return new ApiProblem(status, { message: 'COMMUNICATIONS_FILE_REFUSED_ON_THE_WAY', errors: [] }, requestId);
  return new ApiProblem(status, { message: 'ERROR_DEFAULT_MESSAGE', errors: [] }, requestId);
}

/**
 * Uploads a file as it lies on this computer, with the access token; one that the server no longer takes is renewed once.
 * Rejects with ApiProblem, or with AbortError when `signal` cancelled it: then nothing of it stays at the server.
 */
export async function uploadFile(file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<UploadedFile> {
  const used = await accessToken();
  signal.throwIfAborted();
  let answer = await post(file, used, signal, onProgress);
  if (answer.status === 401 && used !== null) {
    const fresh = await renewTokens(used);
    signal.throwIfAborted();
    if (fresh === used) throw unreachable();
    if (fresh !== null) answer = await post(file, fresh, signal, onProgress);
  }
  if (answer.status >= 200 && answer.status < 300 && isUploadedFile(answer.body)) return answer.body;
  throw problemOf(answer);
}
