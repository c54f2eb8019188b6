import type { Account } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { StatusWord } from '../../administration/public.ts';
import styles from '../SuperAdmin.module.css';
import { AccountActions } from './AccountActions.tsx';
import { AccountSections } from './AccountSections.tsx';
import { keepAccount } from './account-cache.ts';
import { type AccountValues, accountRules, replacementsOf, valuesOf } from './account-form.ts';

const route = getRouteApi('/super-admin/accounts/$accountId');

function AccountForm({ account }: { account: Account }) {
  const text = useText();
  const form = useForm<AccountValues>({ values: valuesOf(account), rules: accountRules });
  const save = async (values: AccountValues) => {
    const changed = await api.accounts.change({ params: { accountId: account.id }, body: replacementsOf(values, form.changed()) });
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    keepAccount(changed);
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <AccountSections form={form} hasPbxApiKey={account.hasPbxApiKey} hasCallCentreApiKey={account.hasCallCentreApiKey} />
    </FormBody>
  );
}

function Facts({ account }: { account: Account }) {
  const text = useText();
  const { longDate } = useFormat();
  return (
    <span className={styles.beside}>
      <StatusWord user={{ status: account.status, hasPassword: true }} />
      <span>{text('ACCOUNTS_USER_COUNT', { count: account.userCount })}</span>
      <span>{text('ACCOUNTS_CREATED_ON', { date: longDate(account.createdAt) })}</span>
    </span>
  );
}

/** One account: every field, its features and keys, and whether it is active. */
export function AccountPage() {
  const text = useText();
  const { accountId } = route.useParams();
  const found = useQuery(orpc.accounts.one.queryOptions({ input: { params: { accountId } } }));
  const back = { to: linkOptions({ to: '/super-admin/accounts' }), label: text('ACCOUNTS_BACK') };
  const account = found.data;
  if (account === undefined)
    return <SheetToCome title={text('ACCOUNTS_ONE')} back={back} found={found} failed={text('ACCOUNTS_ONE_FAILED')} />;
  return (
    <Sheet title={account.name} back={back} beside={<Facts account={account} />} actions={<AccountActions account={account} />}>
      {account.status === 'inactive' ? (
        <p className={styles.inactive}>
          <Icon name="info" /> {text('ACCOUNTS_IS_INACTIVE')}
        </p>
      ) : null}
      <AccountForm key={account.id} account={account} />
    </Sheet>
  );
}
