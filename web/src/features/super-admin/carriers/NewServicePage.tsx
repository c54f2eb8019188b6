import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { servicePlace, servicesPlace } from './carrier-places.ts';
import { carriersChanged } from './carriers-changed.ts';
import { ServiceSections } from './ServiceSections.tsx';
import { emptyService, type ServiceValues, sentOf, serviceProblems, serviceRules } from './service-values.ts';
import { useCarrierCrumb } from './use-carrier-crumb.ts';

/** Makes a service of a carrier. */
export function NewServicePage() {
  const text = useText();
  const navigate = useNavigate();
  const { carrierId = '' } = useParams({ strict: false });
  useCarrierCrumb(carrierId);
  const form = useForm<ServiceValues>({ values: emptyService, rules: serviceRules, fieldsOfProblems: serviceProblems });
  const [idOf] = useState(askedIds);
  const create = async (values: ServiceValues) => {
    const body = sentOf(values);
    const made = await api.carrierServices.create({ params: { carrierId }, body: { ...body, clientServiceId: idOf(body) } });
    form.reset();
    void carriersChanged();
    toastSuccess('SERVICES_CREATED', { name: made.title });
    void navigate({ ...servicePlace(carrierId, made.id), replace: true });
  };
  return (
    <Sheet title={text('SERVICES_NEW')} back={{ to: servicesPlace(carrierId), label: text('SERVICES_BACK') }}>
      <FormBody form={form} save={text('SERVICES_CREATE')} onSave={create}>
        <ServiceSections form={form} />
      </FormBody>
    </Sheet>
  );
}
