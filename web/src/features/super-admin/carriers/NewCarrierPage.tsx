import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { CarrierSections } from './CarrierSections.tsx';
import { carrierPlace, carriersPlace } from './carrier-places.ts';
import { type CarrierValues, carrierProblems, carrierRules, emptyCarrier, sentOf } from './carrier-values.ts';
import { carriersChanged } from './carriers-changed.ts';

/** Makes a carrier. */
export function NewCarrierPage() {
  const text = useText();
  const navigate = useNavigate();
  const form = useForm<CarrierValues>({ values: emptyCarrier, rules: carrierRules, fieldsOfProblems: carrierProblems });
  const [idOf] = useState(askedIds);
  const create = async (values: CarrierValues) => {
    const body = sentOf(values);
    const made = await api.carriers.create({ body: { ...body, clientCarrierId: idOf(body) } });
    form.reset();
    void carriersChanged();
    toastSuccess('CARRIERS_CREATED', { name: made.name });
    void navigate({ ...carrierPlace(made.id), replace: true });
  };
  return (
    <Sheet title={text('CARRIERS_NEW')} back={{ to: carriersPlace, label: text('CARRIERS_BACK') }}>
      <FormBody form={form} save={text('CARRIERS_CREATE')} onSave={create}>
        <CarrierSections form={form} />
      </FormBody>
    </Sheet>
  );
}
