import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { PasswordField } from '../../../forms/PasswordField.tsx';
import { useFaultFocus } from '../../../forms/use-fault-focus.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Refusal } from '../../../ui/Refusal.tsx';
import styles from '../Profile.module.css';
import { isEmailAddress } from './email-address.ts';
import { refusesField } from './refused-field.ts';

/** Another address, which becomes mine when the link is opened that is sent to it. */
export function EmailSection() {
  const text = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isJudged, setJudged] = useState(false);
  const { data: factors } = useQuery(orpc.ownSignIn.secondFactors.queryOptions());
  const change = useMutation(orpc.ownSignIn.changeEmail.mutationOptions({ onSuccess: () => setPassword('') }));
  const { form, focusFault } = useFaultFocus(change.error);
  const refusal = refusesField(change.error) ? problemText(change.error) : null;
  const isFit = isEmailAddress(email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (isFit && password !== '') change.mutate({ body: { email: email.trim(), password } }, { onSuccess: () => setJudged(false) });
    else focusFault();
  };
  const sent = change.isSuccess ? { email: change.variables.body.email, time: format.dateTime(change.data.linkValidUntil) } : null;
  return (
    <FormSection title={text('PROFILE_EMAIL')} why={text('PROFILE_EMAIL_WORDS', { email: user.email })}>
      {factors?.mailConfigured === false ? (
        <p className={styles.plain}>{text(user.accountId === null ? 'PROFILE_EMAIL_NO_MAIL_SUPER_ADMIN' : 'PROFILE_EMAIL_NO_MAIL')}</p>
      ) : (
        <form className={styles.form} noValidate onSubmit={submit} ref={form}>
          <TextInput
            className={styles.wide ?? ''}
            type="email"
            label={text('PROFILE_EMAIL_NEW')}
            autoComplete="email"
            value={email}
            error={isJudged && !isFit ? <FaultWords words={text('PROFILE_EMAIL_MISSING')} /> : null}
            onChange={(event) => {
              change.reset();
              setEmail(event.currentTarget.value);
            }}
          />
          <PasswordField
            className={styles.wide ?? ''}
            label={text('PROFILE_PASSWORD_CURRENT')}
            autoComplete="current-password"
            value={password}
            error={refusal ?? (isJudged && password === '' ? text('PROFILE_PASSWORD_MISSING') : null)}
            onChange={(event) => {
              change.reset();
              setPassword(event.currentTarget.value);
            }}
          />
          {sent === null ? null : (
            <p className={styles.plain} role="status">
              {text('PROFILE_EMAIL_SENT', sent)}
            </p>
          )}
          {change.error === null || refusal !== null ? null : <Refusal problem={change.error} kept={text('FORM_KEPT')} />}
          <Button type="submit" variant="default" loading={change.isPending}>
            {text('PROFILE_EMAIL_CHANGE')}
          </Button>
        </form>
      )}
    </FormSection>
  );
}
