import { useState } from 'react';
import { useFileUrls } from '../files/use-file-urls.ts';
import styles from './PersonPicture.module.css';

/** The picture of somebody, over their initials. Nothing while there is none to show; the name stands beside it, so that it says nothing itself. */
export function PersonPicture({ fileId }: { fileId: string }) {
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
