import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { orpc } from '../../api/client.ts';
import { nameCrumb } from '../../crumbs.ts';
import { useText } from '../../text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Settings } from './Settings.tsx';
import { namedScope } from './scope.ts';

/** The settings of an account that a super admin has named. */
export function NamedSettings() {
  const text = useText();
  const { accountId } = useParams({ from: '/super-admin/accounts/$accountId/settings' });
  const scope = useMemo(() => namedScope(accountId), [accountId]);
  const account = useQuery(orpc.accounts.one.queryOptions({ input: { params: { accountId } } }));
  const name = account.data?.name;
  useEffect(() => {
    if (name !== undefined) nameCrumb(accountId, name);
  }, [accountId, name]);
  if (account.isError) {
    return <ErrorState title={text('ADMINISTRATION_FAILED')} problem={account.error} onRetry={() => void account.refetch()} />;
  }
  return <Settings isNamed scope={scope} facts={account.data ?? null} />;
}
