import { Icon } from '../../../ui/Icon.tsx';
import styles from './SmallPicture.module.css';
import { usePicture } from './use-picture.ts';

/** A picture as small as an icon, beside its name. */
export function SmallPicture({ fileId }: { fileId: string }) {
  const { src, standing, onLoad, onError } = usePicture(fileId, 'small');
  if (src === null || standing === 'failed') return <Icon name="image" />;
  return <img className={styles.picture} src={src} alt="" draggable={false} onLoad={onLoad} onError={onError} />;
}
