import type { UserDetails } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { roleNames } from '../../../frame/role-names.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useCurrentUser } from '../../../session/current-user.ts';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { type PersonChanges, peopleChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
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
    toastSuccess('FORM_SAVED');
    void peopleChanged();
  };
  return (
    <FormBody form={form} save={text('FORM_SAVE')} onSave={save}>
      <KnownThereNote known={user.knownThere} />
      <UserSections form={form} isNew={false} hasApiKey={user.hasUnifyApiKey} isOneself={isOneself} isElsewhere={isElsewhere} />
    </FormBody>
  );
}

/** One of the people of an account: their fields, and what can be done about them. */
export function UserPage({ userId }: { userId: string }) {
  const text = useText();
  const scope = useScope();
  const me = useCurrentUser();
  const { accountId } = scope;
  const found = useQuery(
    orpc.people.one.queryOptions({
      input: { params: { accountId, userId } },
      refetchInterval: ({ state }) => lookAgain(state.data?.knownThere),
    }),
  );
  const back = { to: scope.users, label: text('USERS_BACK') };
  const user = found.data;
  if (user === undefined) {
    const isGone = found.error instanceof ApiProblem && found.error.status === 404;
    return (
      <Sheet title={text('ADMINISTRATION_USERS')} back={back}>
        {found.isError ? (
          <ErrorState title={text('USERS_ONE_FAILED')} problem={found.error} {...(isGone ? {} : { onRetry: () => void found.refetch() })} />
        ) : (
          <div className={styles.loading}>
            <SkeletonRows rows={5} />
          </div>
        )}
      </Sheet>
    );
  }
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
        </span>
      }
      actions={<UserActions user={user} isOneself={isOneself} />}
    >
      <UserForm key={user.id} user={user} isOneself={isOneself} />
    </Sheet>
  );
}
