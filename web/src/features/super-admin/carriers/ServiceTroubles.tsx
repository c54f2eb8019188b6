import { Button } from '@mantine/core';
import type { CarrierService, CarrierServiceTrouble } from '@parley/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { KeptOriginal, Original } from '../../../ui/KeptOriginal.tsx';
import { KeptList } from '../../../ui/list/KeptList.tsx';
import { toastError, toastProblem, toastSuccess } from '../../../ui/toast.ts';

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
  return (
    <FormSection title={text('SERVICES_TROUBLES')} why={text('SERVICES_TROUBLES_WHY')}>
      <KeptList found={found} failed={text('SERVICES_TROUBLES_FAILED')} none={text('SERVICES_TROUBLES_NONE')}>
        {(trouble) => <Trouble key={trouble.id} trouble={trouble} params={params} />}
      </KeptList>
    </FormSection>
  );
}
