import { type MessagingState, messagingState, type Room, type RoomChannel } from '@parley/contract';
import { type TextKey, useText } from '../../../text.ts';
import { ChannelMark, channelNames } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { useCommunications } from '../context.ts';
import styles from './ChannelChooser.module.css';
import { useToNotes } from './use-to-notes.ts';

interface ChannelChooserProps {
  room: Room;
  chosen: RoomChannel;
  onChoose: (channelId: string) => void;
}

/** Why a channel can be used, or why not. */
function reasonOf(state: MessagingState): TextKey {
  if (state.cannotMessageKey !== null) return state.cannotMessageKey;
  if (state.enabled) return state.isInConversation ? 'COMMUNICATIONS_CHANNEL_IN_CONVERSATION' : 'COMMUNICATIONS_CHANNEL_ALWAYS';
  return state.coversationCanStart || state.conversationCanBeAdded
    ? 'COMMUNICATIONS_CHANNEL_NEEDS_START'
    : 'COMMUNICATIONS_CHANNEL_NOT_IN_CONVERSATION';
}

/** The channel that the answer goes out on. One that cannot be used is grey and says why. */
export function ChannelChooser({ room, chosen, onChoose }: ChannelChooserProps) {
  const text = useText();
  const toNotes = useToNotes(room.id);
  const { me } = useCommunications();
  return (
    <LazyMenu
      position="top-start"
      width="min(360px, calc(100vw - 16px))"
      button={
        <button type="button" className={styles.via} title={text('COMMUNICATIONS_CHOOSE_CHANNEL')}>
          <ChannelMark type={chosen.channelType} named />
          <b>{text(channelNames[chosen.channelType])}</b>
          <span className={styles.address}>{chosen.name}</span>
          <Icon name="down" size={14} />
        </button>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>{text('COMMUNICATIONS_ANSWER_OVER')}</Menu.Label>
          {room.channels.map((channel) => {
            const state = messagingState(channel, room, me);
            return (
              <Menu.Item
                key={channel.channelId}
                disabled={!state.enabled}
                className={styles.item ?? ''}
                leftSection={<ChannelMark type={channel.channelType} off={!state.enabled} named />}
                rightSection={channel.channelId === chosen.channelId ? <Icon name="check" /> : null}
                onClick={() => onChoose(channel.channelId)}
              >
                <span className={styles.line}>
                  {text(channelNames[channel.channelType])} <span className={styles.address}>{channel.name}</span>
                </span>
                <span className={styles.reason} data-off={!state.enabled}>
                  {text(reasonOf(state))}
                </span>
              </Menu.Item>
            );
          })}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="lock" size={20} />}
            rightSection={<span className={styles.reason}>{text('COMMUNICATIONS_NOTE_SEEN_BY')}</span>}
            onClick={toNotes}
          >
            {text('COMMUNICATIONS_PRIVATE_NOTE')}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}
