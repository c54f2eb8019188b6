import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { browserZone } from '../../../forms/browser-zone.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { AccountSections } from './AccountSections.tsx';
import { type AccountValues, accountRules, emptyAccount, newAccountOf } from './account-form.ts';

/** Makes an account. */
export function NewAccountPage() {
  const text = useText();
  const navigate = useNavigate();
  const form = useForm<AccountValues>({ values: emptyAccount(browserZone()), rules: accountRules });
  const [idOf] = useState(askedIds);
  const create = async (values: AccountValues) => {
    const asked = newAccountOf(values);
    const account = await api.accounts.create({ body: { ...asked, clientAccountId: idOf(asked) } });
    // What was typed is kept now: the page may be left.
    form.reset();
    await queryClient.invalidateQueries({ queryKey: orpc.accounts.key() });
    toastSuccess('ACCOUNTS_MADE', { name: account.name });
    await navigate({ to: '/super-admin/accounts/$accountId', params: { accountId: account.id }, replace: true });
  };
  return (
    <Sheet title={text('ACCOUNTS_NEW')} back={{ to: linkOptions({ to: '/super-admin/accounts' }), label: text('ACCOUNTS_BACK') }}>
      <FormBody form={form} save={text('ACCOUNTS_CREATE')} onSave={create}>
        <AccountSections form={form} hasPbxApiKey={false} hasCallCentreApiKey={false} />
      </FormBody>
    </Sheet>
  );
}
