import { Button } from '@mantine/core';
import { useCommand } from '../commands/active.ts';
import { useText } from '../text.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './Forms.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import type { FieldValue, Form } from './use-form.ts';

interface SaveBarProps<Values extends Record<string, FieldValue>> {
  form: Form<Values>;
  /** Id of the form that its button sends. */
  formId: string;
  save: string;
  onSave: () => void;
}

/** Stays at the bottom of a form: what needs a look, the way back, and the main action (Ctrl or Cmd and S). */
export function SaveBar<Values extends Record<string, FieldValue>>({ form, formId, save, onSave }: SaveBarProps<Values>) {
  const text = useText();
  const faults = Object.keys(form.faults).length;
  const dirty = form.isDirty();
  // Offered always: otherwise the browser would take the key, and save the page.
  useCommand('form.save', () => {
    if (form.isDirty() && !form.saving) onSave();
  });
  return (
    <div className={styles.bar} data-toasts-above>
      <div className={styles.faults}>
        {form.failure === null ? null : <SaveFailure failure={form.failure} />}
        <div className={styles.count} role="status">
          {faults > 0 ? (
            <>
              <Icon name="alert" />
              {text('FORM_FAULTS', { count: faults })}
              <Button variant="subtle" onClick={form.focusFirstFault}>
                {text('FORM_SHOW_FIRST_FAULT')}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      {dirty ? (
        <Button variant="subtle" color="gray" onClick={() => form.reset()} disabled={form.saving}>
          {text('FORM_DISCARD')}
        </Button>
      ) : null}
      {/* Not switched off for good: it would lose the focus of who has just pressed it. */}
      <Button
        type="submit"
        form={formId}
        loading={form.saving}
        aria-disabled={!dirty}
        {...(dirty ? {} : { 'data-disabled': true })}
        onClick={(event) => {
          if (!dirty) event.preventDefault();
        }}
      >
        {save}
      </Button>
    </div>
  );
}
