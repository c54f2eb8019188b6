import { type ReactNode, useId } from 'react';
import styles from './Forms.module.css';
import { SaveBar } from './SaveBar.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import type { FieldValue, Form } from './use-form.ts';

interface FormBodyProps<Values extends Record<string, FieldValue>> {
  form: Form<Values>;
  /** The verb on the main button. */
  save: string;
  onSave: (values: Values) => Promise<void>;
  /** The part of the address's search that says what is edited, where its path does not. */
  editedBy?: string;
  /** Sections. */
  children: ReactNode;
  /** Sections below that are not saved with it: each takes effect where it stands. */
  others?: ReactNode;
}

/** The sections of a form, which scroll, above the bar that saves; leaving with something unsaved is asked about. */
export function FormBody<Values extends Record<string, FieldValue>>({
  form,
  save,
  onSave,
  editedBy,
  children,
  others,
}: FormBodyProps<Values>) {
  const id = useId();
  const submit = () => void form.submit(onSave);
  return (
    <div className={styles.form}>
      <div className={styles.scroller}>
        <form
          id={id}
          className={styles.saved}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {children}
        </form>
        {others}
      </div>
      <SaveBar form={form} formId={id} save={save} onSave={submit} />
      <UnsavedGuard isDirty={form.isDirty} editedBy={editedBy} />
    </div>
  );
}
