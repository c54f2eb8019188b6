import { Switch } from '@mantine/core';
import type { SendingRules } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useCurrentUser, useUserChanged } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import { replacementsOf, type SendingValues, valuesOf } from './sending-values.ts';

function SendingForm({ kept }: { kept: SendingRules }) {
  const text = useText();
  const { accountId } = useScope();
  const user = useCurrentUser();
  const userChanged = useUserChanged();
  const form = useForm<SendingValues>({ values: valuesOf(kept), rules: {} });
  const save = async (values: SendingValues) => {
    const params = { accountId };
    const body = replacementsOf(form.changed() as (keyof SendingRules)[], values);
    const changed = await api.sending.change({ params, body });
    queryClient.setQueryData(orpc.sending.read.queryKey({ input: { params } }), changed);
    if (user.accountId === accountId) userChanged({ sending: changed });
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void queryClient.invalidateQueries({ queryKey: orpc.audit.key() });
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <FormSection title={text('SENDING_UNDO')} why={text('SENDING_UNDO_WHY')}>
        <Switch label={text('SENDING_UNDO_SECONDS')} {...form.switched('undoSendSeconds')} />
      </FormSection>
      <FormSection title={text('SENDING_LATER')} why={text('SENDING_LATER_WHY')}>
        <Switch label={text('SENDING_CANCEL')} description={text('SENDING_CANCEL_WORDS')} {...form.switched('cancelWhenCustomerWrites')} />
      </FormSection>
    </FormBody>
  );
}

/** How messages to customers are sent. */
export function SendingPage() {
  const text = useText();
  const { accountId } = useScope();
  const rules = useQuery(orpc.sending.read.queryOptions({ input: { params: { accountId } } }));
  const body = () => {
    if (rules.data !== undefined) return <SendingForm key={accountId} kept={rules.data} />;
    if (rules.isError) {
      return <ErrorState title={text('SENDING_FAILED')} problem={rules.error} onRetry={() => void rules.refetch()} />;
    }
    return <SkeletonRows rows={3} />;
  };
  return <Sheet title={text('ADMINISTRATION_SENDING')}>{body()}</Sheet>;
}
