import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { ChoiceField } from '../../../forms/ChoiceField.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { communicationNames } from '../audit/channel-words.ts';
import styles from './ChannelEnds.module.css';
import type { EndValues } from './end-values.ts';

/** Through which carrier, and which of its services, an end speaks. */
export function ServiceField({ form, channelType }: { form: Form<EndValues>; channelType: 'SMS' | 'VIBER' }) {
  const text = useText();
  const found = useQuery(orpc.carrierServices.choices.queryOptions({ input: { query: { channelType } } }));
  if (found.isError) return <ErrorState title={text('ENDS_SERVICES_FAILED')} problem={found.error} onRetry={() => void found.refetch()} />;
  const services = found.data?.content ?? [];
  const toCarriers = (
    <Link {...linkOptions({ to: '/super-admin/settings/carriers' })} className={styles.link}>
      {text('ENDS_TO_CARRIERS')}
    </Link>
  );
  if (found.data !== undefined && services.length === 0)
    return (
      <p className={styles.words}>
        {text('ENDS_NO_SERVICES')} {toCarriers}
      </p>
    );
  const { carrierId } = form.values;
  const carriers = new Map(services.map(({ carrierId: id, carrierName }) => [id, carrierName]));
  const offered = services.filter((service) => service.carrierId === carrierId);
  const choose = (id: string | null) => {
    form.set('carrierId', id);
    // What a carrier has one of need not be chosen once more.
    const its = services.filter((service) => service.carrierId === id);
    form.set('serviceId', its.length === 1 ? (its[0]?.id ?? null) : null);
  };
  return (
    <div className={styles.two}>
      <ChoiceField
        label={<Label name={text('ENDS_CARRIER')} />}
        choose={text('ENDS_CHOOSE_CARRIER')}
        options={[...carriers].map(([value, label]) => ({ value, label }))}
        field={{ ...form.chosen('carrierId'), onChange: choose }}
        disabled={found.data === undefined}
      />
      <ChoiceField
        label={<Label name={text('ENDS_SERVICE')} />}
        choose={text('ENDS_CHOOSE_SERVICE')}
        options={offered.map(({ id, title, communicationType }) => ({
          value: id,
          label: `${title} (${text(communicationNames[communicationType])})`,
        }))}
        field={form.chosen('serviceId')}
        disabled={carrierId === null}
      />
    </div>
  );
}
