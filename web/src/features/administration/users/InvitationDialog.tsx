import { Button, TextInput } from '@mantine/core';
import { copyText } from '../../../forms/copy-text.ts';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Users.module.css';

/** Where no mail leaves: the link of an invitation, shown this once, for whoever invites to hand over. */
export function InvitationDialog({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const text = useText();
  return (
    <Dialog title={text('USERS_INVITATION')} onClose={onClose} width={520}>
      <p className={styles.words}>{text('USERS_INVITATION_WORDS', { name })}</p>
      <div className={styles.link}>
        <TextInput
          label={text('USERS_INVITATION_LINK')}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => void copyText(link)}>
          {text('FORM_COPY')}
        </Button>
      </div>
      <div className={styles.answers}>
        <Button onClick={onClose}>{text('USERS_DONE')}</Button>
      </div>
    </Dialog>
  );
}
