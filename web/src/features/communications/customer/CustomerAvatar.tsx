import type { Room } from '@parley/contract';
import type { ReactNode } from 'react';
import { PersonPicture } from '../../../people/PersonPicture.tsx';
import { useText } from '../../../text.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { isUnnamed, roomName } from '../room/room-words.ts';

interface CustomerAvatarProps {
  room: Room;
  size?: 28 | 36 | 48;
  badge?: ReactNode;
}

/**
 * The customer of a room: their picture, and until it comes initials, the last digits of a number, or a figure for one of whom
 * neither is known.
 */
export function CustomerAvatar({ room, size = 36, badge }: CustomerAvatarProps) {
  const text = useText();
  const { pictureId } = room;
  const picture = pictureId && <PersonPicture key={pictureId} fileId={pictureId} />;
  return <Avatar name={roomName(room, text, '')} kind="customer" size={size} picture={picture} badge={badge} unnamed={isUnnamed(room)} />;
}
