import { Switch, Textarea, TextInput } from '@mantine/core';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { PasswordField } from '../../../forms/PasswordField.tsx';
import { SecretField } from '../../../forms/SecretField.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import type { EndKind } from './end-kinds.ts';
import type { EndValues } from './end-values.ts';
import { ServiceField } from './ServiceField.tsx';

interface SectionProps {
  form: Form<EndValues>;
  /** It is there already, so that it has a token. */
  isThere: boolean;
}

function BotSection({ form, isThere }: SectionProps) {
  const text = useText();
  const { error, onBlur } = form.chosen('token');
  return (
    <FormSection title={text('ENDS_BOT')} why={text('ENDS_BOT_WHY')}>
      {isThere ? (
        <SecretField
          name="token"
          label={text('ENDS_TOKEN')}
          isSet
          isNeeded
          value={form.values.token}
          onChange={(value) => form.set('token', value)}
          onBlur={onBlur}
          error={error}
        />
      ) : (
        <PasswordField label={<Label name={text('ENDS_TOKEN')} />} autoComplete="off" {...form.typed('token')} />
      )}
      <TextInput
        label={<Label name={text('ENDS_CHAT_URI')} />}
        description={text('ENDS_CHAT_URI_WORDS')}
        autoComplete="off"
        spellCheck={false}
        {...form.typed('chatUri')}
      />
      <Textarea
        label={<Label name={text('ENDS_WELCOME')} optional />}
        description={text('ENDS_WELCOME_WORDS')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.typed('welcomeText')}
      />
    </FormSection>
  );
}

function DeliverySection({ form }: Pick<SectionProps, 'form'>) {
  const text = useText();
  return (
    <FormSection title={text('ENDS_DELIVERY')} why={text('ENDS_DELIVERY_WHY')}>
      <TextInput
        label={<Label name={text('ENDS_TTL')} />}
        description={text('ENDS_TTL_WORDS')}
        inputMode="numeric"
        {...form.typed('ttlSeconds')}
      />
      <TextInput
        label={<Label name={text('ENDS_FALLBACK')} optional />}
        description={text('ENDS_FALLBACK_WORDS')}
        autoComplete="off"
        spellCheck={false}
        {...form.typed('fallbackSender')}
      />
    </FormSection>
  );
}

/** The fields of an end of this kind: what it is called, through whom it speaks, and what its customers see. */
export function EndSections({ kind, form, isThere }: SectionProps & { kind: EndKind }) {
  const text = useText();
  const isSms = kind === 'sms-settings';
  return (
    <>
      <FormSection title={text('ENDS_ABOUT')} why={text('ENDS_ABOUT_WHY')}>
        <TextInput label={<Label name={text('ENDS_NAME')} />} maxLength={120} {...form.typed('name')} />
        <Switch label={text('ENDS_ON')} description={text('ENDS_ON_WORDS')} {...form.switched('isOn')} />
      </FormSection>
      {kind === 'viber-support' ? (
        <BotSection form={form} isThere={isThere} />
      ) : (
        <FormSection title={text('ENDS_THROUGH')} why={text('ENDS_THROUGH_WHY')}>
          <ServiceField form={form} channelType={isSms ? 'SMS' : 'VIBER'} />
          <TextInput
            label={<Label name={text('ENDS_SENDER')} />}
            description={text(isSms ? 'ENDS_SMS_SENDER_WORDS' : 'ENDS_VIBER_SENDER_WORDS')}
            autoComplete="off"
            spellCheck={false}
            {...form.typed('sender')}
          />
        </FormSection>
      )}
      {kind === 'viber-channels' ? <DeliverySection form={form} /> : null}
    </>
  );
}
