import type { PastConversation, Room } from '@parley/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { ROUTE, searchOf, usePlace } from '../place.ts';
import { asSentence, messageWords, pastConversations, shortWhen } from '../room/room-words.ts';
import styles from './Customer.module.css';
import { Reading } from './Reading.tsx';

/** Who held it and how it ended, in one line. */
function useStory(): (conversation: PastConversation) => string {
  const text = useText();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  return ({ assignedUserId, ending }) => {
    const isMine = assignedUserId === me;
    const held =
      assignedUserId === null
        ? text('COMMUNICATIONS_PAST_WITH_NOBODY')
        : isMine
          ? text('COMMUNICATIONS_PAST_WITH_ME')
          : text('COMMUNICATIONS_PAST_WITH', { name: nameOf(assignedUserId) });
    if (ending === null) return held;
    if (ending.isAutomatic) return `${held} · ${text('CUSTOMER_PAST_AUTOMATIC')}`;
    const name = ending.byId === me ? text('CUSTOMER_PAST_YOU') : (ending.byName ?? nameOf(ending.byId ?? ''));
    if (ending.reason === 'RESOLVE_REASON_SPAM') return `${held} · ${text('CUSTOMER_PAST_SPAM', { name })}`;
    return ending.byId === assignedUserId
      ? `${held} · ${text('CUSTOMER_PAST_RESOLVED')}`
      : `${held} · ${text('CUSTOMER_PAST_RESOLVED_BY', { name })}`;
  };
}

function Line({ roomId, conversation }: { roomId: string; conversation: PastConversation }) {
  const text = useText();
  const format = useFormat();
  const { show, filter } = usePlace();
  const story = useStory()(conversation);
  const { channels, createdAt, resolvedAt, firstEventId, firstMessage } = conversation;
  const [channel] = channels;
  const words = firstMessage === null ? null : messageWords(firstMessage.type, firstMessage.text, text);
  const content = (
    <>
      {channel === undefined ? null : <ChannelMark type={channel.channelType} />}
      <span className={styles.past}>
        <span className={styles.what}>{words ?? story}</span>
        {words === null ? null : <span className={styles.story}>{story}</span>}
      </span>
      <time className={styles.when} dateTime={createdAt} title={`${format.dateTime(createdAt)} – ${format.dateTime(resolvedAt)}`}>
        {asSentence(shortWhen(createdAt, serverNow(), text, format))}
      </time>
    </>
  );
  return (
    <li>
      {firstEventId === null ? (
        <div className={styles.line}>{content}</div>
      ) : (
        <Link to={ROUTE} params={{ roomId }} search={searchOf(0, show, filter, firstEventId)} className={styles.pastLink}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** Reads the conversations there were, page by page, and again when one more has ended. */
export function usePast(room: Room) {
  const client = useQueryClient();
  const past = useInfiniteQuery({
    queryKey: orpc.rooms.pastConversations.key({ input: { params: { roomId: room.id } } }),
    queryFn: ({ pageParam, signal }) =>
      api.rooms.pastConversations({ params: { roomId: room.id }, query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.last ? undefined : page.content.at(-1)?.id),
  });
  const [newest] = pastConversations(room);
  const { data } = past;
  const isBehind = data !== undefined && newest !== undefined && data.pages[0]?.content.every(({ id }) => id < newest.id) === true;
  const newestId = newest?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further one is asked for, also where this is behind already.
  useEffect(() => {
    // One more has ended since this was read.
    if (isBehind) void client.invalidateQueries({ queryKey: orpc.rooms.pastConversations.key({ input: { params: { roomId: room.id } } }) });
  }, [client, isBehind, newestId, room.id]);
  return past;
}

/** The conversations there were, the newest first, page by page; each leads to where it begins. */
export function PastConversations({ roomId, past }: { roomId: string; past: ReturnType<typeof usePast> }) {
  const text = useText();
  return (
    <Reading query={past} lines={3}>
      {({ pages }) => {
        const conversations = pages.flatMap(({ content }) => content);
        if (conversations.length === 0) return <p className={styles.nothing}>{text('COMMUNICATIONS_NO_PAST')}</p>;
        return (
          <>
            <ul className={styles.list}>
              {conversations.map((conversation) => (
                <Line key={conversation.id} roomId={roomId} conversation={conversation} />
              ))}
            </ul>
            {past.isFetchNextPageError ? (
              <p className={styles.trouble} role="alert">
                {text('CUSTOMER_PAST_FAILED')}
              </p>
            ) : null}
            {past.hasNextPage ? (
              <button
                type="button"
                className={styles.more}
                aria-disabled={past.isFetchingNextPage}
                onClick={() => void past.fetchNextPage()}
              >
                {text(past.isFetchingNextPage ? 'FRAME_LOADING' : past.isFetchNextPageError ? 'FRAME_TRY_AGAIN' : 'CUSTOMER_PAST_MORE')}
              </button>
            ) : null}
          </>
        );
      }}
    </Reading>
  );
}
