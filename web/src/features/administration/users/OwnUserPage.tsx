import { useParams } from '@tanstack/react-router';
import { UserPage } from './UserPage.tsx';

/** One of the people of the admin's own account, by the address. */
export function OwnUserPage() {
  const { userId } = useParams({ from: '/admin/users/$userId' });
  return <UserPage userId={userId} />;
}
