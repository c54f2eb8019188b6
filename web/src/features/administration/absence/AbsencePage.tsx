import { TextInput } from '@mantine/core';
import type { AbsenceRules } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import { type AbsenceValues, absenceFieldRules, valuesOf } from './absence-values.ts';

function AbsenceForm({ kept }: { kept: AbsenceRules }) {
  const text = useText();
  const { accountId } = useScope();
  const form = useForm<AbsenceValues>({ values: valuesOf(kept), rules: absenceFieldRules });
  const save = async (values: AbsenceValues) => {
    const params = { accountId };
    const body = form.changed().map((path) => ({ op: 'replace' as const, path, value: Number(values[path]) }));
    const changed = await api.absence.change({ params, body });
    queryClient.setQueryData(orpc.absence.read.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void queryClient.invalidateQueries({ queryKey: orpc.audit.key() });
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <FormSection title={text('ABSENCE_WINDOWS')} why={text('ABSENCE_WINDOWS_WHY')}>
        <TextInput
          label={<Label name={text('ABSENCE_MINUTES')} />}
          description={text('ABSENCE_MINUTES_WORDS')}
          inputMode="numeric"
          {...form.typed('handBackAfterMinutes')}
        />
      </FormSection>
    </FormBody>
  );
}

/** What happens with what somebody holds who is away. */
export function AbsencePage() {
  const text = useText();
  const { accountId } = useScope();
  const rules = useQuery(orpc.absence.read.queryOptions({ input: { params: { accountId } } }));
  const body = () => {
    if (rules.data !== undefined) return <AbsenceForm key={accountId} kept={rules.data} />;
    if (rules.isError) {
      return <ErrorState title={text('ABSENCE_FAILED')} problem={rules.error} onRetry={() => void rules.refetch()} />;
    }
    return <SkeletonRows rows={3} />;
  };
  return <Sheet title={text('ADMINISTRATION_ABSENCE')}>{body()}</Sheet>;
}
