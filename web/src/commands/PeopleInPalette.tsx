import type { AccountUser } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { orpc } from '../api/client.ts';
import { roleNames } from '../frame/role-names.ts';
import { ColleagueAvatar } from '../people/ColleagueAvatar.tsx';
import { useText } from '../text.ts';
import { usePaletteSource } from './active.ts';
import { ColleagueDialog } from './ColleagueDialog.tsx';

/** As many as one answer holds. */
const MOST = 1000;

/** What is shown after the palette, in its place. */
export type Show = (shown: ReactNode) => void;

function Source({ people, opens, onShow }: { people: readonly AccountUser[]; opens: boolean; onShow: Show }) {
  const text = useText();
  const navigate = useNavigate();
  usePaletteSource('COMMANDS_PEOPLE', () =>
    people.map((person) => {
      const { id, firstName, lastName, role, jobTitle, pictureId } = person;
      const name = `${firstName} ${lastName}`.trim();
      return {
        id: `person ${id}`,
        name,
        detail: jobTitle === '' ? text(roleNames[role]) : jobTitle,
        icon: 'person',
        face: <ColleagueAvatar name={name} pictureId={pictureId} size={28} />,
        run: () => {
          if (opens) void navigate({ to: '/admin/users/$userId', params: { userId: id } });
          else onShow(<ColleagueDialog person={person} onClose={() => onShow(null)} />);
        },
      };
    }),
  );
  return null;
}

interface PeopleInPaletteProps {
  accountId: string;
  /** May they be administered by whoever is signed in? Others see what the directory says, and nobody who is inactive. */
  opens: boolean;
  onShow: Show;
}

/** The people of the account in the palette; read when it is opened, and shown from then on. */
export function PeopleInPalette({ accountId, opens, onShow }: PeopleInPaletteProps) {
  const people = useQuery(orpc.users.ofAccount.queryOptions({ input: { params: { accountId }, query: { size: MOST } } }));
  const shown = people.data?.content.filter(({ active }) => opens || active);
  return shown === undefined ? null : <Source people={shown} opens={opens} onShow={onShow} />;
}
