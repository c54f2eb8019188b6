import type { ReactNode } from 'react';
import styles from './FormPage.module.css';

interface FormPageProps {
  title: string;
  /** Stays at the bottom while there is something to save. */
  bar?: ReactNode;
  children: ReactNode;
}

/** A sheet of sections in one column. On a phone the top bar bears the title. */
export function FormPage({ title, bar, children }: FormPageProps) {
  return (
    <div className={styles.sheet}>
      <div className={styles.scroll}>
        <div className={styles.head} aria-hidden="true">
          {title}
        </div>
        {children}
      </div>
      {bar}
    </div>
  );
}

interface FormSectionProps {
  name: string;
  /** A sentence of why. */
  words: string;
  children: ReactNode;
}

/** What belongs together, with its name and why at the left. */
export function FormSection({ name, words, children }: FormSectionProps) {
  return (
    <section className={styles.section} aria-label={name}>
      <div>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.why}>{words}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
