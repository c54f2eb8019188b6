import type { Conversation } from '@parley/contract';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { asSentence, openConversations, pastConversations, roomName, shortWhen } from '../room/room-words.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { Block } from './Block.tsx';
import styles from './Customer.module.css';
import { CustomerAvatar } from './CustomerAvatar.tsx';
import { Facts } from './Facts.tsx';

const FIRST_FEW = 3;

function ConversationLine({ conversation }: { conversation: Conversation }) {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const { assignedUserId, channels, createdAt, state } = conversation;
  const [channel] = channels;
  const isHeld = state === 'ASSIGNED';
  const wordsOf = (userId: string): string =>
    userId === me
      ? text(isHeld ? 'COMMUNICATIONS_HELD_BY_ME' : 'COMMUNICATIONS_PAST_WITH_ME')
      : asSentence(text(isHeld ? 'COMMUNICATIONS_HELD_BY_NAME' : 'COMMUNICATIONS_PAST_WITH', { name: nameOf(userId) }));
  const words =
    state === 'UNASSIGNED'
      ? text('COMMUNICATIONS_CONVERSATION_WAITS')
      : assignedUserId === null
        ? text('COMMUNICATIONS_PAST_WITH_NOBODY')
        : wordsOf(assignedUserId);
  return (
    <li className={styles.line}>
      {channel === undefined ? null : <ChannelMark type={channel.channelType} />}
      <span className={styles.what}>{words}</span>
      <time className={styles.when} dateTime={createdAt} title={format.dateTime(createdAt)}>
        {asSentence(shortWhen(createdAt, serverNow(), text, format))}
      </time>
    </li>
  );
}

function Past({ conversations }: { conversations: readonly Conversation[] }) {
  const text = useText();
  const [showsAll, setShowsAll] = useState(false);
  if (conversations.length === 0) return <p className={styles.nothing}>{text('COMMUNICATIONS_NO_PAST')}</p>;
  const shown = showsAll ? conversations : conversations.slice(0, FIRST_FEW);
  return (
    <>
      <ul className={styles.list}>
        {shown.map((conversation) => (
          <ConversationLine key={conversation.id} conversation={conversation} />
        ))}
      </ul>
      {shown.length < conversations.length ? (
        <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
          {text('COMMUNICATIONS_SHOW_ALL', { count: conversations.length })}
        </button>
      ) : null}
    </>
  );
}

/** The customer: who it is, the ways to reach them, and the conversations there were. */
export function Customer({ record }: { record: RoomRecord }) {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const { room } = record;
  const name = roomName(room, text);
  const open = openConversations(room, me);
  const lastUsed = (at: string): string => {
    const days = format.daysAgo(at, serverNow());
    if (days <= 0) return text('COMMUNICATIONS_LAST_USED_AT', { time: format.time(at) });
    return days === 1 ? text('COMMUNICATIONS_LAST_USED_YESTERDAY') : text('COMMUNICATIONS_LAST_USED', { date: format.shortDate(at) });
  };
  return (
    <div className={styles.customer}>
      <div className={styles.who}>
        <CustomerAvatar room={room} size={48} />
        <div className={styles.named}>
          <span className={styles.name}>{name}</span>
          <span className={styles.since}>{text('COMMUNICATIONS_CUSTOMER_SINCE', { date: format.longDate(room.createdAt) })}</span>
        </div>
      </div>
      <Block name="ways" title={text('COMMUNICATIONS_WAYS_TO_REACH')}>
        {room.channels.length === 0 ? <p className={styles.nothing}>{text('COMMUNICATIONS_NO_CHANNELS')}</p> : null}
        <ul className={styles.list}>
          {room.channels.map((channel) => (
            <li key={channel.channelId} className={styles.line}>
              <ChannelMark type={channel.channelType} />
              <span className={styles.what}>{channel.name}</span>
              <span className={styles.when}>{lastUsed(channel.timestamp)}</span>
            </li>
          ))}
        </ul>
      </Block>
      {room.type === 'EXTERNAL' ? <Facts roomId={room.id} /> : null}
      {open.length === 0 ? null : (
        <Block name="open" title={text('COMMUNICATIONS_OPEN_CONVERSATIONS')}>
          <ul className={styles.list}>
            {open.map((conversation) => (
              <ConversationLine key={conversation.id} conversation={conversation} />
            ))}
          </ul>
        </Block>
      )}
      <Block name="past" title={text('COMMUNICATIONS_PAST_CONVERSATIONS')}>
        <Past conversations={pastConversations(room)} />
      </Block>
    </div>
  );
}
