import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FailureReason, failureReasons } from '@parley/contract';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { type CarrierValues, faultyReasons, type TypedReason } from './carrier-values.ts';
import styles from './VendorReasons.module.css';

/** What the carrier's own codes mean: a row each, added, changed and taken away. */
export function VendorReasons({ form }: { form: Form<CarrierValues> }) {
  const text = useText();
  const rows = form.values.vendorReasons;
  const faults = form.faults.vendorReasons === undefined ? [] : faultyReasons(rows);
  const set = (changed: TypedReason[]) => form.set('vendorReasons', changed);
  const change = (place: number, more: Partial<TypedReason>) => set(rows.map((row, its) => (its === place ? { ...row, ...more } : row)));
  return (
    <fieldset className={styles.all}>
      <legend>{text('CARRIERS_VENDOR_REASONS')}</legend>
      <p className={styles.words}>{text('CARRIERS_VENDOR_REASONS_WORDS')}</p>
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place until it is saved.
        <div key={place} className={styles.row}>
          <TextInput
            name={`vendorReasons.${place}`}
            aria-label={text('CARRIERS_VENDOR_CODE_OF', { n: place + 1 })}
            placeholder="0x401"
            autoComplete="off"
            value={row.code}
            error={faults[place] === true ? text('CARRIERS_VENDOR_CODE_INVALID') : undefined}
            onChange={(event) => change(place, { code: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={text('CARRIERS_VENDOR_REASON_OF', { n: place + 1 })}
            data={failureReasons.map((value) => ({ value, label: text(`COMMUNICATIONS_MESSAGE_FAILED_REASON_${value}`) }))}
            value={row.reason}
            onChange={(event) => change(place, { reason: event.currentTarget.value as FailureReason })}
          />
          <Button
            variant="subtle"
            color="red"
            aria-label={text('CARRIERS_VENDOR_REMOVE', { n: place + 1 })}
            onClick={() => set(rows.filter((_row, its) => its !== place))}
          >
            <Icon name="trash" />
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => set([...rows, { code: '', reason: 'INSUFFICIENT_FUNDS' }])}
        >
          {text('CARRIERS_VENDOR_ADD')}
        </Button>
      </div>
    </fieldset>
  );
}
