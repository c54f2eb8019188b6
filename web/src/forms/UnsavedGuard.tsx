import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './Forms.module.css';

interface UnsavedGuardProps {
  isDirty: () => boolean;
  /** The part of the address's search that says what is edited, where its path does not. */
  editedBy?: string | undefined;
}

const partOf = (search: unknown, key: string): unknown => (search as Record<string, unknown>)[key];

/** Asks before a page is left on which something is unsaved (communications, section 8); the browser asks by itself when the tab closes. */
export function UnsavedGuard({ isDirty, editedBy }: UnsavedGuardProps) {
  const text = useText();
  const blocker = useBlocker({
    // The same page with another search, as of an open tab, loses nothing.
    shouldBlockFn: ({ current, next }) =>
      isDirty() &&
      (current.pathname !== next.pathname ||
        (editedBy !== undefined && partOf(current.search, editedBy) !== partOf(next.search, editedBy))),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title={text('FORM_UNSAVED')} onClose={blocker.reset} width={440}>
      <p className={styles.question}>{text('FORM_UNSAVED_WORDS')}</p>
      <div className={styles.answers}>
        <Button variant="default" onClick={blocker.reset} data-autofocus>
          {text('FORM_STAY')}
        </Button>
        <Button color="red" onClick={blocker.proceed}>
          {text('FORM_LEAVE')}
        </Button>
      </div>
    </Dialog>
  );
}
