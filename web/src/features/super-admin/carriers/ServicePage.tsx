import { Button } from '@mantine/core';
import type { CarrierService } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { servicesPlace } from './carrier-places.ts';
import { carriersChanged } from './carriers-changed.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ServiceSections } from './ServiceSections.tsx';
import { ServiceTroubles } from './ServiceTroubles.tsx';
import { type ServiceValues, serviceProblems, serviceRules, valuesOf } from './service-values.ts';
import { useCarrierCrumb } from './use-carrier-crumb.ts';

type Changes = Parameters<typeof api.carrierServices.change>[0]['body'];

function ServiceForm({ service }: { service: CarrierService }) {
  const text = useText();
  const form = useForm<ServiceValues>({ values: valuesOf(service), rules: serviceRules, fieldsOfProblems: serviceProblems });
  const save = async (values: ServiceValues) => {
    const params = { carrierId: service.carrierId, serviceId: service.id };
    const body = form.changed().map((path) => ({ op: 'replace', path, value: values[path] })) as Changes;
    const changed = await api.carrierServices.change({ params, body });
    queryClient.setQueryData(orpc.carrierServices.one.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void carriersChanged();
  };
  return (
    <FormBody
      form={form}
      save={text('FORM_SAVE')}
      onSave={save}
      others={service.channelType === 'SMS' ? <ServiceTroubles service={service} /> : null}
    >
      <ServiceSections form={form} isThere isUsed={service.useCount > 0} />
    </FormBody>
  );
}

/** One service of a carrier: its fields, and its deletion. */
export function ServicePage() {
  const text = useText();
  const { carrierId = '', serviceId = '' } = useParams({ strict: false });
  useCarrierCrumb(carrierId);
  const [isDeleting, setDeleting] = useState(false);
  const params = { carrierId, serviceId };
  const found = useQuery(orpc.carrierServices.one.queryOptions({ input: { params } }));
  const back = { to: servicesPlace(carrierId), label: text('SERVICES_BACK') };
  const service = found.data;
  if (service === undefined)
    return <SheetToCome title={text('SERVICES_ONE')} back={back} found={found} failed={text('SERVICES_ONE_FAILED')} />;
  return (
    <Sheet
      title={service.title}
      back={back}
      beside={text('SERVICES_USE_COUNT', { count: service.useCount })}
      actions={
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          {text('CARRIERS_DELETE')}
        </Button>
      }
    >
      <ServiceForm key={service.id} service={service} />
      {isDeleting ? (
        <DeleteDialog
          name={service.title}
          words={text('SERVICES_DELETE_WORDS')}
          carrierId={carrierId}
          after={servicesPlace(carrierId)}
          remove={() => api.carrierServices.remove({ params })}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </Sheet>
  );
}
