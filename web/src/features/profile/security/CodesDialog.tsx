import { Button } from '@mantine/core';
import { saveFile } from '../../../files/save-file.ts';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import styles from '../Profile.module.css';

/** Recovery codes, shown this one time: to copy, to download. Only the word that they are kept closes it. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useText();
  const lines = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(lines).then(
      () => toastSuccess('PROFILE_CODES_COPIED'),
      () => toastError('PROFILE_CODES_COPY_FAILED'),
    );
  return (
    <Dialog title={text('PROFILE_CODES')} onClose={onClose} width={420} mustAnswer>
      <DialogForm
        words={text('PROFILE_CODES_SHOWN')}
        onSubmit={onClose}
        actions={
          <>
            <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => void copy()}>
              {text('PROFILE_CODES_COPY')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="download" />}
              onClick={() => saveFile(text('PROFILE_CODES_FILE'), lines, 'text/plain')}
            >
              {text('PROFILE_CODES_DOWNLOAD')}
            </Button>
            <Button type="submit">{text('PROFILE_CODES_KEPT')}</Button>
          </>
        }
      >
        {/* The first key pressed must not close what is shown once: it meets the codes themselves. */}
        <ul className={styles.codes} tabIndex={-1} data-autofocus>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </DialogForm>
    </Dialog>
  );
}
