import type { UserStatus } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './ChannelEnds.module.css';
import { statusNames } from './end-words.ts';

/** Whether messages go out over an end, as a sign and a word. */
export function EndStatus({ status }: { status: UserStatus }) {
  const text = useText();
  return (
    <span className={styles.status} data-status={status}>
      <Icon name={status === 'active' ? 'check' : 'stop'} /> {text(statusNames[status])}
    </span>
  );
}
