import { Select, Switch, TextInput } from '@mantine/core';
import { Asked } from '@parley/contract';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { type TextKey, useText } from '../../../text.ts';
import styles from './Widget.module.css';
import { type AskField, askFields, type WidgetValues } from './widget-values.ts';

const names: Record<AskField, TextKey> = {
  askName: 'WIDGETS_ASK_NAME',
  askEmail: 'WIDGETS_ASK_EMAIL',
  askPhone: 'WIDGETS_ASK_PHONE',
  askConsent: 'WIDGETS_ASK_CONSENT',
};
const choices: Record<Asked, TextKey> = {
  NO: 'WIDGETS_ASKED_NOT',
  OPTIONAL: 'WIDGETS_ASKED_OPTIONAL',
  REQUIRED: 'WIDGETS_ASKED_REQUIRED',
};

/** What a visitor is asked before the first message (administration, section 3: gather-visitor-info). */
export function WidgetAsks({ form }: { form: Form<WidgetValues> }) {
  const text = useText();
  return (
    <FormSection title={text('WIDGETS_ASKS')} why={text('WIDGETS_ASKS_WHY')}>
      <div className={styles.two}>
        {(Object.keys(askFields) as AskField[]).map((field) => (
          <Select
            key={field}
            label={text(names[field])}
            data={Asked.options.map((value) => ({ value, label: text(choices[value]) }))}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            {...form.chosen(field)}
          />
        ))}
      </div>
      <TextInput
        label={<Label name={text('WIDGETS_PRIVACY_URL')} optional />}
        description={text('WIDGETS_PRIVACY_URL_WORDS')}
        type="url"
        {...form.typed('privacyUrl')}
      />
      <Switch label={text('WIDGETS_CLOSED_FORM')} description={text('WIDGETS_CLOSED_FORM_WORDS')} {...form.switched('closedForm')} />
    </FormSection>
  );
}
