import { Progress } from '@mantine/core';
import styles from './BulkDialog.module.css';

interface RowProgressProps {
  label: string;
  done: number;
  /** Null where nobody knows. */
  total: number | null;
  words: string;
  /** What is said in their place once it is over. */
  over?: string | null;
}

/** How far work on many rows is, as a bar and in words. */
export function RowProgress({ label, done, total, words, over = null }: RowProgressProps) {
  const part = total === null || total === 0 ? null : Math.min(100, (done / total) * 100);
  return (
    <div className={styles.progress}>
      {over === null ? <p>{words}</p> : null}
      <p role="status">{over}</p>
      <Progress.Root>
        <Progress.Section value={part ?? 100} animated={part === null} aria-label={label} />
      </Progress.Root>
    </div>
  );
}
