import type { Room } from '@parley/contract';
import type { ReactNode } from 'react';
import { PersonPicture } from '../../../people/PersonPicture.tsx';
import { useText } from '../../../text.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { roomName } from '../room/room-words.ts';

interface CustomerAvatarProps {
  room: Room;
  size?: 28 | 36 | 48;
  badge?: ReactNode;
}

/** The customer of a room: their picture, and until it comes initials, or a figure for one whose name is not known. */
export function CustomerAvatar({ room, size = 36, badge }: CustomerAvatarProps) {
  const text = useText();
  const { pictureId, name } = room;
  const picture = pictureId && <PersonPicture key={pictureId} fileId={pictureId} />;
  return <Avatar name={roomName(room, text, '')} kind="customer" size={size} picture={picture} badge={badge} unnamed={name === null} />;
}
