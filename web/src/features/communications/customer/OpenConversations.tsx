import type { Conversation } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { useCommunications, useRecord } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { ROUTE, searchOf, usePlace } from '../place.ts';
import { endOf } from '../room/meant-channels.ts';
import { asSentence, shortWhen } from '../room/room-words.ts';
import { useChosen } from '../room/use-chosen.ts';
import { Wakes } from '../snooze/later.ts';
import { forgetChannel } from '../store.ts';
import styles from './Customer.module.css';

function OpenConversation({ roomId, conversation, isOnly }: { roomId: string; conversation: Conversation; isOnly: boolean }) {
  const text = useText();
  const format = useFormat();
  const { me, store } = useCommunications();
  const { show, filter } = usePlace();
  const isChosen = useChosen()?.id === conversation.id;
  const { id, assignedUserId, channels, createdAt, snooze, state } = conversation;
  const nameOf = useColleagueName();
  const room = useRecord(roomId)?.room;
  const [channel] = channels;
  const end = room && channel && endOf(room, channel);
  const held = () => {
    if (assignedUserId === me) return text('COMMUNICATIONS_HELD_BY_ME');
    return asSentence(text('COMMUNICATIONS_HELD_BY_NAME', { name: nameOf(assignedUserId ?? '') }));
  };
  const content = (
    <>
      {channel === undefined ? null : <ChannelMark type={channel.channelType} />}
      <span className={styles.what}>
        {end === undefined ? null : <span className={styles.end}>{end} · </span>}
        {state === 'UNASSIGNED' || assignedUserId === null ? text('COMMUNICATIONS_CONVERSATION_WAITS') : held()}
      </span>
      {snooze === null ? null : (
        <Suspense fallback={null}>
          <Wakes at={snooze.until} className={styles.asleep} />
        </Suspense>
      )}
      <time className={styles.when} dateTime={createdAt} title={format.dateTime(createdAt)}>
        {asSentence(shortWhen(createdAt, serverNow(), text, format))}
      </time>
    </>
  );
  return (
    <li>
      {isOnly ? (
        <div className={styles.line}>{content}</div>
      ) : (
        <Link
          to={ROUTE}
          params={{ roomId }}
          search={searchOf(0, show, filter, null, id)}
          className={styles.pastLink}
          activeProps={{ 'aria-current': undefined }}
          aria-current={isChosen}
          onClick={() => forgetChannel(store, roomId)}
        >
          {content}
        </Link>
      )}
    </li>
  );
}

/** The conversations that are under way now in a room; of several the one that is clicked is gone on with. */
export function OpenConversations({ roomId, conversations }: { roomId: string; conversations: readonly Conversation[] }) {
  return (
    <ul className={styles.list}>
      {conversations.map((conversation) => (
        <OpenConversation key={conversation.id} roomId={roomId} conversation={conversation} isOnly={conversations.length === 1} />
      ))}
    </ul>
  );
}
