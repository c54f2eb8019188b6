import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import styles from './MockBanner.module.css';

/** Says above the whole application that nothing in it is real. */
export function MockBanner({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <div className={styles.whole}>
      <aside className={styles.banner} aria-label={text('MOCK_BANNER_NAME')}>
        {text('MOCK_BANNER')}
      </aside>
      <div>{children}</div>
    </div>
  );
}
