import type { VisitorDetails, VisitorIdentity } from '@parley/contract/entities/visitor';
import type { ErrorBody } from '@parley/contract/problems';
import { VISITOR_SECRET_HEADER } from '@parley/contract/visitor-rules';
import type { Unsent } from '../link/messages.ts';
import type { Reader } from './wire/reader.ts';
import { done, fileUrls, history, identified, removedFile, sendAnswer, session, ticket, toldDetails, waiting } from './wire/wire.ts';

/** Longer is no answer: the way there is broken. Shorter than a tab waits for another one's new session. */
const PATIENCE = 10_000;

/** What became of a request. `ended`: the session is over. `refused`: the server said no, for good. `broken`: it could not be asked. */
export type Answer<T> =
  | { is: 'ok'; value: T }
  | { is: 'ended' }
  | { is: 'refused'; body?: unknown }
  | { is: 'broken'; retryAfter: number | null };

/**
 * The visitor's part of REST, as the frame of `origin` calls it. `origin` is empty in the page itself.
 * @param query of the chat's page: what the site says of its visitor's language, for the session too
 */
export function visitorApi(origin: string, query: string) {
  async function call<T>(
    read: Reader<T>,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    secret: string | null,
    body?: unknown,
    patience = PATIENCE,
  ): Promise<Answer<T>> {
    try {
      const answer = await fetch(`${origin}/api/visitor/${path}`, {
        method,
        headers: {
          ...(secret === null ? {} : { [VISITOR_SECRET_HEADER]: secret }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(patience),
      });
      if (answer.ok) return { is: 'ok', value: read(await answer.json()) };
      return failed(answer.status, await answer.json().catch(() => null), answer.headers.get('retry-after'));
    } catch {
      return { is: 'broken', retryAfter: null };
    }
  }
  return {
    startSession: (widgetId: string) => call(session, 'POST', `sessions${query}`, null, { widgetId }),
    tellDetails: (secret: string, details: VisitorDetails) => call(toldDetails, 'PUT', 'details', secret, details),
    identify: (secret: string, identity: VisitorIdentity) => call(identified, 'PUT', 'identity', secret, identity),
    signOut: (secret: string) => call(done, 'DELETE', 'session', secret),
    transcript: (secret: string, email: string) => call(done, 'POST', 'transcript', secret, { email }),
    waiting: (secret: string) => call(waiting, 'GET', 'waiting', secret),
    /** @param patience longer than usual, where it is known that the line needs it */
    ticket: (secret: string, patience: number) => call(ticket, 'POST', 'tickets', secret, undefined, Math.max(patience, PATIENCE)),
    history: (secret: string, before?: number) =>
      call(history, 'GET', before === undefined ? 'history' : `history?before=${before}`, secret),
    send: (secret: string, message: Unsent) =>
      call(sendAnswer, 'POST', message.file ? 'messages/file' : 'messages', secret, frameOf(message).payload),
    fileUrls: (secret: string, fileIds: string[]) => call(fileUrls, 'POST', 'files/urls', secret, { fileIds }),
    removeFile: (secret: string, fileId: string) => call(removedFile, 'DELETE', `files/${fileId}`, secret),
  };
}

/**
 * What an answer that is not OK means. Only the server's own word ends a session or refuses: between it and the visitor stand networks
 * that ask for a log-in and proxies with pages of their own, and what those say is gone with them.
 */
export function failed(status: number, body: unknown, retryAfter: string | null): Exclude<Answer<never>, { is: 'ok' }> {
  const message = (body as Partial<ErrorBody> | null)?.message;
  if (message === 'VISITOR_SESSION_ENDED') return { is: 'ended' };
  if (typeof message === 'string' && status >= 400 && status < 500 && status !== 401 && status !== 429) return { is: 'refused', body };
  const seconds = Number(retryAfter);
  return { is: 'broken', retryAfter: seconds > 0 ? seconds * 1000 : null };
}

/** What says the message to the server; REST takes the same, without the type. */
export function frameOf({ clientMessageId, text, file }: Unsent) {
  if (!file) return { type: 'Text', payload: { clientMessageId, text } } as const;
  const type = file.type === 'IMAGE' ? 'Image' : 'File';
  return { type, payload: { clientMessageId, fileId: file.fileId, text: text === '' ? null : text } } as const;
}
export type VisitorApi = ReturnType<typeof visitorApi>;
