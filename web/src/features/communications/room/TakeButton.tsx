import type { Conversation, Room } from '@parley/contract';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { setWritesIn } from '../store.ts';
import { meantChannels } from './meant-channels.ts';
import styles from './TakeButton.module.css';

interface TakeButtonProps {
  room: Room;
  /** One that waits. */
  conversation: Conversation;
  variant?: 'filled' | 'light';
  /** The main action is about another of the room. */
  isBeside?: boolean;
}

/** Takes a waiting conversation of a room; whoever takes it goes on by writing, so that it is the chosen one, and the composer gets the focus. */
export function useTake(room: Room): (conversation: Conversation) => Promise<void> {
  const go = useGo();
  const { store } = useCommunications();
  const { take } = useRoomActions();
  return async (conversation) => {
    // The reader may have gone on to another room meanwhile.
    const taken = await take(room, conversation);
    if (taken === null || store.getState().navigation.openRoomId !== room.id) return;
    setWritesIn(store, room.id, 0, taken.conversationId);
    go({ ...taken, tab: 0 }, { replace: true });
  };
}

export function TakeButton({ room, conversation, variant = 'filled', isBeside = false }: TakeButtonProps) {
  const text = useText();
  const take = useTake(room);
  const [works, setWorks] = useState(false);
  const press = async () => {
    setWorks(true);
    await take(conversation);
    setWorks(false);
  };
  const [over] = conversation.channels;
  const channel = meantChannels(room, conversation, text);
  const words = channel === null ? text('COMMUNICATIONS_TAKE') : text('COMMUNICATIONS_TAKE_ON', { channel });
  return (
    <Button
      variant={isBeside ? 'default' : variant}
      // Where the head is narrow it stands alone, and says which of them it is.
      leftSection={isBeside && over ? <ChannelMark type={over.channelType} size={16} named /> : <Icon name="useradd" />}
      loading={works}
      onClick={() => void press()}
      data-beside={isBeside}
      className={(isBeside ? styles.beside : channel && styles.named) ?? ''}
      title={words}
    >
      <span className={styles.words}>{words}</span>
    </Button>
  );
}
