import { Anchor } from '@mantine/core';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import styles from '../Profile.module.css';

/** Where another provider signs people in: their password, second step and sign-ins are there. */
export function ElsewhereSection({ address }: { address: string }) {
  const text = useText();
  const { email } = useCurrentUser();
  return (
    <FormSection title={text('PROFILE_ELSEWHERE')} why={text('PROFILE_ELSEWHERE_WORDS', { email })}>
      <p className={styles.plain}>
        <Anchor href={address} target="_blank" rel="noreferrer">
          {text('PROFILE_ELSEWHERE_OPEN')}
        </Anchor>
      </p>
    </FormSection>
  );
}
