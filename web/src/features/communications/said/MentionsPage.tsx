import type { EventFrame, OwnMention } from '@parley/contract';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useConnection } from '../../../realtime/connection.tsx';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastProblem } from '../../../ui/toast.ts';
import { useColleagueNames, useColleaguesInStep } from '../queries.ts';
import { asSentence, messageWords, shortWhen } from '../room/room-words.ts';
import styles from './MentionsPage.module.css';
import { toldRoomName } from './told-room.ts';

const KEY = ['mentions'];
const toRooms = linkOptions({ to: '/communications/{-$roomId}', params: { roomId: undefined } });

type Pages = InfiniteData<{ content: readonly OwnMention[] }>;

/** My mentions by pages, newest first; read again with each new one, when something was read elsewhere, and when what one says has changed. */
function useMentions() {
  const client = useQueryClient();
  const { subscribe, onOpen } = useConnection();
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: KEY });
    const changed = ({ again: isChange, event }: EventFrame) => {
      if (!isChange) return;
      const told = client.getQueryData<Pages>(KEY)?.pages.flatMap(({ content }) => content) ?? [];
      if (told.some(({ notification }) => notification.roomEventId === event.id)) again();
    };
    const stops = [
      subscribe('Notification', again),
      subscribe('Text', changed),
      subscribe('Image', changed),
      subscribe('File', changed),
      onOpen(({ first }) => (first ? undefined : again())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, subscribe, onOpen]);
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) =>
      api.notifications.mentions({ query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ last, content }) => (last ? undefined : content.at(-1)?.notification.id),
    refetchOnMount: 'always',
  });
}

/** The words of a message with everybody who is named in it by the name of today. */
function wordsOf({ text, mentions }: OwnMention, nameOf: (userId: string) => string): string {
  const ends = mentions.map(({ from, length }) => from + length);
  const pieces = mentions.map(({ userId, from }, i) => `${(text ?? '').slice(ends[i - 1] ?? 0, from)}@${asSentence(nameOf(userId))}`);
  return pieces.join('') + (text ?? '').slice(ends.at(-1) ?? 0);
}

function Row({ mention }: { mention: OwnMention }) {
  const text = useText();
  const format = useFormat();
  const nameOf = useColleagueNames();
  const { notification, type } = mention;
  const { id, roomId, roomEventId, privateMessage, by, at, readAt } = notification;
  const name = by?.name ?? '';
  const room = toldRoomName(notification, text);
  const open = () => {
    if (readAt === null) api.notifications.read({ body: { id } }).catch(toastProblem);
  };
  return (
    <li>
      <Link
        to="/communications/{-$roomId}"
        params={{ roomId }}
        search={{ ...(privateMessage ? { tab: 2 } : {}), ...(roomEventId === null ? {} : { scrollToRoomEventId: roomEventId }) }}
        className={styles.row ?? ''}
        data-unread={readAt === null}
        onClick={open}
      >
        <Icon name={privateMessage ? 'lock' : 'at'} className={styles.icon ?? ''} />
        <span className={styles.words}>
          <span className={styles.who}>
            {room === '' ? name : text('MENTIONS_IN', { name, room })}
            {privateMessage ? <span className={styles.note}>{text('MENTIONS_NOTE')}</span> : null}
          </span>
          <span className={styles.text}>{messageWords(type, mention.text === null ? null : wordsOf(mention, nameOf), text)}</span>
        </span>
        <time className={styles.when} dateTime={at} title={format.dateTime(at)}>
          {shortWhen(at, serverNow(), text, format)}
        </time>
        <span className={styles.mark}>
          {readAt === null ? <span className={styles.dot} role="img" aria-label={text('NOTICES_UNREAD')} /> : null}
        </span>
      </Link>
    </li>
  );
}

/** Notes and messages among colleagues in which I am named, newest first; each leads to where it stands. */
export function MentionsPage() {
  const text = useText();
  useColleaguesInStep(useConnection());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useMentions();
  const all = data?.pages.flatMap(({ content }) => content) ?? [];
  return (
    <Sheet title={text('MENTIONS_TITLE')} back={{ to: toRooms, label: text('COMMUNICATIONS_BACK_TO_ROOMS') }}>
      <div className={styles.scroll}>
        {error !== null && all.length === 0 ? (
          <ErrorState title={text('MENTIONS_FAILED')} problem={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={4} />
        ) : all.length === 0 ? (
          <EmptyState icon="at" title={text('MENTIONS_NONE')} words={text('MENTIONS_NONE_WORDS')} />
        ) : (
          <ul className={styles.list} aria-label={text('MENTIONS_TITLE')}>
            {all.map((mention) => (
              <Row key={mention.notification.id} mention={mention} />
            ))}
          </ul>
        )}
        {isFetchNextPageError ? <Refusal problem={error} /> : null}
        {hasNextPage ? (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text(isFetchNextPageError ? 'FRAME_TRY_AGAIN' : 'NOTICES_MORE')}
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
}
