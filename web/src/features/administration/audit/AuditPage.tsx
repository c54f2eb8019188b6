import { AuditKind } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { useScope } from '../scope.ts';
import { fullName } from '../users/person-name.ts';
import { AuditTrail, MOST_PEOPLE } from './AuditTrail.tsx';

const kinds = AuditKind.options.filter((kind) => !kind.startsWith('SUPER_'));

/** Who did what in the account. Super admins are among them: to an admin those whose deeds are shown, to another super admin all. */
export function AuditPage() {
  const text = useText();
  const { accountId } = useScope();
  const knowsSuperUsers = useCan(['superUsers', 'administer']);
  const people = useQuery(orpc.people.list.queryOptions({ input: { params: { accountId }, query: { size: MOST_PEOPLE } } }));
  const superUsers = useQuery({
    ...orpc.superUsers.list.queryOptions({ input: { query: { size: MOST_PEOPLE } } }),
    enabled: knowsSuperUsers,
  });
  const known = [...(people.data?.content ?? []), ...(superUsers.data?.content ?? [])];
  return (
    <AuditTrail
      accountId={accountId}
      people={known.map((user) => ({ id: user.id, name: fullName(user) }))}
      kinds={kinds}
      none={{ title: text('AUDIT_NONE'), words: text('AUDIT_NONE_WORDS') }}
    />
  );
}
