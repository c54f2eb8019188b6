import type { ReactNode } from 'react';
import { useCan } from '../session/current-user.ts';
import { Avatar, type AvatarSize } from '../ui/Avatar.tsx';
import { PersonPicture } from './PersonPicture.tsx';

interface ColleagueAvatarProps {
  name: string;
  /** Of the picture that they chose; null while there is none, or where it is not known. */
  pictureId: string | null;
  size?: AvatarSize;
  /** A mark at the lower right corner: whether they are there. */
  badge?: ReactNode;
}

/** One of the people of an account, as they chose to be seen: their picture, and until it comes their initials. */
export function ColleagueAvatar({ name, pictureId, size = 36, badge }: ColleagueAvatarProps) {
  // Super admins are of no account, and see nothing of what lies in one.
  const sees = useCan(['rooms', 'read']);
  const picture = pictureId === null || !sees ? undefined : <PersonPicture key={pictureId} fileId={pictureId} />;
  return <Avatar name={name} kind="colleague" size={size} picture={picture} badge={badge} />;
}
