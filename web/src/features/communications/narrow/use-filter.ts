import { useGo, usePlace } from '../place.ts';
import { type Chosen, chosenOf, filterOf } from './narrowing.ts';

/** What narrows and orders the list now, and how it becomes something else; `replace` leaves no step to come back to. */
export function useFilter(): { chosen: Chosen; choose: (next: Chosen, options?: { replace?: boolean }) => void } {
  const { filter } = usePlace();
  const go = useGo();
  return { chosen: chosenOf(filter), choose: (next, options) => go({ filter: filterOf(next) }, options) };
}
