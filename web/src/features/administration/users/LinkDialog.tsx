import { Button } from '@mantine/core';
import { CopiedText } from '../../../forms/CopiedText.tsx';
import { type TextKey, useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './Users.module.css';

const words = {
  invitation: { title: 'USERS_INVITATION', words: 'USERS_INVITATION_WORDS', label: 'USERS_INVITATION_LINK' },
  password: {
    title: 'USERS_PASSWORD_LINK_HAND_OVER',
    words: 'USERS_PASSWORD_LINK_HAND_OVER_WORDS',
    label: 'USERS_PASSWORD_LINK_LABEL',
  },
} as const satisfies Record<string, Record<'title' | 'words' | 'label', TextKey>>;

/** A link that whoever made it hands over, since no mail leaves. */
export interface HandedLink {
  link: string;
  leadsTo: keyof typeof words;
}

/** Where no mail leaves: the link of an invitation or for a new password, shown this once. */
export function LinkDialog({ name, given, onClose }: { name: string; given: HandedLink; onClose: () => void }) {
  const text = useText();
  const { link } = given;
  const { title, words: explanation, label } = words[given.leadsTo];
  return (
    <Dialog title={text(title)} onClose={onClose} width={520}>
      <p className={styles.handedOver}>{text(explanation, { name })}</p>
      <CopiedText label={text(label)} value={link} isFirst />
      <div className={styles.answers}>
        <Button onClick={onClose}>{text('USERS_DONE')}</Button>
      </div>
    </Dialog>
  );
}
