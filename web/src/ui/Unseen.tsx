import type { ReactNode } from 'react';
import styles from './Unseen.module.css';

/** Words for who cannot see the screen. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}
