import { Button } from '@mantine/core';
import type { Timeslot } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { timeslotsChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { UsedBy } from '../UsedBy.tsx';
import { DeleteTimeslotDialog } from './DeleteTimeslotDialog.tsx';
import { TimeslotForm } from './TimeslotForm.tsx';
import styles from './Timeslots.module.css';
import { replacementsOf, type TimeslotValues, timeslotProblems, timeslotRules, valuesOf } from './timeslot-values.ts';

type Changes = Parameters<typeof api.timeslots.change>[0]['body'];

function EditForm({ timeslot }: { timeslot: Timeslot }) {
  const text = useText();
  const form = useForm<TimeslotValues>({ values: valuesOf(timeslot), rules: timeslotRules, fieldsOfProblems: timeslotProblems });
  const save = async (values: TimeslotValues) => {
    const params = { accountId: timeslot.accountId, timeslotId: timeslot.id };
    const changed = await api.timeslots.change({ params, body: replacementsOf(form.changed(), values) as Changes });
    queryClient.setQueryData(orpc.timeslots.one.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void timeslotsChanged();
  };
  return (
    <TimeslotForm
      form={form}
      save={text('FORM_SAVE')}
      onSave={save}
      others={
        <FormSection title={text('TIMESLOTS_USED_BY')} why={text('TIMESLOTS_USED_BY_WHY')}>
          {timeslot.usedBy.length === 0 ? <p className={styles.words}>{text('TIMESLOTS_NOT_USED')}</p> : <UsedBy uses={timeslot.usedBy} />}
        </FormSection>
      }
    />
  );
}

/** A timeslot of an account: its fields, what comes of them, where it is used, and its deletion. */
export function TimeslotPage() {
  const text = useText();
  const scope = useScope();
  const { accountId } = scope;
  // Of an admin's own account or of a named one: the same place in both addresses.
  const { timeslotId = '' } = useParams({ strict: false });
  const [isDeleting, setDeleting] = useState(false);
  const found = useQuery(orpc.timeslots.one.queryOptions({ input: { params: { accountId, timeslotId } } }));
  const back = { to: scope.timeslots, label: text('TIMESLOTS_BACK') };
  const timeslot = found.data;
  if (timeslot === undefined)
    return <SheetToCome title={text('TIMESLOTS_ONE')} back={back} found={found} failed={text('TIMESLOTS_ONE_FAILED')} />;
  return (
    <Sheet
      title={timeslot.name}
      back={back}
      actions={
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          {text('TIMESLOTS_DELETE')}
        </Button>
      }
    >
      <EditForm key={timeslot.id} timeslot={timeslot} />
      {isDeleting ? <DeleteTimeslotDialog timeslot={timeslot} onClose={() => setDeleting(false)} /> : null}
    </Sheet>
  );
}
