import { useEffect, useState } from 'react';
import { useText } from '../../../text.ts';
import styles from './TimelineSkeleton.module.css';

/** Shorter waits show nothing: a skeleton that flashes is worse than none. */
const SHOWN_AFTER_MS = 150;

/** Shapes of a conversation while it loads. They stand still. */
export function TimelineSkeleton() {
  const text = useText();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.talk} role="status" aria-label={text('FRAME_LOADING')}>
      {isShown ? (
        <>
          <span className={styles.left} style={{ width: '46%', height: 58 }} />
          <span className={styles.right} style={{ width: '38%' }} />
          <span className={styles.left} style={{ width: '30%' }} />
          <span className={styles.right} style={{ width: '44%' }} />
        </>
      ) : null}
    </div>
  );
}
