import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { DialogForm } from './DialogForm.tsx';

interface AskDialogProps {
  title: string;
  words: string;
  /** What its main button says. */
  verb: string;
  width?: number;
  /** See Dialog. */
  grows?: boolean;
  /** There is nothing to be done yet with what was chosen. */
  isUndecided?: boolean;
  /** True when the dialog may go; what it throws is said in the dialog, which stays. */
  onSubmit: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a few fields: what is asked, cancelling and doing it, and why it was refused. */
export function AskDialog({
  title,
  words,
  verb,
  width = 440,
  grows = false,
  isUndecided = false,
  onSubmit,
  onClose,
  children,
}: AskDialogProps) {
  const text = useText();
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (isUndecided) return;
    setBusy(true);
    setRefusal(null);
    try {
      if (await onSubmit()) onClose();
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} width={width} grows={grows}>
      <DialogForm
        words={words}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              {text('FRAME_CANCEL')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isUndecided}>
              {verb}
            </Button>
          </>
        }
      >
        {children}
        {refusal === null ? null : <Refusal problem={refusal} />}
      </DialogForm>
    </Dialog>
  );
}
