import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useFaultFocus } from '../../../forms/use-fault-focus.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import styles from '../Profile.module.css';
import { ProveDialog } from './ProveDialog.tsx';
import { QrCode } from './QrCode.tsx';
import { refusesField } from './refused-field.ts';

interface AppDialogProps {
  /** With fresh recovery codes, unless some are left. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Sets up an authenticator app: the password, a picture for the app, and a code as proof. */
export function AppDialog({ onAdded, onClose }: AppDialogProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const [isJudged, setJudged] = useState(false);
  const begin = useMutation({ mutationFn: (password: string) => api.ownSignIn.beginTotp({ body: { password } }) });
  const confirm = useMutation({
    mutationFn: () => api.ownSignIn.confirmTotp({ body: { code } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const { form, focusFault } = useFaultFocus(confirm.error);
  const title = text('PROFILE_APP_ADD');
  if (begin.data === undefined) return <ProveDialog title={title} verb={text('PROFILE_GO_ON')} work={begin} onClose={onClose} />;
  const isFit = /^\s*\d{3}\s?\d{3}\s*$/.test(code);
  const submit = () => {
    setJudged(true);
    if (isFit) confirm.mutate();
    else focusFault();
  };
  const unfit = isJudged && !isFit ? text('PROFILE_APP_CODE_MISSING') : null;
  const refusal = refusesField(confirm.error) ? problemText(confirm.error) : null;
  const fault = refusal ?? unfit;
  return (
    <Dialog title={title} onClose={onClose} width={420}>
      <DialogForm
        words={text('PROFILE_APP_SCAN')}
        onSubmit={submit}
        ref={form}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              {text('FRAME_CANCEL')}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {text('PROFILE_APP_CONFIRM')}
            </Button>
          </>
        }
      >
        <QrCode value={begin.data.uri} label={text('PROFILE_APP_QR')} />
        <div>
          <div className={styles.meta}>{text('PROFILE_APP_KEY')}</div>
          <div className={styles.code}>{begin.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</div>
        </div>
        <TextInput
          label={text('PROFILE_APP_CODE')}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          value={code}
          error={fault === null ? null : <FaultWords words={fault} />}
          onChange={(event) => {
            confirm.reset();
            setCode(event.currentTarget.value);
          }}
        />
        {confirm.error === null || refusal !== null ? null : <Refusal problem={confirm.error} kept={text('FORM_KEPT')} />}
      </DialogForm>
    </Dialog>
  );
}
