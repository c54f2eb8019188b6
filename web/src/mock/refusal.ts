import type { ProblemKey } from '@parley/contract';

/** What the server would refuse, by the key of its reason. */
export class Refusal extends Error {
  readonly key: ProblemKey;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(key: ProblemKey, params: Readonly<Record<string, string | number>> = {}) {
    super(key);
    this.name = 'Refusal';
    this.key = key;
    this.params = params;
  }
}
