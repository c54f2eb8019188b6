import { copyText } from '../../../forms/copy-text.ts';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Said.module.css';

/** What can be done with words that can be saved or sent no more. */
export function KeptVerbs({ words, onDrop }: { words: string; onDrop: () => void }) {
  const text = useText();
  return (
    <span className={styles.answers}>
      <Button size="compact" variant="default" onClick={onDrop}>
        {text('COMMUNICATIONS_DRAFT_DROP')}
      </Button>
      <Button size="compact" variant="filled" onClick={() => void copyText(words)}>
        {text('FORM_COPY')}
      </Button>
    </span>
  );
}
