import { TextInput } from '@mantine/core';
import { type CapacityWeights, weighedChannels } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import styles from './Capacity.module.css';
import { atOnce, type CapacityValues, capacityRules, valuesOf } from './capacity-values.ts';

type Changes = Parameters<typeof api.capacity.change>[0]['body'];

function CapacityForm({ weights }: { weights: CapacityWeights }) {
  const text = useText();
  const { accountId } = useScope();
  const form = useForm<CapacityValues>({ values: valuesOf(weights), rules: capacityRules });
  const save = async (values: CapacityValues) => {
    const body = form.changed().map((path) => ({ op: 'replace', path, value: Number(values[path]) })) as Changes;
    const params = { accountId };
    const changed = await api.capacity.change({ params, body });
    queryClient.setQueryData(orpc.capacity.read.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void queryClient.invalidateQueries({ queryKey: orpc.audit.key() });
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <FormSection title={text('CAPACITY_WEIGHTS')} why={text('CAPACITY_WEIGHTS_WHY')}>
        <div className={styles.weights}>
          {weighedChannels.map((type) => {
            const count = atOnce(form.values[type]);
            return (
              <TextInput
                key={type}
                label={<Label name={text(channelNames[type])} />}
                description={count === null ? text('CAPACITY_UNKNOWN') : text('CAPACITY_AT_ONCE', { count })}
                inputMode="numeric"
                {...form.typed(type)}
              />
            );
          })}
        </div>
      </FormSection>
    </FormBody>
  );
}

/** How many conversations an agent of the account has at once, by the channels they come by. */
export function CapacityPage() {
  const text = useText();
  const { accountId } = useScope();
  const weights = useQuery(orpc.capacity.read.queryOptions({ input: { params: { accountId } } }));
  const body = () => {
    if (weights.data !== undefined) return <CapacityForm key={accountId} weights={weights.data} />;
    if (weights.isError) {
      return <ErrorState title={text('CAPACITY_FAILED')} problem={weights.error} onRetry={() => void weights.refetch()} />;
    }
    return <SkeletonRows rows={5} />;
  };
  return <Sheet title={text('ADMINISTRATION_CAPACITY')}>{body()}</Sheet>;
}
