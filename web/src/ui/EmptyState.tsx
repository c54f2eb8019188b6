import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './Notice.module.css';

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  /** What belongs here, in a sentence. */
  words?: string;
  /** The first step, or the way out. */
  action?: ReactNode;
}

/** Nothing is here, and that is fine: says what belongs here and offers the first step. */
export function EmptyState({ icon, title, words, action }: EmptyStateProps) {
  return (
    <div className={styles.notice}>
      {icon === undefined ? null : <Icon name={icon} size={20} className={styles.icon ?? ''} />}
      <p className={styles.title}>{title}</p>
      {words === undefined ? null : <p className={styles.words}>{words}</p>}
      {action === undefined ? null : <div className={styles.actions}>{action}</div>}
    </div>
  );
}
