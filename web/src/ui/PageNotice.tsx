import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './Notice.module.css';

interface PageNoticeProps {
  icon: IconName;
  title: string;
  words: string;
  action?: ReactNode;
  /** The notice is the whole screen and bears its heading; otherwise the frame does. */
  alone?: boolean;
}

/** A whole page that says one thing: not allowed, not found, signed out, waiting for a later version. */
export function PageNotice({ icon, title, words, action, alone = false }: PageNoticeProps) {
  return (
    <div className={styles.notice}>
      <Icon name={icon} size={32} className={styles.icon ?? ''} />
      {alone ? (
        <h1 className={styles.page}>{title}</h1>
      ) : (
        <p className={styles.page} data-heading>
          {title}
        </p>
      )}
      <p className={styles.words}>{words}</p>
      {action === undefined ? null : <div className={styles.actions}>{action}</div>}
    </div>
  );
}
