import { Switch, Textarea, TextInput } from '@mantine/core';
import type { AutoResolveRules } from '@parley/contract';
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
import { type AutoResolveValues, autoResolveFieldRules, replacementsOf, valuesOf } from './auto-resolve-values.ts';

function AutoResolveForm({ kept }: { kept: AutoResolveRules }) {
  const text = useText();
  const { accountId } = useScope();
  const form = useForm<AutoResolveValues>({ values: valuesOf(kept), rules: autoResolveFieldRules });
  const save = async (values: AutoResolveValues) => {
    const params = { accountId };
    const body = replacementsOf(form.changed() as (keyof AutoResolveRules)[], values);
    const changed = await api.autoResolve.change({ params, body });
    queryClient.setQueryData(orpc.autoResolve.read.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void queryClient.invalidateQueries({ queryKey: orpc.audit.key() });
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <FormSection title={text('AUTO_RESOLVE_SILENCE')} why={text('AUTO_RESOLVE_SILENCE_WHY')}>
        <TextInput
          label={<Label name={text('AUTO_RESOLVE_MINUTES')} />}
          description={text('AUTO_RESOLVE_MINUTES_WORDS')}
          inputMode="numeric"
          {...form.typed('silentMinutes')}
        />
      </FormSection>
      <FormSection title={text('AUTO_RESOLVE_WARN')} why={text('AUTO_RESOLVE_WARN_WHY')}>
        <TextInput
          label={<Label name={text('AUTO_RESOLVE_WARN_MINUTES')} />}
          description={text('AUTO_RESOLVE_WARN_MINUTES_WORDS')}
          inputMode="numeric"
          {...form.typed('warningMinutes')}
        />
        <Textarea
          label={<Label name={text('AUTO_RESOLVE_WARN_TEXT')} />}
          description={text('AUTO_RESOLVE_WARN_TEXT_WORDS')}
          autosize
          minRows={2}
          {...form.typed('warningText')}
        />
        <Switch
          label={text('AUTO_RESOLVE_WARN_OUTSIDE')}
          description={text('AUTO_RESOLVE_WARN_OUTSIDE_WORDS')}
          {...form.switched('warnsOutsideChats')}
        />
      </FormSection>
    </FormBody>
  );
}

/** When a conversation whose customer no longer answers is resolved by itself. */
export function AutoResolvePage() {
  const text = useText();
  const { accountId } = useScope();
  const rules = useQuery(orpc.autoResolve.read.queryOptions({ input: { params: { accountId } } }));
  const body = () => {
    if (rules.data !== undefined) return <AutoResolveForm key={accountId} kept={rules.data} />;
    if (rules.isError) {
      return <ErrorState title={text('AUTO_RESOLVE_FAILED')} problem={rules.error} onRetry={() => void rules.refetch()} />;
    }
    return <SkeletonRows rows={3} />;
  };
  return <Sheet title={text('ADMINISTRATION_AUTO_RESOLVE')}>{body()}</Sheet>;
}
