import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { AccountLanguage, Feature } from '@parley/contract';
import { useMemo } from 'react';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { SecretField } from '../../../forms/SecretField.tsx';
import { TimeZoneField } from '../../../forms/TimeZoneField.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { currentLanguage, type TextKey, useText } from '../../../text.ts';
import { featureNames } from '../../administration/public.ts';
import styles from '../SuperAdmin.module.css';
import type { AccountValues } from './account-form.ts';
import { countriesIn } from './countries.ts';

const featureWords = {
  EVALUATIONS: 'ACCOUNTS_FEATURE_EVALUATIONS',
  VIOLATIONS: 'ACCOUNTS_FEATURE_VIOLATIONS',
  KNOWLEDGE_BASE: 'ACCOUNTS_FEATURE_KNOWLEDGE_BASE',
  TAGS: 'ACCOUNTS_FEATURE_TAGS',
  USER_EMAIL_CREATION: 'ACCOUNTS_FEATURE_USER_EMAIL_CREATION',
  USER_EMAIL_TICKET_CREATION: 'ACCOUNTS_FEATURE_USER_EMAIL_TICKET_CREATION',
  AGENT_PERFORMANCE_REPORT: 'ACCOUNTS_FEATURE_AGENT_PERFORMANCE_REPORT',
} as const satisfies Record<Feature, TextKey>;

interface Part {
  form: Form<AccountValues>;
}

function Company({ form }: Part) {
  const text = useText();
  const language = currentLanguage();
  const countries = useMemo(() => countriesIn(language), [language]);
  const country = form.chosen('country');
  return (
    <FormSection title={text('ACCOUNTS_NAMES')} why={text('ACCOUNTS_NAMES_WHY')}>
      <TextInput label={<Label name={text('USERS_NAME')} />} {...form.typed('name')} />
      <TextInput label={<Label name={text('AUDIT_FIELD_TRADE_NAME')} optional />} {...form.typed('companyTradeName')} />
      <div className={styles.two}>
        <TextInput label={<Label name={text('AUDIT_FIELD_INDUSTRY')} optional />} {...form.typed('industry')} />
        <Select
          label={<Label name={text('AUDIT_FIELD_COUNTRY')} optional />}
          placeholder={text('ACCOUNTS_COUNTRY_NONE')}
          data={countries}
          searchable
          limit={300}
          nothingFoundMessage={text('FORM_NOTHING_FOUND')}
          comboboxProps={{ withinPortal: false }}
          {...country}
          value={country.value === '' ? null : country.value}
          onChange={(code) => country.onChange(code ?? '')}
        />
      </div>
      <Textarea label={<Label name={text('AUDIT_FIELD_DESCRIPTION')} optional />} autosize minRows={2} {...form.typed('description')} />
    </FormSection>
  );
}

function Place({ form }: Part) {
  const text = useText();
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  return (
    <FormSection title={text('ACCOUNTS_PLACE')} why={text('ACCOUNTS_PLACE_WHY')}>
      <Select
        label={<Label name={text('USERS_LANGUAGE')} />}
        data={AccountLanguage.options.map((value) => ({ value, label: names.of(value) ?? value }))}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...form.chosen('language')}
      />
      <TimeZoneField label={text('USERS_TIME_ZONE')} {...form.chosen('timezone')} />
    </FormSection>
  );
}

function Features({ form }: Part) {
  const text = useText();
  return (
    <FormSection title={text('ADMINISTRATION_FEATURES')} why={text('ACCOUNTS_FEATURES_WHY')}>
      {Feature.options.map((feature) => (
        <Switch key={feature} label={text(featureNames[feature])} description={text(featureWords[feature])} {...form.switched(feature)} />
      ))}
    </FormSection>
  );
}

function Key({ form, field, name, isSet }: Part & { field: 'pbxApiKey' | 'callCentreApiKey'; name: TextKey; isSet: boolean }) {
  const { error, onBlur } = form.chosen(field);
  return (
    <SecretField
      name={field}
      label={useText()(name)}
      isSet={isSet}
      value={form.values[field]}
      onChange={(value) => form.set(field, value)}
      onBlur={onBlur}
      error={error}
    />
  );
}

function Address({ form, field, name }: Part & { field: keyof AccountValues; name: TextKey }) {
  const text = useText();
  return (
    <TextInput label={<Label name={text(name)} optional />} type="url" inputMode="url" placeholder="https://" {...form.typed(field)} />
  );
}

/** Every field of an account, in the sections of its form. */
export function AccountSections({
  form,
  hasPbxApiKey,
  hasCallCentreApiKey,
}: Part & { hasPbxApiKey: boolean; hasCallCentreApiKey: boolean }) {
  const text = useText();
  return (
    <>
      <Company form={form} />
      <Place form={form} />
      <Features form={form} />
      <FormSection title={text('ACCOUNTS_TELEPHONE')} why={text('ACCOUNTS_TELEPHONE_WHY')}>
        <Switch label={text('AUDIT_FIELD_WEBRTC')} {...form.switched('webrtcEnabled')} />
        <Address form={form} field="pbxIntegrationUrl" name="AUDIT_FIELD_PBX_ADDRESS" />
        <Address form={form} field="unifyPBXSSOIntegrationUrl" name="AUDIT_FIELD_PBX_SIGN_ON" />
        <Key form={form} field="pbxApiKey" name="AUDIT_FIELD_PBX_KEY" isSet={hasPbxApiKey} />
      </FormSection>
      <FormSection title={text('ACCOUNTS_CALL_CENTRE')} why={text('ACCOUNTS_CALL_CENTRE_WHY')}>
        <Address form={form} field="unifyCCAgentSSOIntegrationUrl" name="AUDIT_FIELD_AGENT_SIGN_ON" />
        <Address form={form} field="unifyCCAdminSSOIntegrationUrl" name="AUDIT_FIELD_ADMIN_SIGN_ON" />
        <Key form={form} field="callCentreApiKey" name="AUDIT_FIELD_CALL_CENTRE_KEY" isSet={hasCallCentreApiKey} />
      </FormSection>
      <FormSection title={text('ACCOUNTS_OTHER_SYSTEMS')} why={text('ACCOUNTS_OTHER_SYSTEMS_WHY')}>
        <div className={styles.two}>
          <TextInput label={<Label name={text('AUDIT_FIELD_SERIAL_NUMBER')} optional />} {...form.typed('serialNumber')} />
          <TextInput label={<Label name={text('AUDIT_FIELD_GOOGLE_PROJECT')} optional />} {...form.typed('googleProjectId')} />
        </div>
        <TextInput label={<Label name={text('AUDIT_FIELD_EXTERNAL_USER')} optional />} {...form.typed('externalUserId')} />
      </FormSection>
    </>
  );
}
