import type { NotificationPage } from '@parley/contract';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { useConnectionIfAny } from '../../realtime/connection.tsx';

const KEY = ['notifications'];
type Pages = InfiniteData<NotificationPage, string | undefined>;

/** My notifications by pages, newest first, kept true by frames; the first page is read at once, for its count of unread ones. */
export function useNotifications() {
  const client = useQueryClient();
  const connection = useConnectionIfAny();
  const query = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => api.notifications.list({ query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ last, content }: NotificationPage) => (last ? undefined : content.at(-1)?.id),
  });
  const subscribe = connection?.subscribe;
  const onOpen = connection?.onOpen;
  useEffect(() => {
    if (subscribe === undefined || onOpen === undefined) return;
    const again = () => void client.invalidateQueries({ queryKey: KEY });
    const stops = [
      // What was read on another screen is not named: the pages that are shown are read again.
      subscribe('Notification', ({ notification, unread }) => {
        if (notification === null) again();
        else client.setQueryData<Pages>(KEY, (pages) => pages && withNewest(pages, notification, unread));
      }),
      // Where frames of rooms were missed, so may be what told of them.
      subscribe('RoomState', ({ changes, reload, gone, memberships }) => {
        if (changes.length + reload.length + gone.length + memberships.length > 0) again();
      }),
      onOpen(({ atOnce }) => (atOnce ? undefined : again())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen]);
  const setUnread = (unread: number, isRead: (id: string) => boolean) =>
    client.setQueryData<Pages>(KEY, (pages) => pages && withRead(pages, unread, isRead));
  return { ...query, setUnread };
}

function withNewest(pages: Pages, newest: NotificationPage['content'][number], unread: number): Pages {
  const [first, ...others] = pages.pages;
  if (first === undefined || first.content.some(({ id }) => id === newest.id)) return pages;
  return { ...pages, pages: [{ ...first, content: [newest, ...first.content], unread }, ...others] };
}

function withRead(pages: Pages, unread: number, isRead: (id: string) => boolean): Pages {
  const readAt = new Date(serverNow()).toISOString();
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      unread,
      content: page.content.map((one) => (one.readAt === null && isRead(one.id) ? { ...one, readAt } : one)),
    })),
  };
}
