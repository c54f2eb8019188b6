import { Button } from '@mantine/core';
import { useText } from '../../../text.ts';
import styles from './FormPage.module.css';

interface SaveBarProps {
  /** Id of the form that it sends. */
  form: string;
  isSaving: boolean;
  onDiscard: () => void;
}

/** Save and discard, at the bottom of a form with changes. */
export function SaveBar({ form, isSaving, onDiscard }: SaveBarProps) {
  const text = useText();
  return (
    <div className={styles.bar}>
      <span className={styles.unsaved} role="status">
        {text('PROFILE_UNSAVED')}
      </span>
      <Button variant="subtle" color="gray" onClick={onDiscard} disabled={isSaving}>
        {text('PROFILE_DISCARD')}
      </Button>
      <Button type="submit" form={form} loading={isSaving}>
        {text('PROFILE_SAVE')}
      </Button>
    </div>
  );
}
