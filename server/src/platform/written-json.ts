import type { Cell } from './cells.ts';
import { isoInstant } from './instants.ts';

/** Values as PostgreSQL wrote them, as JSON. Numbers and JSON itself are that already. */
export const jsonOf = {
  text: (cell: Cell): string => (cell === null ? 'null' : JSON.stringify(cell)),
  /** An id, or a word of ours: nothing in it has to be escaped, and the empty one stands for none. */
  word: (cell: Cell | undefined): string => (cell ? `"${cell}"` : 'null'),
  flag: (cell: Cell | undefined): string => (cell === 't' ? 'true' : 'false'),
  instant: (cell: Cell | undefined): string => (cell ? `"${isoInstant(cell)}"` : 'null'),
};

/** JSON that is written already, in the place of what it says: reads of the contract send it as it is. */
export class WrittenJson {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** An answer of the contract as text that was written in one go. Tests compare it with the contract (accounts/reads.ts). */
export function written<Answer>(json: string): Answer {
  return new WrittenJson(json) as unknown as Answer;
}
