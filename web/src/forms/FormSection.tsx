import { type ReactNode, useId } from 'react';
import styles from './Forms.module.css';

interface FormSectionProps {
  title: string;
  /** Why these fields are here, in a sentence. */
  why: string;
  children: ReactNode;
}

/** Fields that belong together: what and why at the left, the fields at the right; one above the other where it is narrow. */
export function FormSection({ title, why, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h3 className={styles.name} id={id}>
          {title}
        </h3>
        <p className={styles.why}>{why}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
