import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { AbsentMessageFile } from './event-file.ts';
import styles from './FileCard.module.css';
import { FileName } from './FileName.tsx';

/** A file that is not here: what is known of it, and whether it still comes. Its place takes it when it has come. */
export function AbsentFile({ state, fileName, isPicture }: AbsentMessageFile) {
  const text = useText();
  const isComing = state === 'COMING';
  return (
    <div className={styles.card} role="status">
      <span className={styles.kind}>{isComing ? <Spinner size={18} /> : <Icon name={isPicture ? 'image' : 'file'} size={20} />}</span>
      <span className={styles.lines}>
        <FileName name={fileName ?? text(isPicture ? 'COMMUNICATIONS_MESSAGE_IMAGE' : 'COMMUNICATIONS_MESSAGE_FILE')} />
        <span className={styles.size}>{text(isComing ? 'COMMUNICATIONS_FILE_COMING' : 'COMMUNICATIONS_FILE_NOT_FETCHED')}</span>
      </span>
    </div>
  );
}
