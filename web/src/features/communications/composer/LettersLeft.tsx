import { useText } from '../../../text.ts';
import styles from './Composer.module.css';

/** How many letters a message may still have, or has too many. */
export function LettersLeft({ left }: { left: number }) {
  const text = useText();
  const key = left < 0 ? 'COMMUNICATIONS_LETTERS_OVER' : 'COMMUNICATIONS_LETTERS_LEFT';
  return (
    <span className={styles.hint} data-over={left < 0} role={left < 0 ? 'alert' : undefined}>
      {text(key, { count: Math.abs(left) })}
    </span>
  );
}
