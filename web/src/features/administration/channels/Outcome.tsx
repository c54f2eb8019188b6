import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Channels.module.css';
import type { Weight } from './health-words.ts';

const icons = { trouble: 'alert', off: 'power', well: 'check' } as const;

/** How it stands with something, or what came of it, by sign, colour and words. */
export function Outcome({ weight, children }: { weight: Weight; children: ReactNode }) {
  return (
    <span className={styles.verdict} data-weight={weight}>
      <Icon name={icons[weight]} />
      <span>{children}</span>
    </span>
  );
}
