import { useParams } from '@tanstack/react-router';
import { UserPage } from './UserPage.tsx';

/** One of the people of an account that a super admin has named, by the address. */
export function NamedUserPage() {
  const { userId } = useParams({ from: '/super-admin/accounts/$accountId/settings/users/$userId' });
  return <UserPage userId={userId} />;
}
