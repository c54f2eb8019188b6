import { Button } from '@mantine/core';
import type { Carrier } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { nameCrumb } from '../../../crumbs.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import styles from '../SuperAdmin.module.css';
import { CarrierSections } from './CarrierSections.tsx';
import { carriersPlace, servicesPlace } from './carrier-places.ts';
import { type CarrierValues, carrierProblems, carrierRules, replacementsOf, valuesOf } from './carrier-values.ts';
import { carriersChanged } from './carriers-changed.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

type Changes = Parameters<typeof api.carriers.change>[0]['body'];

function CarrierForm({ carrier }: { carrier: Carrier }) {
  const text = useText();
  const form = useForm<CarrierValues>({ values: valuesOf(carrier), rules: carrierRules, fieldsOfProblems: carrierProblems });
  const save = async (values: CarrierValues) => {
    const params = { carrierId: carrier.id };
    const changed = await api.carriers.change({ params, body: replacementsOf(form.changed(), values) as Changes });
    queryClient.setQueryData(orpc.carriers.one.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void carriersChanged();
  };
  return (
    <FormBody
      form={form}
      save={text('FORM_SAVE')}
      onSave={save}
      others={
        <FormSection title={text('SERVICES_OF')} why={text('SERVICES_OF_WHY')}>
          <p className={styles.words}>{text('SERVICES_COUNT', { count: carrier.serviceCount })}</p>
          <div>
            <LinkButton to={servicesPlace(carrier.id)} variant="default">
              {text('SERVICES_OPEN')}
            </LinkButton>
          </div>
        </FormSection>
      }
    >
      <CarrierSections form={form} isThere />
    </FormBody>
  );
}

/** One carrier: its fields, the way to its services, and its deletion. */
export function CarrierPage() {
  const text = useText();
  const { carrierId = '' } = useParams({ strict: false });
  const [isDeleting, setDeleting] = useState(false);
  const found = useQuery(orpc.carriers.one.queryOptions({ input: { params: { carrierId } } }));
  const carrier = found.data;
  useEffect(() => {
    if (carrier !== undefined) nameCrumb(carrier.id, carrier.name);
  }, [carrier]);
  const back = { to: carriersPlace, label: text('CARRIERS_BACK') };
  if (carrier === undefined)
    return <SheetToCome title={text('CARRIERS_ONE')} back={back} found={found} failed={text('CARRIERS_ONE_FAILED')} />;
  return (
    <Sheet
      title={carrier.name}
      back={back}
      actions={
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          {text('CARRIERS_DELETE')}
        </Button>
      }
    >
      <CarrierForm key={carrier.id} carrier={carrier} />
      {isDeleting ? (
        <DeleteDialog
          name={carrier.name}
          words={text('CARRIERS_DELETE_WORDS')}
          carrierId={carrier.id}
          after={carriersPlace}
          remove={() => api.carriers.remove({ params: { carrierId } })}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </Sheet>
  );
}
