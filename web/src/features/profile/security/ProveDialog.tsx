import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { PasswordField } from '../../../forms/PasswordField.tsx';
import { useFaultFocus } from '../../../forms/use-fault-focus.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { refusesField } from './refused-field.ts';

interface ProveDialogProps {
  title: string;
  /** What happens; without it, only that the password is needed. */
  words?: string;
  verb: string;
  /** Something is taken away. */
  isLoss?: boolean;
  work: Pick<UseMutationResult<unknown, unknown, string>, 'mutate' | 'reset' | 'error' | 'isPending'>;
  onClose: () => void;
  /** Fields above the password. */
  children?: ReactNode;
  /** False keeps it from being sent: another field is not right. */
  mayGoOn?: () => boolean;
}

/** Asks for the password before something about the sign-in changes, and says at its field when it is wrong. */
export function ProveDialog({ title, words, verb, isLoss = false, work, onClose, children, mayGoOn = () => true }: ProveDialogProps) {
  const text = useText();
  const [password, setPassword] = useState('');
  const [isJudged, setJudged] = useState(false);
  const { form, focusFault } = useFaultFocus(work.error);
  const submit = () => {
    setJudged(true);
    if (mayGoOn() && password !== '') work.mutate(password);
    else focusFault();
  };
  const refusal = refusesField(work.error) ? problemText(work.error) : null;
  return (
    <Dialog title={title} onClose={onClose} width={420}>
      <DialogForm
        words={words ?? text('PROFILE_PROVE')}
        onSubmit={submit}
        ref={form}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              {text('FRAME_CANCEL')}
            </Button>
            <Button type="submit" loading={work.isPending} {...(isLoss ? { color: 'red' } : {})}>
              {verb}
            </Button>
          </>
        }
      >
        {children}
        <PasswordField
          label={text('PROFILE_PASSWORD_CURRENT')}
          autoComplete="current-password"
          data-autofocus={children === undefined ? true : undefined}
          value={password}
          error={refusal ?? (isJudged && password === '' ? text('PROFILE_PASSWORD_MISSING') : null)}
          onChange={(event) => {
            work.reset();
            setPassword(event.currentTarget.value);
          }}
        />
        {work.error === null || refusal !== null ? null : <Refusal problem={work.error} kept={text('FORM_KEPT')} />}
      </DialogForm>
    </Dialog>
  );
}
