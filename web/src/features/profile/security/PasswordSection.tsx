import { Button } from '@mantine/core';
import { PASSWORD_LEAST, PASSWORD_MOST, passwordFault } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { orpc } from '../../../api/client.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { PasswordField } from '../../../forms/PasswordField.tsx';
import { useFaultFocus } from '../../../forms/use-fault-focus.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import styles from '../Profile.module.css';
import { refusesField } from './refused-field.ts';

/** The old password and a new one, whose rule is judged while it is typed. */
export function PasswordSection() {
  const text = useText();
  const { email } = useCurrentUser();
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const [isJudged, setJudged] = useState(false);
  const change = useMutation(
    orpc.ownSignIn.changePassword.mutationOptions({
      onSuccess: async () => {
        setCurrent('');
        setFresh('');
        setJudged(false);
        toastSuccess('PROFILE_PASSWORD_CHANGED');
        await client.invalidateQueries({ queryKey: orpc.ownSignIn.sessions.key() });
      },
    }),
  );
  const fault = passwordFault(fresh, email);
  const { form, focusFault } = useFaultFocus(change.error);
  const refusal = refusesField(change.error) ? problemText(change.error) : null;
  const isNewRefused = refusesField(change.error) && change.error.key !== 'PASSWORD_WRONG';
  const faultText = fault === null ? null : text(fault, { least: PASSWORD_LEAST, most: PASSWORD_MOST });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (current !== '' && fault === null) change.mutate({ body: { currentPassword: current, newPassword: fresh } });
    else focusFault();
  };
  return (
    <FormSection title={text('PROFILE_PASSWORD')} why={text('PROFILE_PASSWORD_WORDS')}>
      <form className={styles.form} noValidate onSubmit={submit} ref={form}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          className={styles.wide ?? ''}
          label={text('PROFILE_PASSWORD_CURRENT')}
          autoComplete="current-password"
          value={current}
          error={isJudged && current === '' ? text('PROFILE_PASSWORD_MISSING') : isNewRefused ? null : refusal}
          onChange={(event) => {
            change.reset();
            setCurrent(event.currentTarget.value);
          }}
        />
        <PasswordField
          className={styles.wide ?? ''}
          label={text('PROFILE_PASSWORD_NEW')}
          description={fresh === '' ? text('SIGN_IN_NEW_PASSWORD_HINT', { least: PASSWORD_LEAST }) : null}
          autoComplete="new-password"
          value={fresh}
          error={isNewRefused ? refusal : isJudged || fresh !== '' ? faultText : null}
          onChange={(event) => {
            change.reset();
            setFresh(event.currentTarget.value);
          }}
        />
        {fresh !== '' && fault === null ? (
          <span className={styles.good} role="status">
            <Icon name="check" />
            {text('PROFILE_PASSWORD_GOOD')}
          </span>
        ) : null}
        {change.error === null || refusal !== null ? null : <Refusal problem={change.error} kept={text('FORM_KEPT')} />}
        <Button type="submit" variant="default" loading={change.isPending}>
          {text('PROFILE_PASSWORD_CHANGE')}
        </Button>
      </form>
    </FormSection>
  );
}
