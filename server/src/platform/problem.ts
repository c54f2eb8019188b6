import { type ErrorBody, type ProblemKey, problems } from '@parley/contract';

export type ProblemParams = Readonly<Record<string, string | number>>;

/** A refusal that a person can cause: its key is a text of the catalogue, its status stands in the contract. */
export class Problem extends Error {
  readonly key: ProblemKey;
  readonly params: ProblemParams;
  readonly errors: ErrorBody['errors'];

  constructor(key: ProblemKey, params: ProblemParams = {}, errors: ErrorBody['errors'] = [], cause?: unknown) {
    super(key, { cause });
    this.key = key;
    this.params = params;
    this.errors = errors;
  }

  get status(): number {
    return problems[this.key];
  }

  /** The one error shape (domain: conventions of the wire). */
  body(): ErrorBody {
    const errors = this.errors.length > 0 ? this.errors : [{ message: this.key, params: { ...this.params } }];
    return { message: this.key, errors };
  }
}

/** `throw problem('ROOM_NOT_FOUND')`. */
export function problem(key: ProblemKey, params?: ProblemParams): Problem {
  return new Problem(key, params);
}

/** Names each field that does not fit: `issues` as Standard Schema reports them. */
export function validationProblem(
  issues: ReadonlyArray<{ path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined; message: string }>,
): Problem {
  const errors = issues.slice(0, 20).map((issue) => ({
    message: 'ERROR_FIELD_INVALID',
    params: {
      field: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body',
      reason: issue.message,
    },
  }));
  return new Problem('ERROR_VALIDATION', {}, errors);
}
