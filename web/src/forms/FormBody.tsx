import type { ReactNode } from 'react';
import styles from './Forms.module.css';
import { SaveBar } from './SaveBar.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import type { FieldValue, Form } from './use-form.ts';

interface FormBodyProps<Values extends Record<string, FieldValue>> {
  form: Form<Values>;
  /** The verb on the main button. */
  save: string;
  onSave: (values: Values) => Promise<void>;
  /** Sections. */
  children: ReactNode;
}

/** The sections of a form, which scroll, above the bar that saves; leaving with something unsaved is asked about. */
export function FormBody<Values extends Record<string, FieldValue>>({ form, save, onSave, children }: FormBodyProps<Values>) {
  const submit = () => void form.submit(onSave);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.scroller}>{children}</div>
      <SaveBar form={form} save={save} onSave={submit} />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}
