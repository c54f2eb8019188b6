import { useEffect } from 'react';
import { useCommunications } from '../context.ts';
import { usePlace } from '../place.ts';
import { setListReading } from '../store.ts';
import { paged, readPage, turnTo } from '../sync/lists.ts';
import { narrowingOf } from './narrowing.ts';

/** Reads what is narrowed of a list that comes by pages, while it is looked at: other filters are a list of their own. */
export function useNarrowedReading(): void {
  const { store } = useCommunications();
  const { show, filter } = usePlace();
  useEffect(() => {
    if (show !== 'all' && show !== 'resolved') return undefined;
    const { keyOf, pagesOf } = narrowingOf(filter);
    const key = keyOf(show);
    if (key === show) {
      void turnTo(store, key);
      return undefined;
    }
    paged[key] = pagesOf(show);
    void readPage(store, key);
    return () => {
      delete paged[key];
      setListReading(store, key, undefined);
    };
  }, [store, show, filter]);
}
