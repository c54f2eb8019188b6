import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { FormBody } from '../../../forms/FormBody.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { signInSettings } from '../../../session/sign-in-settings.ts';
import { useText } from '../../../text.ts';
import { Sheet } from '../../../ui/list/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { fullName, LinkDialog } from '../../administration/public.ts';
import { SuperUserSections } from './SuperUserSections.tsx';
import { emptySuperUser, type SuperUserValues, sentOf, superUserProblems, superUserRules } from './super-user-form.ts';
import { superUsersChanged } from './super-users-changed.ts';

interface Invited {
  id: string;
  name: string;
  link: string;
}

/** Adds a super admin and invites them. */
export function NewSuperUserPage() {
  const text = useText();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useForm<SuperUserValues>({
    values: emptySuperUser({ language: me.locale, timezone: me.timezone }),
    rules: superUserRules,
    fieldsOfProblems: superUserProblems,
  });
  const open = (superUserId: string) =>
    void navigate({ to: '/super-admin/super-users/$superUserId', params: { superUserId }, replace: true });
  const create = async (values: SuperUserValues) => {
    const { superUser, invitation } = await api.superUsers.create({ body: sentOf(values) });
    form.reset();
    void superUsersChanged();
    if (invitation.link !== null) return setInvited({ id: superUser.id, name: fullName(superUser), link: invitation.link });
    const { email } = superUser;
    if (invitation.mailed) toastSuccess('USERS_INVITED_BY_MAIL', { email });
    else toastSuccess('USERS_ADDED', { name: fullName(superUser), email });
    open(superUser.id);
  };
  return (
    <Sheet title={text('SUPER_USERS_NEW')} back={{ to: linkOptions({ to: '/super-admin/super-users' }), label: text('SUPER_USERS_BACK') }}>
      <FormBody form={form} save={text(signInSettings().keepsPeople ? 'USERS_INVITE' : 'USERS_ADD')} onSave={create}>
        <SuperUserSections form={form} />
      </FormBody>
      {invited === null ? null : (
        <LinkDialog name={invited.name} given={{ link: invited.link, leadsTo: 'invitation' }} onClose={() => open(invited.id)} />
      )}
    </Sheet>
  );
}
