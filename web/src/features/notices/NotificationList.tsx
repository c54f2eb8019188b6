import { Button } from '@mantine/core';
import type { Notification } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { useFormat } from '../../format.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { toastProblem } from '../../ui/toast.ts';
import { goTo, shortWhen } from '../communications/public.ts';
import styles from './NotificationList.module.css';
import { searchOfNotification } from './notice.ts';
import { notificationWords } from './notification-words.ts';
import type { useNotifications } from './unread.ts';

const icons = {
  HANDED_OVER: 'transfer',
  TAKEN_AWAY: 'out',
  GIVEN_TO_OTHER: 'out',
  PUT_INTO_QUEUE: 'out',
  RESOLVED_BY_OTHER: 'check',
  ADDED_TO_GROUP: 'people',
  REMOVED_FROM_GROUP: 'out',
  NOT_DELIVERED: 'alert',
  DELIVERY_UNKNOWN: 'alert',
  WOKE_IN_TIME: 'clock',
  WOKE_BY_CUSTOMER: 'clock',
  WOKE_WHILE_AWAY: 'clock',
  SCHEDULED_NOT_SENT: 'alert',
  SCHEDULED_OVERTAKEN: 'clock',
  SCHEDULED_CANCELLED: 'x',
  SCHEDULED_ANSWERED: 'alert',
  MENTIONED: 'at',
} as const satisfies Record<Notification['kind'], IconName>;

interface NotificationListProps {
  notifications: ReturnType<typeof useNotifications>;
  onClose: () => void;
}

/** What happened to my work, newest first. Opening one, or the button above, marks as read. */
export function NotificationList({ notifications, onClose }: NotificationListProps) {
  const text = useText();
  const format = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, setUnread } = notifications;
  const all = data?.pages.flatMap(({ content }) => content) ?? [];
  const newest = all[0]?.id;
  const read = useMutation({
    mutationFn: (which: { id: string } | { upTo: string }) => api.notifications.read({ body: which }),
    onSuccess: ({ unread }, which) => {
      setUnread(unread, (id) => ('id' in which ? id === which.id : id <= which.upTo));
      // The button that was pressed goes: what is focused stays in here, so that Escape is heard.
      if ('upTo' in which) title.current?.focus();
    },
    onError: toastProblem,
  });
  const router = useRouter();
  const { id: me } = useCurrentUser();
  const open = (event: MouseEvent<HTMLAnchorElement>, { id, readAt }: Notification) => {
    if (readAt === null) read.mutate({ id });
    onClose();
    // In another tab the browser opens it.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    void goTo(router, me, pathname + search);
  };
  const now = serverNow();
  return (
    <>
      <div className={styles.head}>
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          {text('NOTICES_LIST')}
        </h2>
        {newest !== undefined && all.some(({ readAt }) => readAt === null) ? (
          <Button variant="subtle" size="compact-sm" loading={read.isPending} onClick={() => read.mutate({ upTo: newest })}>
            {text('NOTICES_READ_ALL')}
          </Button>
        ) : null}
      </div>
      <div className={styles.scroll}>
        {error !== null && all.length === 0 ? (
          <ErrorState title={text('NOTICES_LIST')} problem={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={3} />
        ) : all.length === 0 ? (
          <EmptyState icon="bell" title={text('NOTICES_NONE')} words={text('NOTICES_NONE_WORDS')} />
        ) : (
          <ul className={styles.list}>
            {all.map((one) => (
              <li key={one.id}>
                <Link
                  to="/communications/{-$roomId}"
                  params={{ roomId: one.roomId }}
                  search={searchOfNotification(one)}
                  className={styles.row ?? ''}
                  data-unread={one.readAt === null}
                  onClick={(event) => open(event, one)}
                >
                  <Icon name={icons[one.kind]} className={styles.icon ?? ''} />
                  <span className={styles.words}>{notificationWords(one, text)}</span>
                  <time className={styles.when} dateTime={one.at} title={format.dateTime(one.at)}>
                    {shortWhen(one.at, now, text, format)}
                  </time>
                  {one.readAt === null ? <span className={styles.dot} role="img" aria-label={text('NOTICES_UNREAD')} /> : null}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage ? (
          <Button className={styles.more ?? ''} variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('NOTICES_MORE')}
          </Button>
        ) : null}
      </div>
      <Link to="/communications/mentions" className={styles.mentions ?? ''} onClick={onClose}>
        <Icon name="at" />
        {text('MENTIONS_ALL')}
      </Link>
    </>
  );
}
