import { useText } from '../text.ts';
import styles from './SkeletonRows.module.css';

/** As many rows of the size of what comes: a picture and two lines each. They stand still. */
export function SkeletonRows({ rows }: { rows: number }) {
  const text = useText();
  return (
    <div role="status" aria-label={text('FRAME_LOADING')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className={styles.row} aria-hidden="true">
          <span className={styles.picture} />
          <span className={styles.lines}>
            <span className={styles.short} />
            <span className={styles.long} />
          </span>
        </div>
      ))}
    </div>
  );
}
