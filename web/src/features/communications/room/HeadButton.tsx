import type { Conversation, Room } from '@parley/contract';
import type { ComponentPropsWithRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { isOneOfSeveral } from '../state/lists.ts';
import styles from './HeadButton.module.css';
import { useDeedOn } from './meant-channels.ts';

interface HeadButtonProps extends ComponentPropsWithRef<'button'> {
  room: Room;
  conversation: Conversation;
  icon: IconName;
  /** Its verb. */
  children: string;
  /** It is the main action, whose verb stands there at every width. */
  isMain?: boolean;
}

/**
 * What can be done with the chosen conversation of an open room: a verb with its sign, and where others are open with the mark of its channel. Beside the main
 * action it is the sign where the head has no room for words, on a phone in the menu alone.
 */
export function HeadButton({ room, conversation, icon, children, isMain = false, ...button }: HeadButtonProps) {
  const name = useDeedOn(room, conversation)(children);
  const [over] = isOneOfSeveral(room, conversation) ? conversation.channels : [];
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      title={name}
      {...button}
      data-beside={!isMain}
      className={styles[isMain ? 'main' : 'beside'] ?? ''}
      leftSection={
        <>
          <Icon name={icon} />
          {over && <ChannelMark type={over.channelType} size={16} named />}
        </>
      }
      aria-label={name}
    >
      <span className={styles.words}>{children}</span>
    </Button>
  );
}
