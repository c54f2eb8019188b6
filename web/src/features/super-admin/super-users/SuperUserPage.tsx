import type { Replacement, SuperUser, superUserChanges } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { fullName, KnownThereNote, lookAgain, StatusWord } from '../../administration/public.ts';
import { SuperUserActions } from './SuperUserActions.tsx';
import { SuperUserSections } from './SuperUserSections.tsx';
import { type SuperUserValues, sentOf, superUserProblems, superUserRules, valuesOf } from './super-user-form.ts';
import { superUsersChanged } from './super-users-changed.ts';

const route = getRouteApi('/super-admin/super-users/$superUserId');

function SuperUserForm({ user }: { user: SuperUser }) {
  const text = useText();
  const me = useCurrentUser();
  const form = useForm<SuperUserValues>({ values: valuesOf(user), rules: superUserRules, fieldsOfProblems: superUserProblems });
  const save = async (values: SuperUserValues) => {
    const sent = sentOf(values);
    const body = form.changed().map((path) => ({ op: 'replace', path, value: sent[path] })) as Replacement<typeof superUserChanges>[];
    const params = { superUserId: user.id };
    const changed = await api.superUsers.change({ params, body });
    queryClient.setQueryData(orpc.superUsers.one.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void superUsersChanged();
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <KnownThereNote known={user.knownThere} />
      <SuperUserSections form={form} isElsewhere={user.hasPassword && !signInSettings().keepsPeople} isOneself={user.id === me.id} />
    </FormBody>
  );
}

/** One super admin: their fields, and what can be done about them. */
export function SuperUserPage() {
  const text = useText();
  const { superUserId } = route.useParams();
  const found = useQuery(
    orpc.superUsers.one.queryOptions({
      input: { params: { superUserId } },
      refetchInterval: ({ state }) => lookAgain(state.data?.knownThere),
    }),
  );
  const back = { to: linkOptions({ to: '/super-admin/super-users' }), label: text('SUPER_USERS_BACK') };
  const user = found.data;
  if (user === undefined)
    return <SheetToCome title={text('SUPER_USERS_ONE')} back={back} found={found} failed={text('SUPER_USERS_ONE_FAILED')} />;
  return (
    <Sheet title={fullName(user)} back={back} beside={<StatusWord user={user} />} actions={<SuperUserActions user={user} />}>
      <SuperUserForm key={user.id} user={user} />
    </Sheet>
  );
}
