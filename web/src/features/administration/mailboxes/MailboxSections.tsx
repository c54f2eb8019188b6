import { Switch, Textarea, TextInput } from '@mantine/core';
import {
  actionsAfterFetching,
  type Mailbox,
  mailAuthentications,
  mailboxDirections,
  mayUseOAuth,
  recipientSources,
} from '@parley/contract';
import { ChoiceField } from '../../../forms/ChoiceField.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { type TextKey, useText } from '../../../text.ts';
import styles from './Mailboxes.module.css';
import { MailSecretField } from './MailSecretField.tsx';
import { afterFetchingNames, authenticationNames, directionNames, recipientSourceNames } from './mailbox-names.ts';
import { asksSameSignIn, type MailboxValues, settingsOf } from './mailbox-values.ts';
import { ServerSection } from './ServerSection.tsx';
import { suggestedServers } from './suggested-servers.ts';

export interface MailboxFormProps {
  form: Form<MailboxValues>;
  /** Which secrets are set; null of a mailbox that is being made. */
  kept: Mailbox['secretsSet'] | null;
}

const optionsOf = <Value extends string>(
  values: readonly Value[],
  names: Readonly<Record<Value, TextKey>>,
  text: (key: TextKey) => string,
) => values.map((value) => ({ value, label: text(names[value]) }));

/** Fills in what mail of this address most likely has, where nothing is filled in yet. */
function suggest({ values, set }: Form<MailboxValues>): void {
  const suggested = suggestedServers(values.address);
  if (suggested === null) return;
  const { incoming, outgoing, authentication } = suggested;
  if (values.inHost === '' && values.outHost === '') {
    set('inType', incoming.type);
    set('inHost', incoming.host);
    set('inPort', String(incoming.port));
    set('inSsl', incoming.useSsl);
    set('outHost', outgoing.host);
    set('outPort', String(outgoing.port));
    set('outSsl', outgoing.useSsl);
    set('authentication', authentication);
  }
  if (values.inUser === '') set('inUser', values.address.trim());
  if (values.outUser === '') set('outUser', values.address.trim());
}

function GeneralSection({ form }: MailboxFormProps) {
  const text = useText();
  const { onBlur, ...address } = form.typed('address');
  return (
    <FormSection title={text('MAILBOXES_GENERAL')} why={text('MAILBOXES_GENERAL_WHY')}>
      <TextInput label={<Label name={text('ENDS_NAME')} />} maxLength={120} {...form.typed('name')} />
      <TextInput
        label={<Label name={text('MAILBOXES_ADDRESS')} />}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={320}
        {...address}
        onBlur={() => {
          onBlur();
          suggest(form);
        }}
      />
      <ChoiceField
        label={<Label name={text('MAILBOXES_DIRECTION')} />}
        options={optionsOf(mailboxDirections, directionNames, text)}
        field={form.chosen('direction')}
      />
      <Switch label={text('ENDS_ON')} description={text('MAILBOXES_ON_WORDS')} {...form.switched('isOn')} />
      {form.values.direction === 'OUTGOING' ? null : (
        <Switch label={text('MAILBOXES_CC')} description={text('MAILBOXES_CC_WORDS')} {...form.switched('ticketWhenInCc')} />
      )}
      {form.values.direction === 'INCOMING' ? null : (
        <Switch label={text('MAILBOXES_PLUS')} description={text('MAILBOXES_PLUS_WORDS')} {...form.switched('plusAddress')} />
      )}
    </FormSection>
  );
}

/** How one signs in by the application's registration at Microsoft. */
function OAuthFields({ form, kept }: MailboxFormProps) {
  const text = useText();
  return (
    <>
      <TextInput
        label={<Label name={text('MAILBOXES_USERNAME')} />}
        autoComplete="off"
        spellCheck={false}
        {...form.typed(form.values.direction === 'OUTGOING' ? 'outUser' : 'inUser')}
      />
      <div className={styles.two}>
        <TextInput label={<Label name={text('MAILBOXES_CLIENT_ID')} />} autoComplete="off" spellCheck={false} {...form.typed('clientId')} />
        <TextInput label={<Label name={text('MAILBOXES_TENANT_ID')} />} autoComplete="off" spellCheck={false} {...form.typed('tenantId')} />
      </div>
      <MailSecretField form={form} field="clientSecret" name={text('MAILBOXES_CLIENT_SECRET')} isSet={kept?.clientSecret ?? null} />
      <MailSecretField
        form={form}
        field="refreshToken"
        name={text('MAILBOXES_REFRESH_TOKEN')}
        description={text('MAILBOXES_REFRESH_TOKEN_WORDS')}
        isSet={kept?.refreshToken ?? null}
        optional
      />
    </>
  );
}

function PasswordFields({ form, kept }: MailboxFormProps) {
  const text = useText();
  const { direction } = form.values;
  const username = (field: 'inUser' | 'outUser') => (
    <TextInput
      label={<Label name={text('MAILBOXES_USERNAME')} optional={field === 'outUser'} />}
      {...(field === 'outUser' ? { description: text('MAILBOXES_USERNAME_OUT_WORDS') } : {})}
      autoComplete="off"
      spellCheck={false}
      {...form.typed(field)}
    />
  );
  const own = direction === 'OUTGOING' || (direction === 'BOTH' && !asksSameSignIn(form.values));
  const password = text('MAILBOXES_PASSWORD');
  return (
    <>
      {direction === 'OUTGOING' ? null : (
        <fieldset className={styles.signIn}>
          <legend>{text('MAILBOXES_INCOMING')}</legend>
          {username('inUser')}
          <MailSecretField form={form} field="incomingPassword" name={password} isSet={kept?.incomingPassword ?? null} />
        </fieldset>
      )}
      {direction === 'BOTH' ? <Switch label={text('MAILBOXES_SAME_SIGN_IN')} {...form.switched('isSameSignIn')} /> : null}
      {own ? (
        <fieldset className={styles.signIn}>
          <legend>{text('MAILBOXES_OUTGOING')}</legend>
          {username('outUser')}
          {form.values.outUser.trim() === '' ? null : (
            <MailSecretField form={form} field="outgoingPassword" name={password} isSet={kept?.outgoingPassword ?? null} />
          )}
        </fieldset>
      ) : null}
    </>
  );
}

function SignInSection(props: MailboxFormProps) {
  const text = useText();
  const { form } = props;
  const { authentication } = form.values;
  // What cannot be chosen is not offered; what was chosen for other servers is said at its field.
  const offered = mailAuthentications.filter(
    (one) => one !== 'OAUTH2' || authentication === 'OAUTH2' || mayUseOAuth(settingsOf(form.values)),
  );
  return (
    <FormSection title={text('MAILBOXES_SIGN_IN')} why={text('MAILBOXES_SIGN_IN_WHY')}>
      {offered.length > 1 ? (
        <ChoiceField
          label={<Label name={text('MAILBOXES_SIGN_IN')} />}
          options={optionsOf(offered, authenticationNames, text)}
          field={form.chosen('authentication')}
        />
      ) : null}
      {authentication === 'OAUTH2' ? <OAuthFields {...props} /> : <PasswordFields {...props} />}
    </FormSection>
  );
}

function AfterSection({ form }: MailboxFormProps) {
  const text = useText();
  const { inType, afterFetching } = form.values;
  const offered = actionsAfterFetching.filter((one) => one !== 'MOVE' || inType === 'IMAP' || afterFetching === 'MOVE');
  return (
    <FormSection title={text('MAILBOXES_AFTER')} why={text('MAILBOXES_AFTER_WHY')}>
      <ChoiceField
        label={<Label name={text('MAILBOXES_AFTER')} />}
        options={optionsOf(offered, afterFetchingNames, text)}
        field={form.chosen('afterFetching')}
      />
      {afterFetching === 'MOVE' ? (
        <TextInput label={<Label name={text('MAILBOXES_MOVE_TO')} />} spellCheck={false} maxLength={200} {...form.typed('moveTo')} />
      ) : null}
    </FormSection>
  );
}

function FormsSection({ form }: MailboxFormProps) {
  const text = useText();
  return (
    <FormSection title={text('MAILBOXES_FORMS')} why={text('MAILBOXES_FORMS_WHY')}>
      <Textarea
        label={<Label name={text('MAILBOXES_FORM_SENDERS')} optional />}
        description={text('MAILBOXES_FORM_SENDERS_WORDS')}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...form.typed('webFormSenders')}
      />
      {form.values.webFormSenders.trim() === '' ? null : (
        <ChoiceField
          label={<Label name={text('MAILBOXES_RECIPIENT')} />}
          options={optionsOf(recipientSources, recipientSourceNames, text)}
          field={form.chosen('recipientSource')}
        />
      )}
    </FormSection>
  );
}

function DkimSection({ form, kept }: MailboxFormProps) {
  const text = useText();
  return (
    <FormSection title={text('MAILBOXES_DKIM')} why={text('MAILBOXES_DKIM_WHY')}>
      <Switch label={text('MAILBOXES_DKIM_ON')} {...form.switched('isSigned')} />
      {form.values.isSigned ? (
        <>
          <div className={styles.two}>
            <TextInput label={<Label name={text('MAILBOXES_DKIM_DOMAIN')} />} spellCheck={false} {...form.typed('dkimDomain')} />
            <TextInput label={<Label name={text('MAILBOXES_DKIM_SELECTOR')} />} spellCheck={false} {...form.typed('dkimSelector')} />
          </div>
          <Textarea
            label={<Label name={text('MAILBOXES_DKIM_KEY')} />}
            {...(kept?.dkimKey ? { description: text('MAILBOXES_SECRET_SET') } : {})}
            className={styles.content ?? ''}
            autosize
            minRows={4}
            maxRows={10}
            autoComplete="off"
            spellCheck={false}
            {...form.typed('dkimKey')}
          />
        </>
      ) : null}
    </FormSection>
  );
}

/** The fields of a mailbox (administration, section 3): what it is, its servers, how one signs in, and what becomes of its mail. */
export function MailboxSections(props: MailboxFormProps) {
  const { direction } = props.form.values;
  return (
    <>
      <GeneralSection {...props} />
      {direction === 'OUTGOING' ? null : <ServerSection form={props.form} side="incoming" />}
      {direction === 'INCOMING' ? null : <ServerSection form={props.form} side="outgoing" />}
      <SignInSection {...props} />
      {direction === 'OUTGOING' ? null : (
        <>
          <AfterSection {...props} />
          <FormsSection {...props} />
        </>
      )}
      {direction === 'INCOMING' ? null : <DkimSection {...props} />}
    </>
  );
}
