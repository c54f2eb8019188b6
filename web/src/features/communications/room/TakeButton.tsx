import type { Conversation, Room } from '@parley/contract';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChannelMark, channelNames } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { setWritesIn } from '../store.ts';
import styles from './TakeButton.module.css';

interface TakeButtonProps {
  room: Room;
  /** One that waits. */
  conversation: Conversation;
  variant?: 'filled' | 'light';
  /** Another of the room is held, which the main action is about: it says over which channel this one waits. */
  isBeside?: boolean;
}

/** Takes a waiting conversation of a room; whoever takes it goes on by writing, so that the composer gets the focus. */
export function useTake(room: Room): (conversation: Conversation) => Promise<void> {
  const go = useGo();
  const { store } = useCommunications();
  const { take } = useRoomActions();
  return async (conversation) => {
    // The reader may have gone on to another room meanwhile.
    if (!(await take(room, conversation)) || store.getState().navigation.openRoomId !== room.id) return;
    setWritesIn(store, room.id);
    go({ roomId: room.id, tab: 0 }, { replace: true });
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
  const [channel] = conversation.channels;
  const words =
    isBeside && channel
      ? text('COMMUNICATIONS_TAKE_ON', { channel: text(channelNames[channel.channelType]) })
      : text('COMMUNICATIONS_TAKE');
  return (
    <Button
      variant={isBeside ? 'default' : variant}
      // Where the head is narrow it stands alone, and says which of them it is.
      leftSection={isBeside && channel ? <ChannelMark type={channel.channelType} size={16} named /> : <Icon name="useradd" />}
      loading={works}
      onClick={() => void press()}
      {...(isBeside && { className: styles.beside, title: words })}
    >
      <span className={styles.words}>{words}</span>
    </Button>
  );
}
