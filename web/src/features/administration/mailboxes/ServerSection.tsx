import { Switch, TextInput } from '@mantine/core';
import { incomingServerTypes } from '@parley/contract';
import { ChoiceField } from '../../../forms/ChoiceField.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import styles from './Mailboxes.module.css';
import type { MailboxValues } from './mailbox-values.ts';
import { usualPort } from './suggested-servers.ts';

interface ServerSectionProps {
  form: Form<MailboxValues>;
  side: 'incoming' | 'outgoing';
}

const fieldsOf = {
  incoming: { host: 'inHost', port: 'inPort', ssl: 'inSsl' },
  outgoing: { host: 'outHost', port: 'outPort', ssl: 'outSsl' },
} as const;

/** Where mail is fetched from, or handed over. A port that is the usual one stays the usual one when what it is usual for changes. */
export function ServerSection({ form, side }: ServerSectionProps) {
  const text = useText();
  const { host, port, ssl } = fieldsOf[side];
  const isIncoming = side === 'incoming';
  const kind = isIncoming ? form.values.inType : 'SMTP';
  const followPort = (next: { kind?: 'IMAP' | 'POP3'; isSsl?: boolean }) => {
    if (form.values[port] !== String(usualPort(kind, form.values[ssl]))) return;
    form.set(port, String(usualPort(next.kind ?? kind, next.isSsl ?? form.values[ssl])));
  };
  const { onChange: _choose, ...type } = form.chosen('inType');
  const switched = form.switched(ssl);
  return (
    <FormSection
      title={text(isIncoming ? 'MAILBOXES_INCOMING' : 'MAILBOXES_OUTGOING')}
      why={text(isIncoming ? 'MAILBOXES_INCOMING_WHY' : 'MAILBOXES_OUTGOING_WHY')}
    >
      {isIncoming ? (
        <ChoiceField
          label={<Label name={text('MAILBOXES_TYPE')} />}
          options={incomingServerTypes.map((value) => ({ value, label: value }))}
          field={{
            ...type,
            onChange: (value) => {
              const chosen = value === 'POP3' ? 'POP3' : 'IMAP';
              followPort({ kind: chosen });
              form.set('inType', chosen);
            },
          }}
        />
      ) : null}
      <div className={styles.server}>
        <TextInput
          label={<Label name={text('MAILBOXES_HOST')} />}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          {...form.typed(host)}
        />
        <TextInput label={<Label name={text('MAILBOXES_PORT')} />} inputMode="numeric" maxLength={5} {...form.typed(port)} />
      </div>
      <Switch
        label={text('MAILBOXES_SSL')}
        description={text('MAILBOXES_SSL_WORDS')}
        {...switched}
        onChange={(event) => {
          followPort({ isSsl: event.currentTarget.checked });
          switched.onChange(event);
        }}
      />
    </FormSection>
  );
}
