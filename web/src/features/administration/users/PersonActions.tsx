import { ActionIcon, Button, Menu } from '@mantine/core';
import type { UserDetails } from '@parley/contract';
import { useState } from 'react';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { toastProblem } from '../../../ui/toast.ts';

/** What is asked about before it is done. */
export type AskedAction = 'deactivate' | 'endSessions' | 'passwordLink' | 'removeFactors';

interface PersonActionsProps {
  person: Pick<UserDetails, 'status' | 'hasPassword' | 'hasSecondFactor'>;
  /** Is it whoever is signed in? Their own password and second steps are matters of the profile. */
  isOneself: boolean;
  mayDeactivate: boolean;
  onInvite: () => Promise<void>;
  onActivate: () => Promise<void>;
  onAsk: (action: AskedAction) => void;
}

/** What can be done about somebody of an account or a super admin, beside changing their fields. */
export function PersonActions({ person, isOneself, mayDeactivate, onInvite, onActivate, onAsk }: PersonActionsProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(toastProblem);
    setBusy(false);
  };
  const isOurSignIn = signInSettings().issuer === null;
  const mayHaveLink = person.status === 'active' && person.hasPassword && !isOneself && isOurSignIn;
  return (
    <>
      {person.status === 'active' && !person.hasPassword && signInSettings().keepsPeople ? (
        <Button variant="default" leftSection={<Icon name="send" />} loading={busy} onClick={() => void run(onInvite)}>
          {text('USERS_INVITE_AGAIN')}
        </Button>
      ) : null}
      {person.status === 'inactive' ? (
        <Button variant="default" leftSection={<Icon name="check" />} loading={busy} onClick={() => void run(onActivate)}>
          {text('USERS_ACTIVATE')}
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={text('USERS_MORE')} title={text('USERS_MORE')}>
            <Icon name="more" size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="power" />} onClick={() => onAsk('endSessions')}>
            {text('USERS_END_SESSIONS')}
          </Menu.Item>
          {mayHaveLink ? (
            <Menu.Item leftSection={<Icon name="send" />} onClick={() => onAsk('passwordLink')}>
              {text('USERS_PASSWORD_LINK')}
            </Menu.Item>
          ) : null}
          {person.hasSecondFactor && !isOneself ? (
            <Menu.Item leftSection={<Icon name="lock" />} onClick={() => onAsk('removeFactors')}>
              {text('USERS_REMOVE_FACTORS')}
            </Menu.Item>
          ) : null}
          {person.status === 'active' && mayDeactivate ? (
            <Menu.Item color="var(--danger-text)" leftSection={<Icon name="stop" />} onClick={() => onAsk('deactivate')}>
              {text('USERS_DEACTIVATE')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
