import type { UserDetails } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { roleNames } from '../../../frame/role-names.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useCurrentUser } from '../../../session/current-user.ts';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SheetToCome } from '../../../ui/list/SheetToCome.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { type PersonChanges, peopleChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { ChatStatusWord } from './ChatStatusWord.tsx';
import { KnownThereNote, lookAgain } from './KnownThereNote.tsx';
import { fullName } from './person-name.ts';
import { StatusWord } from './StatusWord.tsx';
import { UserActions } from './UserActions.tsx';
import { UserSections } from './UserSections.tsx';
import styles from './Users.module.css';
import { type UserValues, userProblems, userRules, valuesOf } from './user-values.ts';

function UserForm({ user, isOneself }: { user: UserDetails; isOneself: boolean }) {
  const text = useText();
  const { accountId } = useScope();
  // Whoever has come from there is who the provider says.
  const isElsewhere = user.hasPassword && !signInSettings().keepsPeople;
  const form = useForm<UserValues>({ values: valuesOf(user), rules: userRules, fieldsOfProblems: userProblems });
  const save = async (values: UserValues) => {
    const sent = { ...values, email: values.email.trim() };
    const body = form.changed().map((path) => ({ op: 'replace', path, value: sent[path] })) as PersonChanges;
    const params = { accountId, userId: user.id };
    const changed = await api.people.change({ params, query: {}, body });
    queryClient.setQueryData(orpc.people.one.queryKey({ input: { params } }), changed);
    form.reset(valuesOf(changed));
    toastSuccess('SUCCESS_DEFAULT');
    void peopleChanged();
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <KnownThereNote known={user.knownThere} />
      <UserSections form={form} isNew={false} hasApiKey={user.hasUnifyApiKey} isOneself={isOneself} isElsewhere={isElsewhere} />
    </FormBody>
  );
}

/** A colleague's chat status is not told as it changes: to an admin it is at most this old. Each look of a super admin is recorded: one. */
const CHAT_STATUS_AGE_MS = 10_000;

/** One of the people of an account, by the address: their fields, and what can be done about them. */
export function UserPage() {
  const { userId = '' } = useParams({ strict: false });
  const text = useText();
  const scope = useScope();
  const me = useCurrentUser();
  const { accountId } = scope;
  const found = useQuery(
    orpc.people.one.queryOptions({
      input: { params: { accountId, userId } },
      refetchInterval: ({ state }) => lookAgain(state.data?.knownThere) || (me.accountId === accountId && CHAT_STATUS_AGE_MS),
    }),
  );
  const back = { to: scope.users, label: text('USERS_BACK') };
  const user = found.data;
  if (user === undefined) return <SheetToCome title={text('USERS_ONE')} back={back} found={found} failed={text('USERS_ONE_FAILED')} />;
  const isOneself = user.id === me.id;
  return (
    <Sheet
      title={fullName(user)}
      back={back}
      beside={
        <span className={styles.beside}>
          <ColleagueAvatar name={fullName(user)} pictureId={user.pictureId} size={28} />
          {text(roleNames[user.role])}
          <StatusWord user={user} />
          {user.status === 'active' && user.hasPassword ? <ChatStatusWord status={user.chatStatus} /> : null}
        </span>
      }
      actions={<UserActions user={user} isOneself={isOneself} />}
    >
      <UserForm key={user.id} user={user} isOneself={isOneself} />
    </Sheet>
  );
}
