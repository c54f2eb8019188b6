import type { ReactNode } from 'react';
import type { IconName } from '../icon-names.ts';

/** Something that is done to every chosen row, one after the other. */
export interface BulkAction<Row> {
  id: string;
  name: string;
  icon: IconName;
  /** Something is lost or ended. */
  danger?: boolean;
  /** Why it cannot be done to this row, as words that follow its name: it is left out then. Null: it can. */
  whyNot: (row: Row) => string | null;
  /** The question, of so many rows. */
  ask: (count: number) => string;
  /** What happens then, and what is kept. */
  words: (count: number) => string;
  /** Something that may be done with it, off unless it is asked for. */
  option?: (count: number) => string;
  /** Does it to one; what it throws is told beside the row. What it answers is shown there, as a link to hand over; null is nothing. */
  run: (row: Row, withOption: boolean) => Promise<ReactNode>;
  /** More of a refusal than its words, as where to go about it. */
  about?: (problem: unknown) => ReactNode;
  /** Reads anew what shows the rows. */
  after: () => Promise<void>;
}

/** What became of one row. */
export type Outcome<Row> = { row: Row; isDone: true; note: ReactNode } | { row: Row; isDone: false; problem: unknown };

/**
 * Does something to rows one after the other. A row that fails does not end it. Once it is called off the row in hand is finished,
 * so that of each it is known whether it was done, and the others are left.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<ReactNode>,
  { isCalledOff, onOutcome }: { isCalledOff: () => boolean; onOutcome: (outcome: Outcome<Row>) => void },
): Promise<void> {
  for (const row of rows) {
    if (isCalledOff()) return;
    try {
      onOutcome({ row, isDone: true, note: await run(row) });
    } catch (problem) {
      onOutcome({ row, isDone: false, problem });
    }
  }
}
