import { Icon } from '../ui/Icon.tsx';
import styles from './Forms.module.css';

/** What is wrong with a field, beneath it: a sign beside the words, so that it is not told by colour alone. */
export function FaultWords({ words }: { words: string }) {
  return (
    <span className={styles.fault}>
      <Icon name="alert" size={14} /> {words}
    </span>
  );
}
