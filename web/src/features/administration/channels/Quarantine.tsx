import { Button } from '@mantine/core';
import type { ChannelHealth, QuarantinedDelivery } from '@parley/contract';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { KeptOriginal, Original } from '../../../ui/KeptOriginal.tsx';
import { KeptList } from '../../../ui/list/KeptList.tsx';
import { toastError, toastProblem, toastSuccess } from '../../../ui/toast.ts';
import { useScope } from '../scope.ts';
import styles from './Channels.module.css';
import { RunAll } from './RunAll.tsx';

interface KeptProps {
  delivery: QuarantinedDelivery;
  params: { accountId: string; channelApplicationId: string };
}

/** The whole of it, read when it is asked for. */
function HowItCame({ delivery, params }: KeptProps) {
  const text = useText();
  const input = { params: { ...params, deliveryId: delivery.id } };
  const whole = useQuery(orpc.channelHealth.original.queryOptions({ input, enabled: !delivery.isWhole }));
  const shown = whole.data ?? delivery;
  return (
    <>
      {delivery.error === '' ? null : <p className={styles.small}>{text('CHANNELS_QUARANTINE_TECHNICAL', { error: delivery.error })}</p>}
      <Original>{shown.original}</Original>
      {shown.isWhole ? null : <p className={styles.small}>{text('CHANNELS_QUARANTINE_CUT')}</p>}
    </>
  );
}

const whyKeys = {
  NOT_JSON: 'CHANNELS_QUARANTINE_NOT_JSON',
  FIELD: 'CHANNELS_QUARANTINE_FIELD',
  NOT_DOCUMENTED: 'CHANNELS_QUARANTINE_NOT_DOCUMENTED',
  NO_SENDER: 'CHANNELS_QUARANTINE_NO_SENDER',
  OWN_ADDRESS: 'CHANNELS_QUARANTINE_OWN_ADDRESS',
  OWN_COPY: 'CHANNELS_QUARANTINE_OWN_COPY',
  REPORT_OF_NOTHING: 'CHANNELS_QUARANTINE_REPORT_OF_NOTHING',
  DISPLAY_NOTICE: 'CHANNELS_QUARANTINE_DISPLAY_NOTICE',
  OTHER: 'CHANNELS_QUARANTINE_OTHER',
} as const;

const whyWords = ({ why: { kind, field } }: QuarantinedDelivery, text: ReturnType<typeof useText>): string =>
  field === null ? text(kind === 'FIELD' ? 'CHANNELS_QUARANTINE_SHAPE' : whyKeys[kind]) : text('CHANNELS_QUARANTINE_FIELD', { field });

function Kept({ delivery, params }: KeptProps) {
  const text = useText();
  const { dateTime } = useFormat();
  const run = useMutation({
    mutationFn: () => api.channelHealth.runAgain({ params: { ...params, deliveryId: delivery.id } }),
    onSuccess({ released }) {
      if (released) toastSuccess('CHANNELS_QUARANTINE_RELEASED');
      else toastError('CHANNELS_QUARANTINE_STAYS');
    },
    onError: toastProblem,
    onSettled: () => Promise.all([orpc.channelHealth, orpc.audit].map((part) => queryClient.invalidateQueries({ queryKey: part.key() }))),
  });
  const time = dateTime(delivery.receivedAt);
  const from = delivery.address === '' ? [] : [text('CHANNELS_QUARANTINE_FROM', { address: delivery.address })];
  return (
    <KeptOriginal
      time={time}
      lines={[...from, whyWords(delivery, text)]}
      label={text('CHANNELS_QUARANTINE_ORIGINAL')}
      original={() => <HowItCame delivery={delivery} params={params} />}
      actions={
        <Button
          variant="default"
          loading={run.isPending}
          onClick={() => run.mutate()}
          aria-label={text('CHANNELS_QUARANTINE_RUN_OF', { time })}
        >
          {text('CHANNELS_QUARANTINE_RUN')}
        </Button>
      }
    />
  );
}

/** What is kept of one end, newest first, a page after the other. */
function useKept(params: KeptProps['params'], kept: 'QUARANTINED' | 'PUT_ASIDE') {
  return useInfiniteQuery({
    queryKey: [...orpc.channelHealth.quarantine.key(), params.channelApplicationId, kept],
    queryFn: ({ pageParam, signal }) =>
      api.channelHealth.quarantine({ params, query: { kept, ...(pageParam !== undefined && { after: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.last ? undefined : page.content.at(-1)?.id),
  });
}

/** E-mails of a mailbox that became nothing: as they came, why, and taking one as new all the same. */
export function PutAside({ health }: { health: ChannelHealth }) {
  const text = useText();
  const { accountId } = useScope();
  const params = { accountId, channelApplicationId: health.id };
  const found = useKept(params, 'PUT_ASIDE');
  return (
    <FormSection title={text('CHANNELS_PUT_ASIDE')} why={text('CHANNELS_PUT_ASIDE_WHY')}>
      <KeptList found={found} failed={text('CHANNELS_PUT_ASIDE_FAILED')} none={text('CHANNELS_PUT_ASIDE_NONE')}>
        {(delivery) => <Kept key={delivery.id} delivery={delivery} params={params} />}
      </KeptList>
    </FormSection>
  );
}

/** What came in by an end and could not be worked on, newest first: as it came, why, and running it again. */
export function Quarantine({ health }: { health: ChannelHealth }) {
  const text = useText();
  const { accountId } = useScope();
  const params = { accountId, channelApplicationId: health.id };
  const found = useKept(params, 'QUARANTINED');
  return (
    <FormSection title={text('CHANNELS_QUARANTINE')} why={text('CHANNELS_QUARANTINE_WHY')}>
      <KeptList
        found={found}
        failed={text('CHANNELS_QUARANTINE_FAILED')}
        none={text('CHANNELS_QUARANTINE_NONE')}
        above={<RunAll health={health} />}
      >
        {(delivery) => <Kept key={delivery.id} delivery={delivery} params={params} />}
      </KeptList>
    </FormSection>
  );
}
