import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { roleNames } from '../frame/role-names.ts';
import { useText } from '../text.ts';
import { usePaletteSource } from './palette-source.ts';

/** As many as one answer holds. */
const MOST = 1000;

/** The people of the account in the palette, for who may open them. */
export function PeopleInPalette({ accountId }: { accountId: string }) {
  const text = useText();
  const navigate = useNavigate();
  const people = useQuery(orpc.users.ofAccount.queryOptions({ input: { params: { accountId }, query: { size: MOST } } }));
  usePaletteSource('COMMANDS_PEOPLE', () =>
    (people.data?.content ?? []).map(({ id, firstName, lastName, role, jobTitle }) => ({
      id: `person ${id}`,
      name: `${firstName} ${lastName}`.trim(),
      detail: jobTitle === '' ? text(roleNames[role]) : jobTitle,
      icon: 'person',
      run: () => void navigate({ to: '/admin/users/$userId', params: { userId: id } }),
    })),
  );
  return null;
}
