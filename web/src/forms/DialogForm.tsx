import type { ReactNode } from 'react';
import styles from './DialogForm.module.css';

interface DialogFormProps {
  words: string;
  onSubmit: () => void;
  actions: ReactNode;
  children?: ReactNode;
}

/** What a dialog asks: a sentence, fields, and its buttons; Enter in a field is its main button. */
export function DialogForm({ words, onSubmit, actions, children }: DialogFormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSubmit();
      }}
    >
      <p className={styles.words}>{words}</p>
      {children}
      <div className={styles.actions}>{actions}</div>
    </form>
  );
}
