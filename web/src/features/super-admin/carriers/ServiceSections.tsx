import { Radio, TextInput } from '@mantine/core';
import { CommunicationType, carriedChannels, communicationTypes } from '@parley/contract';
import { ChoiceField } from '../../../forms/ChoiceField.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { PasswordField } from '../../../forms/PasswordField.tsx';
import { SecretField } from '../../../forms/SecretField.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { type TextKey, useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { communicationNames } from '../../administration/public.ts';
import styles from '../SuperAdmin.module.css';
import type { ServiceValues } from './service-values.ts';

const communicationWords = {
  TWO_WAY: 'SERVICES_TWO_WAY_WORDS',
  ONE_WAY: 'SERVICES_ONE_WAY_WORDS',
} as const satisfies Record<CommunicationType, TextKey>;

interface ServiceSectionsProps {
  form: Form<ServiceValues>;
  /** It is there already, so that it has a password. */
  isThere?: boolean;
  /** Ends of channels speak through it: what it brings stays. */
  isUsed?: boolean;
}

/** The fields of a carrier's service: what was bought, and how one signs in. */
export function ServiceSections({ form, isThere = false, isUsed = false }: ServiceSectionsProps) {
  const text = useText();
  const { onChange: _choose, ...channel } = form.chosen('channelType');
  const communication = form.chosen('communicationType');
  const { error, onBlur } = form.chosen('password');
  return (
    <>
      <FormSection title={text('SERVICES_ABOUT')} why={text('SERVICES_ABOUT_WHY')}>
        <TextInput label={<Label name={text('SERVICES_TITLE')} />} maxLength={120} {...form.typed('title')} />
        <ChoiceField
          label={<Label name={text('SERVICES_CHANNEL')} />}
          options={carriedChannels.map((value) => ({ value, label: text(channelNames[value]) }))}
          field={{ ...channel, onChange: (value) => form.set('channelType', value === 'VIBER' ? 'VIBER' : 'SMS') }}
          disabled={isUsed}
        />
        <Radio.Group
          name={communication.name}
          label={<Label name={text('SERVICES_COMMUNICATION')} />}
          error={communication.error}
          value={form.values.communicationType}
          onChange={(value) => form.set('communicationType', CommunicationType.parse(value))}
        >
          <div className={styles.choices}>
            {communicationTypes.map((type) => (
              <Radio
                key={type}
                value={type}
                name={communication.name}
                disabled={isUsed}
                label={text(communicationNames[type])}
                description={text(communicationWords[type])}
              />
            ))}
          </div>
        </Radio.Group>
        {isUsed ? <p className={styles.words}>{text('SERVICES_TYPES_IN_USE')}</p> : null}
      </FormSection>
      <FormSection title={text('SERVICES_SIGN_IN')} why={text('SERVICES_SIGN_IN_WHY')}>
        <TextInput
          label={<Label name={text('SERVICES_USERNAME')} />}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          {...form.typed('username')}
        />
        {isThere ? (
          <SecretField
            name="password"
            label={text('SERVICES_PASSWORD')}
            isSet
            isNeeded
            value={form.values.password}
            onChange={(value) => form.set('password', value)}
            onBlur={onBlur}
            error={error}
          />
        ) : (
          <PasswordField label={<Label name={text('SERVICES_PASSWORD')} />} autoComplete="off" {...form.typed('password')} />
        )}
      </FormSection>
    </>
  );
}
