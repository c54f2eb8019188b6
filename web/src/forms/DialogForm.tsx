import type { ReactNode, Ref } from 'react';
import styles from './DialogForm.module.css';

interface DialogFormProps {
  words: string;
  onSubmit: () => void;
  actions: ReactNode;
  ref?: Ref<HTMLFormElement>;
  children?: ReactNode;
}

/** What a dialog asks: a sentence, fields, and its buttons; Enter in a field is its main button. */
export function DialogForm({ words, onSubmit, actions, ref, children }: DialogFormProps) {
  return (
    <form
      className={styles.form}
      ref={ref}
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
