import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { timeslotsChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { TimeslotForm } from './TimeslotForm.tsx';
import styles from './Timeslots.module.css';
import { newTimeslot, sentOf, type TimeslotValues, timeslotProblems, timeslotRules } from './timeslot-values.ts';

function NewForm({ timezone }: { timezone: string }) {
  const text = useText();
  const scope = useScope();
  const navigate = useNavigate();
  const form = useForm<TimeslotValues>({ values: newTimeslot(timezone), rules: timeslotRules, fieldsOfProblems: timeslotProblems });
  const [idOf] = useState(askedIds);
  const create = async (values: TimeslotValues) => {
    const body = sentOf(values);
    const made = await api.timeslots.create({ params: { accountId: scope.accountId }, body: { ...body, clientTimeslotId: idOf(body) } });
    form.reset();
    toastSuccess('TIMESLOTS_MADE');
    void timeslotsChanged();
    void navigate({ ...scope.timeslot(made.id), replace: true });
  };
  return <TimeslotForm form={form} save={text('TIMESLOTS_CREATE')} onSave={create} />;
}

/** Makes a timeslot, in the account's time zone unless another is chosen. */
export function NewTimeslotPage() {
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  const known = useQuery(orpc.timeslots.list.queryOptions({ input: { params: { accountId }, query: { size: 1 } } }));
  return (
    <Sheet title={text('TIMESLOTS_NEW')} back={{ to: scope.timeslots, label: text('TIMESLOTS_BACK') }}>
      {known.data !== undefined ? (
        <NewForm timezone={known.data.timezone} />
      ) : known.isError ? (
        <ErrorState title={text('TIMESLOTS_LIST_FAILED')} problem={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <div className={styles.loading}>
          <SkeletonRows rows={5} />
        </div>
      )}
    </Sheet>
  );
}
