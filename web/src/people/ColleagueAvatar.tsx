import { type ReactNode, useState } from 'react';
import { useFileUrls } from '../files/use-file-urls.ts';
import { useCan } from '../session/current-user.ts';
import { Avatar, type AvatarSize } from '../ui/Avatar.tsx';
import styles from './ColleagueAvatar.module.css';

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
  const picture = pictureId === null || !sees ? undefined : <ChosenPicture key={pictureId} fileId={pictureId} />;
  return <Avatar name={name} kind="colleague" size={size} picture={picture} badge={badge} />;
}

/** Nothing while there is no picture to show: the initials stand there. */
function ChosenPicture({ fileId }: { fileId: string }) {
  const { reading, again } = useFileUrls(fileId);
  const [failures, setFailures] = useState(0);
  if (reading.status !== 'ready' || failures > 1) return null;
  const { thumbnailUrl, url } = reading.urls;
  const onError = () => {
    setFailures(failures + 1);
    if (failures === 0) again();
  };
  return <img className={styles.picture} src={thumbnailUrl ?? url} alt="" draggable={false} onError={onError} />;
}
