import { useEffect, useRef } from 'react';
import { useGo, usePlace } from '../place.ts';
import { type Chosen, chosenOf, filterOf, sortsOf } from './narrowing.ts';

/** What narrows and orders the list now, without an order that it cannot have, and how it becomes something else; `replace` leaves no step to come back to. */
export function useFilter(): { chosen: Chosen; choose: (next: Chosen, options?: { replace?: boolean }) => void } {
  const { filter, show } = usePlace();
  const go = useGo();
  const chosen = chosenOf(filter);
  const sort = sortsOf(show).find((one) => one === chosen.sort) ?? null;
  return { chosen: { ...chosen, sort }, choose: (next, options) => go({ filter: filterOf(next) }, options) };
}

/** An order that what is shown now cannot have leaves the address; whatever else stands there stays. */
export function useHoldingSort(): void {
  const { chosen } = useFilter();
  const { filter, eventId } = usePlace();
  const holds = chosenOf(filter).sort === chosen.sort;
  const settle = useRef(() => {});
  const go = useGo();
  settle.current = () => go({ filter: filterOf(chosen), eventId }, { replace: true });
  useEffect(() => {
    if (!holds) settle.current();
  }, [holds]);
}
