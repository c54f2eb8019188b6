import type { Conversation } from '@parley/contract';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { asSentence, shortWhen } from '../room/room-words.ts';
import styles from './Customer.module.css';

function OpenConversation({ conversation: { assignedUserId, channels, createdAt, state } }: { conversation: Conversation }) {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const [channel] = channels;
  const held = () => {
    if (assignedUserId === me) return text('COMMUNICATIONS_HELD_BY_ME');
    return asSentence(text('COMMUNICATIONS_HELD_BY_NAME', { name: nameOf(assignedUserId ?? '') }));
  };
  return (
    <li className={styles.line}>
      {channel === undefined ? null : <ChannelMark type={channel.channelType} />}
      <span className={styles.what}>
        {state === 'UNASSIGNED' || assignedUserId === null ? text('COMMUNICATIONS_CONVERSATION_WAITS') : held()}
      </span>
      <time className={styles.when} dateTime={createdAt} title={format.dateTime(createdAt)}>
        {asSentence(shortWhen(createdAt, serverNow(), text, format))}
      </time>
    </li>
  );
}

/** The conversations that are under way now. */
export function OpenConversations({ conversations }: { conversations: readonly Conversation[] }) {
  return (
    <ul className={styles.list}>
      {conversations.map((conversation) => (
        <OpenConversation key={conversation.id} conversation={conversation} />
      ))}
    </ul>
  );
}
