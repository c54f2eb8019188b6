import type { Show } from '../place.ts';
import type { ListName } from '../state/lists.ts';

/** The lists that a choice shows, each under its heading, from the top. */
export const listsOf: Record<Show, readonly ListName[]> = {
  work: ['waiting', 'mine'],
  mine: ['mine'],
  waiting: ['waiting'],
  snoozed: ['snoozed'],
  all: ['all'],
  resolved: ['resolved'],
  internal: ['internal'],
};

/**
 * What is shown after a chip was pressed. Mine and Waiting are switched one by one, and one of them stays on; Snoozed, All
 * and Resolved stand alone, and pressed again lead back to the work.
 */
export function afterChip(show: Show, chip: ListName): Show {
  if (chip !== 'mine' && chip !== 'waiting') return show === chip ? 'work' : chip;
  const other = chip === 'mine' ? 'waiting' : 'mine';
  if (show === 'work') return other;
  return show === other ? 'work' : chip;
}
