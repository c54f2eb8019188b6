import { ActionIcon, Button } from '@mantine/core';
import { EXCEPTIONS_LIMIT, type TimeslotException } from '@parley/contract';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { daysWords, hoursOfException } from './day-words.ts';
import { ExceptionDialog } from './ExceptionDialog.tsx';
import styles from './Timeslots.module.css';

interface ExceptionsFieldProps {
  exceptions: readonly TimeslotException[];
  onChange: (exceptions: TimeslotException[]) => void;
}

/** Holidays and other days on which it is otherwise, each edited in a dialog. */
export function ExceptionsField({ exceptions, onChange }: ExceptionsFieldProps) {
  const text = useText();
  /** The place of the one that is edited; one behind the last for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <>
      {exceptions.length === 0 ? (
        <p className={styles.words}>{text('TIMESLOTS_NO_EXCEPTIONS')}</p>
      ) : (
        <ul className={styles.exceptions} aria-label={text('TIMESLOTS_EXCEPTIONS')}>
          {exceptions.map((exception, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their order means something, and two may say the same.
            <li key={at} className={styles.exception}>
              <span className={styles.what}>
                <strong>{exception.name}</strong>
                <span className={styles.quiet}>{daysWords(exception)}</span>
                <span>{hoursOfException(exception)}</span>
              </span>
              <ActionIcon
                aria-label={text('TIMESLOTS_EDIT_ONE', { name: exception.name })}
                title={text('TIMESLOTS_EDIT_EXCEPTION')}
                onClick={() => setEdited(at)}
              >
                <Icon name="edit" />
              </ActionIcon>
              <ActionIcon
                aria-label={text('TIMESLOTS_REMOVE_ONE', { name: exception.name })}
                title={text('TIMESLOTS_REMOVE_ONE', { name: exception.name })}
                onClick={() => onChange(exceptions.toSpliced(at, 1))}
              >
                <Icon name="trash" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {exceptions.length < EXCEPTIONS_LIMIT ? (
        <Button
          variant="default"
          className={styles.own ?? ''}
          leftSection={<Icon name="plus" />}
          onClick={() => setEdited(exceptions.length)}
        >
          {text('TIMESLOTS_ADD_EXCEPTION')}
        </Button>
      ) : null}
      {edited === null ? null : (
        <ExceptionDialog
          exception={exceptions[edited] ?? null}
          onApply={(exception) => {
            onChange(edited < exceptions.length ? exceptions.with(edited, exception) : [...exceptions, exception]);
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
