import type { ErrorBody } from '@parley/contract';
import { text, textIfKnown } from '../text.ts';

/** Status of a problem that has none: the server could not be reached. */
export const UNREACHABLE = 0;

interface Origin {
  cause?: unknown;
  operation?: string | null;
}

/** An operation by its names in the contract, as the catalogue names it: `people.passwordLink` is PEOPLE_PASSWORD_LINK. */
export const operationOf = (...names: readonly string[]): string =>
  names
    .join('_')
    .replace(/(?<=[a-z])[A-Z]/g, '_$&')
    .toUpperCase();

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
  /** What was to be done, as `operationOf` names it; null where no operation of the contract was asked for. */
  readonly operation: string | null;

  constructor(status: number, body: ErrorBody, requestId: string | null, { cause, operation = null }: Origin = {}) {
    super(body.message, { cause });
    this.operation = operation;
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

/** What could not be done, to stand before the words of why; null where the catalogue has none for it, or they would be the same. */
export function failedText(problem: unknown): string | null {
  if (!(problem instanceof ApiProblem) || problem.operation === null) return null;
  const failed = textIfKnown(`FAILED_${problem.operation}`);
  return failed === problemText(problem) ? null : failed;
}

/** Thrown by a call that was cancelled because its page was left; nobody is to be told. */
export function wasCancelled(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === 'AbortError';
}
