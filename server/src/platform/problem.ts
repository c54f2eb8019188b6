import { type ErrorBody, type ProblemKey, problems, type RefusedFrame, type Use } from '@parley/contract';

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

  /** Whole seconds to wait, of what is too much now or not there now; null of every other refusal. */
  get retryAfter(): string | null {
    if (this.key === 'ERROR_TOO_MANY_REQUESTS') return String(this.params.seconds ?? 1);
    return this.key === 'ERROR_UNAVAILABLE' ? '1' : null;
  }

  /** The answer to a frame. */
  frame(): RefusedFrame {
    return { ...this.body(), status: this.status };
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

/** `throw inUse('TIMESLOT_IN_USE', uses)`: of a deletion, with each place where it is still used, at least one. */
export function inUse(key: ProblemKey, uses: readonly Use[]): Problem {
  const errors = uses.slice(0, MOST_USES).map((use) => ({ message: key, params: { ...use } }));
  return new Problem(key, {}, errors);
}
const MOST_USES = 50;

type Path = ReadonlyArray<PropertyKey | { key: PropertyKey }>;
interface Issue {
  path?: Path | undefined;
  message: string;
  /** Of something that may be one of several: what each of them found. */
  errors?: ReadonlyArray<readonly Issue[]> | undefined;
}

/** Names each field that does not fit, by the key of its fault where it has one: `issues` as Standard Schema reports them. `whole` is the name of what has no field. */
export function validationProblem(issues: readonly Issue[], whole = 'body'): Problem {
  const errors = issues
    .flatMap((issue) => found(issue))
    .slice(0, 20)
    .map(({ path, message }) => {
      const field = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || whole;
      // A fault for which the contract has words of its own.
      return message in problems ? { message, params: { field } } : { message: 'ERROR_FIELD_INVALID', params: { field, reason: message } };
    });
  return new Problem('ERROR_VALIDATION', {}, errors);
}

/** What a checker found, each where it lies. */
export const faultsIn = (issues: readonly Issue[]): Array<{ path: Path; message: string }> => issues.flatMap((issue) => found(issue));

/** Of several that it may be, the one that was meant: where the fault lies deepest, and then where fewest are. */
function found(issue: Issue, above: Path = []): Array<{ path: Path; message: string }> {
  const path = [...above, ...(issue.path ?? [])];
  const alternatives = (issue.errors ?? []).map((errors) => errors.flatMap((one) => found(one, path))).filter((one) => one.length > 0);
  const depth = (faults: ReadonlyArray<{ path: Path }>) => Math.max(...faults.map((fault) => fault.path.length));
  const [meant] = alternatives.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  return meant && depth(meant) > path.length ? meant : [{ path, message: issue.message }];
}
