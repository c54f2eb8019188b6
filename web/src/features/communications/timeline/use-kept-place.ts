import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useCommunications } from '../context.ts';
import { SCROLLED_UP_LIMIT } from '../state/seen.ts';
import { type Place, setPlace } from '../store.ts';

interface Input {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly key: string;
  /** There is more below what is held. */
  readonly newer: boolean;
  /** What stands at the top of the window at this moment. */
  readonly top: () => Place | null;
}

/** Remembers where the reader stood when the tab is left, until they come back; at the newest end nothing is remembered. */
export function useKeptPlace(input: Input): void {
  const { store } = useCommunications();
  const latest = useRef(input);
  latest.current = input;
  const { scroller, key } = input;
  useLayoutEffect(() => {
    const box = scroller.current;
    return () => {
      if (box === null || box.clientHeight === 0) return;
      const { newer, top } = latest.current;
      const isAtEnd = !newer && box.scrollHeight - box.scrollTop - box.clientHeight <= SCROLLED_UP_LIMIT;
      setPlace(store, key, isAtEnd ? null : top());
    };
  }, [scroller, store, key]);
}
