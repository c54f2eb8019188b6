import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './Notice.module.css';

interface PageNoticeProps {
  icon: IconName;
  title: string;
  words: string;
  action?: ReactNode;
  /** The notice is the whole screen, without the frame that bears the page's heading. */
  alone?: boolean;
}

/** A whole page that says one thing: not allowed, not found, signed out, waiting for a later version. */
export function PageNotice({ icon, title, words, action, alone = false }: PageNoticeProps) {
  return (
    <div className={styles.notice}>
      <Icon name={icon} size={32} className={styles.icon ?? ''} />
      <Title order={alone ? 1 : 2} size="h1">
        {title}
      </Title>
      <p className={styles.words}>{words}</p>
      {action === undefined ? null : <div className={styles.actions}>{action}</div>}
    </div>
  );
}
