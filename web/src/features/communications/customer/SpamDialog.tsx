import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import styles from './SpamDialog.module.css';

const REASON_LIMIT = 300;

/** Asks before a visitor's conversation is ended and nothing more is taken from them; says there why that was refused. */
export function SpamDialog({ roomId, onClose }: { roomId: string; onClose: () => void }) {
  const text = useText();
  const [network, setNetwork] = useState(false);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      await api.customers.block({ params: { roomId }, body: { network, reason } });
      toastSuccess('SPAM_MARKED');
      onClose();
    } catch (problem) {
      setRefusal(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={text('SPAM_ASK')} onClose={onClose} width={440}>
      <form onSubmit={submit} className={styles.form}>
        <p className={styles.words}>{text('SPAM_WORDS')}</p>
        <Checkbox
          label={text('SPAM_NETWORK')}
          description={text('SPAM_NETWORK_WORDS')}
          checked={network}
          onChange={({ currentTarget }) => setNetwork(currentTarget.checked)}
        />
        <TextInput
          label={text('SPAM_REASON')}
          description={text('SPAM_REASON_WORDS')}
          maxLength={REASON_LIMIT}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
        {refusal === null ? null : <Refusal problem={refusal} kept={text('FORM_KEPT')} />}
        <div className={styles.answers}>
          <Button variant="default" onClick={onClose}>
            {text('FRAME_CANCEL')}
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {text('COMMUNICATIONS_SPAM')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
