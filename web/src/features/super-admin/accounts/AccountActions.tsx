import { Button } from '@mantine/core';
import type { Account, AccountStatus } from '@parley/contract';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import { keepAccount } from './account-cache.ts';

async function setStatus({ id, name }: Account, status: AccountStatus): Promise<void> {
  keepAccount(await api.accounts.change({ params: { accountId: id }, body: [{ op: 'replace', path: 'status', value: status }] }));
  toastSuccess(status === 'active' ? 'ACCOUNTS_ACTIVATED' : 'ACCOUNTS_DEACTIVATED', { name });
}

/** The way to the account's people, and its end and beginning anew. */
export function AccountActions({ account }: { account: Account }) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const activate = async () => {
    setBusy(true);
    await setStatus(account, 'active').catch(toastProblem);
    setBusy(false);
  };
  return (
    <>
      <LinkButton
        variant="default"
        leftSection={<Icon name="gear" />}
        to={linkOptions({ to: '/super-admin/accounts/$accountId/settings', params: { accountId: account.id } })}
      >
        {text('ACCOUNTS_SETTINGS')}
      </LinkButton>
      {account.status === 'active' ? (
        <Button variant="default" leftSection={<Icon name="stop" />} onClick={() => setAsks(true)}>
          {text('USERS_DEACTIVATE')}
        </Button>
      ) : (
        <Button variant="default" leftSection={<Icon name="check" />} loading={busy} onClick={() => void activate()}>
          {text('USERS_ACTIVATE')}
        </Button>
      )}
      {asks ? (
        <ConfirmDialog
          title={text('ACCOUNTS_DEACTIVATE_ASK', { name: account.name })}
          words={text('ACCOUNTS_DEACTIVATE_WORDS')}
          verb={text('USERS_DEACTIVATE')}
          danger
          onConfirm={() => setStatus(account, 'inactive').then(() => true)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}
