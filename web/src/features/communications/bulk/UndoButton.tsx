import { Strokes } from '../../../commands/Strokes.tsx';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './UndoButton.module.css';

interface UndoButtonProps {
  words: string;
  /** By which it is pressed too; empty for none. */
  keys: string;
  /** Whole seconds that are left, and how many there were at first. */
  seconds: number;
  atFirst: number;
  loading?: boolean;
  onClick: () => void;
}

/** What undoes something for some seconds: its key and the seconds that are left stand beside its words. */
export function UndoButton({ words, keys, seconds, atFirst, loading = false, onClick }: UndoButtonProps) {
  const text = useText();
  return (
    <Button
      variant="light"
      size="compact"
      loading={loading}
      onClick={onClick}
      leftSection={<Icon name="undo" />}
      rightSection={
        <span className={styles.left} aria-hidden="true">
          {keys === '' ? null : (
            <span className={styles.key}>
              <Strokes keys={keys} />
            </span>
          )}
          <span className={styles.seconds}>
            <span className={styles.widest}>{text('BULK_SECONDS', { seconds: atFirst })}</span>
            <span>{text('BULK_SECONDS', { seconds })}</span>
          </span>
        </span>
      }
      {...(keys === '' ? {} : { 'aria-keyshortcuts': keys })}
    >
      {words}
    </Button>
  );
}
