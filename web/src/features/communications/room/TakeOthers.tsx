import type { Conversation, Room } from '@parley/contract';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { waitingSince } from '../state/lists.ts';
import { meantChannels } from './meant-channels.ts';
import { asSentence, shortWhen } from './room-words.ts';
import { useTake } from './TakeButton.tsx';

/** Beside the button that takes what has waited longest: the other conversations of the room that wait, each to be taken by itself. */
export function TakeOthers({ room, conversations }: { room: Room; conversations: readonly Conversation[] }) {
  const text = useText();
  const format = useFormat();
  const take = useTake(room);
  const label = text('COMMUNICATIONS_TAKE_OTHERS', { count: conversations.length });
  const channelsOf = ({ channels }: Conversation) => [...new Set(channels.map(({ channelType }) => channelType))];
  return (
    <LazyMenu
      position="bottom-end"
      width={260}
      button={
        <IconButton aria-label={label} title={label}>
          <Icon name="down" size={20} />
        </IconButton>
      }
    >
      {(Menu) =>
        conversations.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={channelsOf(one).map((type) => <ChannelMark key={type} type={type} size={16} />)}
            rightSection={asSentence(shortWhen(waitingSince(one), serverNow(), text, format))}
            onClick={() => void take(one)}
          >
            {text('COMMUNICATIONS_TAKE_ON', { channel: meantChannels(room, one, text) ?? '' })}
          </Menu.Item>
        ))
      }
    </LazyMenu>
  );
}
