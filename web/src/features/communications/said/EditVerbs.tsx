import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Said.module.css';

interface EditVerbsProps {
  canSave: boolean;
  isBusy: boolean;
  onLeave: () => void;
  onSave: () => void;
}

/** What can be done with what is being changed where it stands. */
export function EditVerbs({ canSave, isBusy, onLeave, onSave }: EditVerbsProps) {
  const text = useText();
  return (
    <span className={styles.answers}>
      <Button size="compact" variant="default" onClick={onLeave}>
        {text('FRAME_CANCEL')}
      </Button>
      <Button size="compact" variant="light" loading={isBusy} disabled={!canSave} onClick={onSave}>
        {text('FORM_SAVE')}
      </Button>
    </span>
  );
}
