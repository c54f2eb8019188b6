import type { ChatStatus } from '@parley/contract';
import styles from './StatusDot.module.css';

/** The colour of a chat status; its word stands beside it. Offline is a ring, so that shape tells it too. */
export function StatusDot({ status }: { status: ChatStatus }) {
  return <span className={styles.dot} data-status={status} aria-hidden="true" />;
}
