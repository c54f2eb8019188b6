import type { ProblemKey } from '@parley/contract';

/** What the server would refuse, by the key of its reason. */
export class Refusal extends Error {
  readonly key: ProblemKey;
  constructor(key: ProblemKey) {
    super(key);
    this.name = 'Refusal';
    this.key = key;
  }
}
