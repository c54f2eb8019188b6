import type { Room } from '@parley/contract';
import type { ReactNode } from 'react';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useText } from '../../../text.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { CustomerAvatar } from '../customer/CustomerAvatar.tsx';
import { roomName } from '../room/room-words.ts';
import { othersOf } from './among-colleagues.ts';
import { PresenceMark } from './PresenceMark.tsx';

interface RoomAvatarProps {
  room: Room;
  me: string;
  /** Tells which picture a colleague chose. */
  pictureOf: (userId: string) => string | null;
  size?: 28 | 36;
  /** Of a customer's room. */
  badge?: ReactNode;
}

/** The face of a room: its customer, the colleague one talks with, or several. */
export function RoomAvatar({ room, me, pictureOf, size = 36, badge }: RoomAvatarProps) {
  const text = useText();
  if (room.type === 'EXTERNAL') return <CustomerAvatar room={room} size={size} badge={badge} />;
  const name = roomName(room, text, me);
  const [other] = othersOf(room, me);
  if (room.type === 'GROUP' || other === undefined) return <Avatar name={name} kind="colleague" size={size} figure="people" unnamed />;
  const { associatedParticipantId: userId } = other;
  return <ColleagueAvatar name={name} pictureId={pictureOf(userId)} size={size} badge={<PresenceMark userId={userId} />} />;
}
