import type { QueryCache } from '@tanstack/react-query';

/** What goes away with one room may be looked at by the next. */
const AFTER_MS = 1000;

function forgetOldest(cache: QueryCache, most: number): void {
  const unseen = cache.getAll().filter((query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle');
  const oldest = unseen.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const query of oldest.slice(0, Math.max(0, unseen.length - most))) cache.remove(query);
}

/**
 * Of the answers that nobody looks at any more only the newest are kept, however many rooms and people were looked at meanwhile: each room asks for
 * half a dozen, and they would be held for minutes.
 *
 * @returns how to end it
 */
export function boundUnseenAnswers(cache: QueryCache, most: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      forgetOldest(cache, most);
    }, AFTER_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
