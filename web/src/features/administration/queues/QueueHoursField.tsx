import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useScope } from '../scope.ts';
import { useAllTimeslots } from './all-of-account.ts';
import styles from './Queues.module.css';
import type { QueueValues } from './queue-values.ts';

/** Which timeslot a queue keeps to, or none, with the way to them. */
export function QueueHoursField({ form }: { form: Form<QueueValues> }) {
  const text = useText();
  const scope = useScope();
  const timeslots = useAllTimeslots(scope.accountId);
  const { timeslotId } = form.values;
  const { onChange, value, ...shown } = form.chosen('timeslotId');
  if (timeslots.isError) {
    return <ErrorState title={text('TIMESLOTS_LIST_FAILED')} problem={timeslots.error} onRetry={() => void timeslots.refetch()} />;
  }
  const options = (timeslots.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <NativeSelect
        label={<Label name={text('QUEUES_TIMESLOT')} />}
        {...shown}
        disabled={timeslots.data === undefined}
        data={[{ value: '', label: text('QUEUES_ALWAYS_OPEN') }, ...options]}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
      <p className={styles.words}>
        {timeslotId === null ? (
          <Link {...scope.timeslots}>{text('QUEUES_TO_TIMESLOTS')}</Link>
        ) : (
          <Link {...scope.timeslot(timeslotId)}>{text('QUEUES_TO_TIMESLOT')}</Link>
        )}
      </p>
    </>
  );
}
