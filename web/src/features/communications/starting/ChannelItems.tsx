import type { Menu as MenuParts } from '@mantine/core';
import { isBeginFailure, type Room, type RoomChannel } from '@parley/contract';
import { useText } from '../../../text.ts';
import { ChannelMark, channelNames } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from '../composer/ChannelChooser.module.css';
import { useToNotes } from '../composer/use-to-notes.ts';
import { useChannelsOf } from './channels.ts';
import { addressOf, useChannelWords } from './use-channel-words.ts';

interface ChannelItemsProps {
  Menu: typeof MenuParts;
  room: Room;
  chosen: RoomChannel;
  onChoose: (channelId: string) => void;
}

/** The channels of a customer, each with what can be done on it: written, started, added to one's own conversation; or why not, in grey; and notes. */
export function ChannelItems({ Menu, room, chosen, onChoose }: ChannelItemsProps) {
  const text = useText();
  const toNotes = useToNotes(room.id);
  const channels = useChannelsOf(room);
  const wordsOf = useChannelWords(room, chosen);
  const lines = channels.map((channel) => {
    const { state, words } = wordsOf(channel);
    const isOpen = state.enabled || state.coversationCanStart || state.conversationCanBeAdded || state.isStartingANewConversation;
    // What failed can be tried again.
    const canChoose = isOpen || (state.cannotMessageKey !== null && isBeginFailure(state.cannotMessageKey));
    return { channel, words, isOpen, canChoose };
  });
  // Keys begin there: the menu itself would give the focus to its first line, which cannot take it while nothing can be done on it.
  const first = lines.find(({ canChoose }) => canChoose);
  return (
    <>
      <Menu.Label>{text('COMMUNICATIONS_ANSWER_OVER')}</Menu.Label>
      {lines.map((line) => {
        const { channel, words, isOpen, canChoose } = line;
        return (
          <Menu.Item
            key={channel.channelId}
            disabled={!canChoose}
            data-autofocus={line === first ? true : undefined}
            className={styles.item ?? ''}
            leftSection={<ChannelMark type={channel.channelType} off={!canChoose} named />}
            rightSection={channel.channelId === chosen.channelId ? <Icon name="check" /> : null}
            onClick={() => onChoose(channel.channelId)}
          >
            <span className={styles.line}>
              {text(channelNames[channel.channelType])} <span className={styles.address}>{addressOf(channel)}</span>
            </span>
            <span className={styles.reason} data-off={!isOpen}>
              {words}
            </span>
          </Menu.Item>
        );
      })}
      <Menu.Divider />
      <Menu.Item
        data-autofocus={first === undefined ? true : undefined}
        leftSection={<Icon name="lock" size={20} />}
        rightSection={<span className={styles.reason}>{text('COMMUNICATIONS_NOTE_SEEN_BY')}</span>}
        onClick={toNotes}
      >
        {text('COMMUNICATIONS_PRIVATE_NOTE')}
      </Menu.Item>
    </>
  );
}
