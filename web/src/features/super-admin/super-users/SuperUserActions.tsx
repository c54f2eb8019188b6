import type { SuperUser, UserStatus } from '@parley/contract';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { type TextKey, useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { type AskedAction, fullName, type HandedLink, LinkDialog, PersonActions } from '../../administration/public.ts';
import { superUsersChanged } from './super-users-changed.ts';

const paramsOf = ({ id }: SuperUser) => ({ superUserId: id });

async function setStatus(user: SuperUser, status: UserStatus): Promise<void> {
  await api.superUsers.change({ params: paramsOf(user), body: [{ op: 'replace', path: 'status', value: status }] });
  await superUsersChanged();
  toastSuccess(status === 'active' ? 'USERS_ACTIVATED' : 'USERS_DEACTIVATED', { name: fullName(user) });
}

interface Question {
  title: TextKey;
  words: TextKey;
  verb: TextKey;
  danger?: false;
  run: (user: SuperUser, handOver: (given: HandedLink) => void) => Promise<void>;
}

const questions = {
  deactivate: {
    title: 'USERS_DEACTIVATE_ASK',
    words: 'SUPER_USERS_DEACTIVATE_WORDS',
    verb: 'USERS_DEACTIVATE',
    run: (user) => setStatus(user, 'inactive'),
  },
  endSessions: {
    title: 'USERS_END_SESSIONS_ASK',
    words: 'USERS_END_SESSIONS_WORDS',
    verb: 'USERS_END_SESSIONS',
    run: async (user) => {
      const { endedSessions } = await api.superUsers.endSessions({ params: paramsOf(user) });
      toastSuccess('USERS_SESSIONS_ENDED', { count: endedSessions });
    },
  },
  passwordLink: {
    title: 'USERS_PASSWORD_LINK_ASK',
    words: 'USERS_PASSWORD_LINK_WORDS',
    verb: 'USERS_PASSWORD_LINK_MAKE',
    danger: false,
    run: async (user, handOver) => {
      const { link } = await api.superUsers.passwordLink({ params: paramsOf(user) });
      if (link === null) toastSuccess('USERS_PASSWORD_LINK_BY_MAIL', { email: user.email });
      else handOver({ link, leadsTo: 'password' });
    },
  },
  removeFactors: {
    title: 'USERS_REMOVE_FACTORS_ASK',
    words: 'USERS_REMOVE_FACTORS_WORDS',
    verb: 'USERS_REMOVE_FACTORS',
    run: async (user) => {
      await api.superUsers.removeSecondFactors({ params: paramsOf(user) });
      await superUsersChanged();
      toastSuccess('USERS_FACTORS_REMOVED');
    },
  },
} as const satisfies Record<AskedAction, Question>;

/** What can be done about a super admin beside changing their fields. What the guards refuse is said where it was asked. */
export function SuperUserActions({ user }: { user: SuperUser }) {
  const text = useText();
  const [asked, setAsked] = useState<Question | null>(null);
  const [link, setLink] = useState<HandedLink | null>(null);
  const isOneself = useCurrentUser().id === user.id;
  const invite = async () => {
    const invitation = await api.superUsers.invite({ params: paramsOf(user) });
    if (invitation.link === null) toastSuccess('USERS_INVITED_BY_MAIL', { email: user.email });
    else setLink({ link: invitation.link, leadsTo: 'invitation' });
  };
  return (
    <>
      <PersonActions
        person={user}
        isOneself={isOneself}
        mayDeactivate
        onInvite={invite}
        onActivate={() => setStatus(user, 'active')}
        onAsk={(action) => setAsked(questions[action])}
      />
      {asked === null ? null : (
        <ConfirmDialog
          title={text(asked.title, { name: fullName(user) })}
          words={text(asked.words)}
          verb={text(asked.verb)}
          danger={asked.danger ?? true}
          onConfirm={() => asked.run(user, setLink).then(() => true)}
          onClose={() => setAsked(null)}
        />
      )}
      {link === null ? null : <LinkDialog name={fullName(user)} given={link} onClose={() => setLink(null)} />}
    </>
  );
}
