import type { AccountUser } from '@parley/contract';
import { roleNames } from '../frame/role-names.ts';
import { ColleagueAvatar } from '../people/ColleagueAvatar.tsx';
import { useText } from '../text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './ColleagueDialog.module.css';

interface ColleagueDialogProps {
  person: AccountUser;
  onClose: () => void;
}

/** What the directory of the account says of a colleague, for those who do not administer people. */
export function ColleagueDialog({ person: { firstName, lastName, jobTitle, role, pictureId }, onClose }: ColleagueDialogProps) {
  const text = useText();
  const name = `${firstName} ${lastName}`.trim();
  return (
    <Dialog title={name} onClose={onClose} width={360}>
      <div className={styles.colleague}>
        <ColleagueAvatar name={name} pictureId={pictureId} size={64} />
        <div>
          {jobTitle === '' ? null : <p className={styles.title}>{jobTitle}</p>}
          <p className={styles.role}>{text(roleNames[role])}</p>
        </div>
      </div>
    </Dialog>
  );
}
