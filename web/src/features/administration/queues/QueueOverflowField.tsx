import { NativeSelect, TextInput } from '@mantine/core';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useScope } from '../scope.ts';
import { useAllQueues } from './all-of-account.ts';
import styles from './Queues.module.css';
import type { QueueValues } from './queue-values.ts';

interface QueueOverflowFieldProps {
  form: Form<QueueValues>;
  /** The queue itself, into which it cannot overflow; null: a new one. */
  except: string | null;
}

/** Into which queue what waits too long goes on, and what is too long. */
export function QueueOverflowField({ form, except }: QueueOverflowFieldProps) {
  const text = useText();
  const { accountId } = useScope();
  const queues = useAllQueues(accountId);
  const { onChange, value, ...shown } = form.chosen('overflowQueueId');
  if (queues.isError) {
    return <ErrorState title={text('QUEUES_LIST_FAILED')} problem={queues.error} onRetry={() => void queues.refetch()} />;
  }
  const options = (queues.data ?? []).filter(({ id }) => id !== except).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <NativeSelect
        label={<Label name={text('QUEUES_OVERFLOW_INTO')} />}
        {...shown}
        disabled={queues.data === undefined}
        data={[{ value: '', label: text('QUEUES_OVERFLOW_NOWHERE') }, ...options]}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
      {value === null ? null : (
        <TextInput
          label={<Label name={text('QUEUES_OVERFLOW_AFTER')} />}
          className={styles.minutes ?? ''}
          inputMode="numeric"
          {...form.typed('overflowMinutes')}
        />
      )}
    </>
  );
}
