import { AuditKind } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { orpc } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { fullName } from '../users/person-name.ts';
import { AuditTrail, MOST_PEOPLE } from './AuditTrail.tsx';

const kinds = AuditKind.options.filter((kind) => kind.startsWith('SUPER_') || kind.startsWith('CARRIER_') || kind === 'USER_LOCKED');

/** What was done about super admins and carriers, and by whom. */
export function SuperUsersAuditPage() {
  const text = useText();
  const found = useQuery(orpc.superUsers.list.queryOptions({ input: { query: { size: MOST_PEOPLE } } }));
  return (
    <AuditTrail
      accountId={null}
      people={(found.data?.content ?? []).map((user) => ({ id: user.id, name: fullName(user) }))}
      kinds={kinds}
      none={{ title: text('AUDIT_NONE_SUPER'), words: text('AUDIT_NONE_SUPER_WORDS') }}
      back={{ to: linkOptions({ to: '/super-admin/super-users' }), label: text('SUPER_USERS_BACK') }}
    />
  );
}
