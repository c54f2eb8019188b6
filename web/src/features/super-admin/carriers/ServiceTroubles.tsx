import { Button } from '@mantine/core';
import type { CarrierService, CarrierServiceTrouble } from '@parley/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { KeptOriginal, Original } from '../../../ui/KeptOriginal.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastError, toastProblem, toastSuccess } from '../../../ui/toast.ts';
import styles from '../SuperAdmin.module.css';

const troublesChanged = () =>
  Promise.all(
    [orpc.carrierTroubles, orpc.carrierServices, orpc.audit].map((part) => queryClient.invalidateQueries({ queryKey: part.key() })),
  );

interface TroubleProps {
  trouble: CarrierServiceTrouble;
  params: { carrierId: string; serviceId: string };
}

function Trouble({ trouble, params }: TroubleProps) {
  const text = useText();
  const { dateTime } = useFormat();
  const [isDeleting, setDeleting] = useState(false);
  const { id: troubleId, address, named } = trouble;
  const give = useMutation({
    mutationFn: () => api.carrierTroubles.give({ params: { ...params, troubleId } }),
    onSuccess({ given }) {
      if (given) toastSuccess('SERVICES_TROUBLES_GIVEN');
      else toastError('SERVICES_TROUBLES_NOBODY');
    },
    onError: toastProblem,
    onSettled: troublesChanged,
  });
  const remove = async () => {
    await api.carrierTroubles.remove({ params: { ...params, troubleId } });
    toastSuccess('SERVICES_TROUBLES_DELETED');
    void troublesChanged();
    return true;
  };
  const time = dateTime(trouble.receivedAt);
  return (
    <>
      <KeptOriginal
        time={time}
        lines={[named === '' ? text('SERVICES_TROUBLES_OF_NOBODY', { address }) : text('SERVICES_TROUBLES_OF', { address, to: named })]}
        label={text('CHANNELS_QUARANTINE_ORIGINAL')}
        original={() => <Original>{trouble.original}</Original>}
        actions={
          <>
            <Button
              variant="default"
              loading={give.isPending}
              onClick={() => give.mutate()}
              aria-label={text('SERVICES_TROUBLES_GIVE_OF', { time })}
            >
              {text('SERVICES_TROUBLES_GIVE')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              onClick={() => setDeleting(true)}
              aria-label={text('SERVICES_TROUBLES_DELETE_OF', { time })}
            >
              {text('SERVICES_TROUBLES_DELETE')}
            </Button>
          </>
        }
      />
      {isDeleting ? (
        <ConfirmDialog
          title={text('SERVICES_TROUBLES_DELETE_SURE')}
          words={text('SERVICES_TROUBLES_DELETE_WORDS')}
          verb={text('SERVICES_TROUBLES_DELETE')}
          danger
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}

/** What came over a service for a sender that nobody has, newest first: as it came, giving it to whose it is by now, and deleting it. */
export function ServiceTroubles({ service }: { service: CarrierService }) {
  const text = useText();
  const params = { carrierId: service.carrierId, serviceId: service.id };
  const found = useInfiniteQuery({
    queryKey: [...orpc.carrierTroubles.list.key(), service.id],
    queryFn: ({ pageParam, signal }) =>
      api.carrierTroubles.list({ params, query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.last ? undefined : page.content.at(-1)?.id),
  });
  const all = found.data?.pages.flatMap(({ content }) => content) ?? [];
  return (
    <FormSection title={text('SERVICES_TROUBLES')} why={text('SERVICES_TROUBLES_WHY')}>
      {found.isPending ? (
        <SkeletonRows rows={2} />
      ) : found.isError ? (
        <ErrorState title={text('SERVICES_TROUBLES_FAILED')} problem={found.error} onRetry={() => void found.refetch()} />
      ) : all.length === 0 ? (
        <p className={styles.small}>{text('SERVICES_TROUBLES_NONE')}</p>
      ) : (
        <ul className={styles.kept}>
          {all.map((trouble) => (
            <Trouble key={trouble.id} trouble={trouble} params={params} />
          ))}
        </ul>
      )}
      {found.hasNextPage ? (
        <div>
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {text('CHANNELS_QUARANTINE_MORE')}
          </Button>
        </div>
      ) : null}
    </FormSection>
  );
}
