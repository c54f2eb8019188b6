import { addressOn, type Room, type RoomChannel, readableAddress } from '@parley/contract';
import { Suspense, useEffect } from 'react';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { channelWords } from '../room/meant-channels.ts';
import { ChannelItems, loadChannelItems } from '../starting/items-later.ts';
import styles from './ChannelChooser.module.css';

interface ChannelChooserProps {
  room: Room;
  chosen: RoomChannel;
  onChoose: (channelId: string) => void;
}

/** The channel that the answer goes out on, and what can be done on the others. */
export function ChannelChooser({ room, chosen, onChoose }: ChannelChooserProps) {
  const text = useText();
  // Here before it is opened, as a rule: the keys then begin at its first line.
  useEffect(() => void loadChannelItems(), []);
  return (
    <LazyMenu
      position="top-start"
      width="min(360px, calc(100vw - 16px))"
      button={
        <button type="button" className={styles.via} title={text('COMMUNICATIONS_CHOOSE_CHANNEL')}>
          <ChannelMark type={chosen.channelType} named />
          <b>{channelWords(room, chosen, text)}</b>
          <span className={styles.address}>{readableAddress(addressOn(chosen) ?? chosen.name)}</span>
          <Icon name="down" size={14} />
        </button>
      }
    >
      {(Menu) => (
        <Suspense fallback={null}>
          <ChannelItems Menu={Menu} room={room} chosen={chosen} onChoose={onChoose} />
        </Suspense>
      )}
    </LazyMenu>
  );
}
