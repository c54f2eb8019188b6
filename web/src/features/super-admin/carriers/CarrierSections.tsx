import { Switch, TextInput } from '@mantine/core';
import { CarrierKind, carrierKinds } from '@parley/contract';
import { ChoiceField } from '../../../forms/ChoiceField.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { type TextKey, useText } from '../../../text.ts';
import { carrierKindNames, fallbackNames, longTextNames, receiptIdNames } from '../../administration/public.ts';
import styles from '../SuperAdmin.module.css';
import { type CarrierValues, numberNames, smppNumbers } from './carrier-values.ts';
import { VendorReasons } from './VendorReasons.tsx';

interface SectionProps {
  form: Form<CarrierValues>;
}

const optionsOf = (names: Readonly<Record<string, TextKey>>, text: (key: TextKey) => string) =>
  Object.entries(names).map(([value, name]) => ({ value, label: text(name) }));

/** What an SMPP line needs beyond its address. */
function SmppSection({ form }: SectionProps) {
  const text = useText();
  return (
    <FormSection title={text('CARRIERS_SMPP')} why={text('CARRIERS_SMPP_WHY')}>
      <div className={styles.two}>
        <ChoiceField
          label={<Label name={text('CARRIERS_RECEIPT_IDS')} />}
          options={optionsOf(receiptIdNames, text)}
          field={form.chosen('receiptIds')}
        />
        <ChoiceField
          label={<Label name={text('CARRIERS_LONG_TEXTS')} />}
          options={optionsOf(longTextNames, text)}
          field={form.chosen('longTexts')}
        />
        <TextInput label={<Label name={text('CARRIERS_SYSTEM_TYPE')} optional />} {...form.typed('systemType')} />
        {smppNumbers.map((field) => (
          <TextInput key={field} label={<Label name={text(numberNames[field])} />} inputMode="numeric" {...form.typed(field)} />
        ))}
      </div>
      <Switch label={text('CARRIERS_RESENDS')} description={text('CARRIERS_RESENDS_WORDS')} {...form.switched('resendsUnknown')} />
      <VendorReasons form={form} />
    </FormSection>
  );
}

/** The fields of a carrier: who it is, and how it is reached. @param isThere its kind stays */
export function CarrierSections({ form, isThere = false }: SectionProps & { isThere?: boolean }) {
  const text = useText();
  const { kind } = form.values;
  const { onChange: _choose, ...chosenKind } = form.chosen('kind');
  return (
    <>
      <FormSection title={text('CARRIERS_ABOUT')} why={text('CARRIERS_ABOUT_WHY')}>
        <TextInput label={<Label name={text('CARRIERS_NAME')} />} maxLength={120} {...form.typed('name')} />
        <TextInput
          label={<Label name={text('CARRIERS_NETWORK_ID')} optional />}
          description={text('CARRIERS_NETWORK_ID_WORDS')}
          maxLength={20}
          {...form.typed('networkId')}
        />
        <Switch label={text('CARRIERS_RESELLER')} description={text('CARRIERS_RESELLER_WORDS')} {...form.switched('reseller')} />
      </FormSection>
      <FormSection title={text('CARRIERS_REACHED')} why={text('CARRIERS_REACHED_WHY')}>
        <ChoiceField
          label={<Label name={text('CARRIERS_KIND')} />}
          {...(isThere ? { description: text('CARRIERS_KIND_STAYS') } : {})}
          options={carrierKinds.map((value) => ({ value, label: text(carrierKindNames[value]) }))}
          field={{ ...chosenKind, onChange: (value) => form.set('kind', CarrierKind.parse(value)) }}
          disabled={isThere}
        />
        <TextInput
          label={<Label name={text('CARRIERS_ADDRESS')} />}
          description={text(kind === 'SMPP' ? 'CARRIERS_ADDRESS_WORDS_SMPP' : 'CARRIERS_ADDRESS_WORDS_WEB')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.typed('address')}
        />
        <TextInput
          label={<Label name={text('CARRIERS_PER_SECOND')} optional />}
          description={text('CARRIERS_PER_SECOND_WORDS')}
          inputMode="numeric"
          {...form.typed('perSecond')}
        />
        {kind === 'SMPP' ? null : (
          <ChoiceField
            label={<Label name={text('CARRIERS_FALLBACK_BY')} />}
            description={text('CARRIERS_FALLBACK_BY_WORDS')}
            options={optionsOf(fallbackNames, text)}
            field={form.chosen('fallbackBy')}
          />
        )}
      </FormSection>
      {kind === 'SMPP' ? <SmppSection form={form} /> : null}
    </>
  );
}
