import type { NotificationPage } from '@parley/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { report } from '../../report.ts';

/** Whoever only passes by has read nothing. */
const READ_MS = 1000;

/** The page shows and its window has the focus (communications/timeline/attention.ts says the same; by its way here it would weigh on the first screen). */
const isAttentive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

type Pages = Pick<InfiniteData<NotificationPage>, 'pages'>;

/** The room that an address shows; null for every other page. */
export const roomOfPath = (path: string): string | null =>
  /^\/communications\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(path)?.[1] ?? null;

/** Whether something unread tells of this room and of no single event of it, as far as is known; of what lies behind the pages that are here, nothing is. */
export function isTold(pages: Pages | undefined, roomId: string): boolean {
  const [first] = pages?.pages ?? [];
  if (first === undefined || first.unread === 0) return false;
  const unread = (pages?.pages ?? []).flatMap(({ content }) => content).filter(({ readAt }) => readAt === null);
  return unread.length < first.unread || unread.some((one) => one.roomId === roomId && one.roomEventId === null);
}

interface Looking {
  readonly client: QueryClient;
  readonly router: Pick<AnyRouter, 'subscribe'>;
  /** Says that what tells of a room is read. */
  readonly read: (roomId: string) => Promise<unknown>;
}

/**
 * Reads what one was told of a room by looking at it: its conversation was handed over or taken away, a snooze ended, a message was not sent. What tells of a single
 * event is read where that stands (`said/ReadInPlace.tsx`). @returns how to end it
 */
export function startReadingByLooking({ client, router, read }: Looking): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What is looked at, and what was said of it: of what lies further back it is asked once as long as one stays. */
  let shown: string | null = null;
  let askedOf: Pages | undefined;
  const pagesNow = () => client.getQueryData<Pages>(['notifications']);
  const look = () => {
    const roomId = isAttentive() ? roomOfPath(location.pathname) : null;
    if (roomId !== shown) {
      clearTimeout(timer);
      timer = undefined;
      shown = roomId;
      askedOf = undefined;
    }
    const pages = pagesNow();
    if (roomId === null || timer !== undefined || pages === askedOf || !isTold(pages, roomId)) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (!isAttentive() || roomOfPath(location.pathname) !== roomId) return look();
      askedOf = pagesNow();
      read(roomId).catch(report);
    }, READ_MS);
  };
  const stops = [
    router.subscribe('onResolved', look),
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === 'notifications') look();
    }),
  ];
  window.addEventListener('focus', look);
  window.addEventListener('blur', look);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener('focus', look);
    window.removeEventListener('blur', look);
    document.removeEventListener('visibilitychange', look);
  };
}
