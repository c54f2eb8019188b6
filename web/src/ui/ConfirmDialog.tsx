import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../text.ts';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { Refusal } from './Refusal.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What happens then, and what is kept. */
  words: string;
  /** The verb again. */
  verb: string;
  /** Why it cannot be done, and where to go about it: then there is nothing to confirm. */
  obstacle?: ReactNode;
  /** Something is lost or ended. */
  danger?: boolean;
  /** What the way out is called, where it is more than to cancel. */
  stay?: string;
  /** True when the dialog may go; what it throws is said in the dialog, which stays. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
}

/** Asks before something that cannot simply be undone, and says there why it was refused. */
export function ConfirmDialog({ title, words, verb, obstacle, danger = false, stay, onConfirm, onClose }: ConfirmDialogProps) {
  const text = useText();
  const [refusal, setRefusal] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      if (await onConfirm()) onClose();
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  if (obstacle !== undefined)
    return (
      <Dialog title={title} onClose={onClose} width={440}>
        {obstacle}
        <div className={styles.answers}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {text('FRAME_CLOSE')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose} width={440}>
      <p className={styles.words}>{words}</p>
      {refusal === null ? null : (
        <div className={styles.refusal}>
          <Refusal problem={refusal} />
        </div>
      )}
      <div className={styles.answers}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {stay ?? text('FRAME_CANCEL')}
        </Button>
        <Button {...(danger ? { color: 'red' } : {})} loading={busy} onClick={() => void confirm()}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
