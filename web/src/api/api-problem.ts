import type { ErrorBody } from '@parley/contract';
import { text, textIfKnown } from '../text.ts';

/** Status of a problem that has none: the server could not be reached. */
export const UNREACHABLE = 0;

/** A refusal or failure of a call, in the one shape of every layer (communications, section 8). */
export class ApiProblem extends Error {
  /** HTTP status; UNREACHABLE when no answer came. */
  readonly status: number;
  /** Key of the text catalogue. */
  readonly key: string;
  /** What was wrong, field by field where there are fields. */
  readonly errors: ErrorBody['errors'];
  /** Finds the call in the server's log. */
  readonly requestId: string | null;

  constructor(status: number, body: ErrorBody, requestId: string | null, cause?: unknown) {
    super(body.message, { cause });
    this.name = 'ApiProblem';
    this.status = status;
    this.key = body.message;
    this.errors = body.errors;
    this.requestId = requestId;
  }
}

/**
 * The words for whatever was thrown (communications, section 8): the texts of the listed errors with their params, else
 * the text of the message's key, else the default error.
 */
export function problemText(problem: unknown): string {
  if (!(problem instanceof ApiProblem)) return text('ERROR_DEFAULT_MESSAGE');
  const listed = problem.errors.map((error) => textIfKnown(error.message, error.params)).filter((words) => words !== null);
  if (listed.length > 0) return [...new Set(listed)].join(' ');
  return textIfKnown(problem.key) ?? text('ERROR_DEFAULT_MESSAGE');
}

/** Thrown by a call that was cancelled because its page was left; nobody is to be told. */
export function wasCancelled(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === 'AbortError';
}
