import styles from './FileName.module.css';
import { nameParts } from './file-name.ts';

/** The name of a file on one line: without room it is cut in its middle, and the whole stands in the tooltip. */
export function FileName({ name }: { name: string }) {
  const [head, tail] = nameParts(name);
  return (
    <span className={styles.name} title={name} dir="auto">
      <span className={styles.head}>{head}</span>
      {tail === '' ? null : <span className={styles.tail}>{tail}</span>}
    </span>
  );
}
