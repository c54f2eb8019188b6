import type { Room } from '@parley/contract';
import type { ReactNode } from 'react';
import { useText } from '../../../text.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { roomName } from '../room/room-words.ts';

interface CustomerAvatarProps {
  room: Room;
  size?: 28 | 36 | 48;
  badge?: ReactNode;
}

/** The customer of a room: initials, or a globe for a visitor whose name is not known. */
export function CustomerAvatar({ room, size = 36, badge }: CustomerAvatarProps) {
  const text = useText();
  const icon = room.name === null ? <Icon name="globe" size={size === 48 ? 20 : 16} /> : undefined;
  return <Avatar name={roomName(room, text)} kind="customer" size={size} badge={badge} icon={icon} />;
}
