import { useMemo } from 'react';
import { useCurrentUser } from '../../session/current-user.ts';
import { Settings } from './Settings.tsx';
import { ownScope } from './scope.ts';

/** The settings of the signed-in admin's account. */
export function OwnSettings() {
  const { accountId, accountName, features } = useCurrentUser();
  const scope = useMemo(() => ownScope(accountId ?? ''), [accountId]);
  return <Settings isNamed={false} scope={scope} facts={{ name: accountName ?? '', features }} />;
}
