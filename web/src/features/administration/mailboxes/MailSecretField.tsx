import { Label } from '../../../forms/Label.tsx';
import { PasswordField } from '../../../forms/PasswordField.tsx';
import { SecretField } from '../../../forms/SecretField.tsx';
import type { Form } from '../../../forms/use-form.ts';
import type { MailboxValues } from './mailbox-values.ts';

interface MailSecretFieldProps {
  form: Form<MailboxValues>;
  field: 'incomingPassword' | 'outgoingPassword' | 'clientSecret' | 'refreshToken';
  name: string;
  description?: string;
  /** Whether it is set; null of a mailbox that is being made, where it is simply typed. */
  isSet: boolean | null;
  optional?: boolean;
}

/** A password or another secret of a mailbox: typed once, replaced, and never shown. */
export function MailSecretField({ form, field, name, description, isSet, optional = false }: MailSecretFieldProps) {
  const { error, onBlur } = form.chosen(field);
  const words = description === undefined ? {} : { description };
  if (isSet === null)
    return <PasswordField label={<Label name={name} optional={optional} />} autoComplete="off" {...words} {...form.typed(field)} />;
  return (
    <SecretField
      name={field}
      label={name}
      {...words}
      isSet={isSet}
      isNeeded={!optional}
      value={form.values[field]}
      onChange={(value) => form.set(field, value)}
      onBlur={onBlur}
      error={error}
    />
  );
}
