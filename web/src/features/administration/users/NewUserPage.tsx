import type { Invitation, UserDetails } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { askedIds } from '../../../forms/asked-ids.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { KEEP } from '../../../forms/SecretField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { peopleChanged } from '../queries.ts';
import { useScope } from '../scope.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { fullName } from './person-name.ts';
import { UserSections } from './UserSections.tsx';
import { emptyUser, type UserValues, userProblems, userRules } from './user-values.ts';

interface Invited {
  user: UserDetails;
  invitation: Invitation;
}

/** Adds somebody to the account and invites them. */
export function NewUserPage() {
  const text = useText();
  const scope = useScope();
  const navigate = useNavigate();
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useForm<UserValues>({ values: emptyUser, rules: userRules, fieldsOfProblems: userProblems });
  const [idOf] = useState(askedIds);
  const open = (user: UserDetails) => void navigate({ ...scope.user(user.id), replace: true });
  const create = async ({ unifyApiKey, language, timezone, ...values }: UserValues) => {
    const body = {
      ...values,
      email: values.email.trim(),
      ...(language === null ? {} : { language }),
      ...(timezone === null ? {} : { timezone }),
      ...(unifyApiKey === KEEP ? {} : { unifyApiKey }),
    };
    const made = await api.people.create({ params: { accountId: scope.accountId }, body: { ...body, clientUserId: idOf(body) } });
    form.reset();
    void peopleChanged();
    if (made.invitation.link !== null) return setInvited(made);
    const { email } = made.user;
    if (made.invitation.mailed) toastSuccess('USERS_INVITED_BY_MAIL', { email });
    else toastSuccess('USERS_ADDED', { name: fullName(made.user), email });
    open(made.user);
  };
  return (
    <Sheet title={text('USERS_NEW')} back={{ to: scope.users, label: text('USERS_BACK') }}>
      <FormBody form={form} save={text(signInSettings().keepsPeople ? 'USERS_INVITE' : 'USERS_ADD')} onSave={create}>
        <UserSections form={form} isNew hasApiKey={false} isOneself={false} />
      </FormBody>
      {invited?.invitation.link == null ? null : (
        <LinkDialog
          name={fullName(invited.user)}
          given={{ link: invited.invitation.link, leadsTo: 'invitation' }}
          onClose={() => open(invited.user)}
        />
      )}
    </Sheet>
  );
}
