import type { UserDetails } from '@parley/contract';
import { useState } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { peopleChanged } from '../queries.ts';
import { type HandedLink, LinkDialog } from './LinkDialog.tsx';
import { type AskedAction, PersonActions } from './PersonActions.tsx';
import { fullName } from './person-name.ts';

interface ActionProps {
  user: UserDetails;
  /** What is to be handed over afterwards. */
  onLink: (given: HandedLink) => void;
  onClose: () => void;
}

const keyOf = ({ accountId, id }: UserDetails) => ({ accountId, userId: id });

/** Asks first plainly; where the person holds conversations, a second time, saying what becomes of them. */
function DeactivateDialog({ user, onClose }: ActionProps) {
  const text = useText();
  const [givesBack, setGivesBack] = useState(false);
  const name = fullName(user);
  const deactivate = async () => {
    try {
      await api.people.change({
        params: keyOf(user),
        query: { releaseConversations: givesBack },
        body: [{ op: 'replace', path: 'status', value: 'inactive' }],
      });
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.key !== 'USER_IN_ACTIVE_CONVERSATION') throw problem;
      setGivesBack(true);
      return false;
    }
    await peopleChanged();
    toastSuccess('USERS_DEACTIVATED', { name });
    return true;
  };
  return (
    <ConfirmDialog
      title={text('USERS_DEACTIVATE_ASK', { name })}
      words={text(givesBack ? 'USERS_GIVES_BACK' : 'USERS_DEACTIVATE_WORDS')}
      verb={text(givesBack ? 'USERS_GIVE_BACK_DEACTIVATE' : 'USERS_DEACTIVATE')}
      danger
      onConfirm={deactivate}
      onClose={onClose}
    />
  );
}

function EndSessionsDialog({ user, onClose }: ActionProps) {
  const text = useText();
  const end = async () => {
    const { endedSessions } = await api.people.endSessions({ params: keyOf(user) });
    await peopleChanged();
    toastSuccess('USERS_SESSIONS_ENDED', { count: endedSessions });
    return true;
  };
  return (
    <ConfirmDialog
      title={text('USERS_END_SESSIONS_ASK', { name: fullName(user) })}
      words={text('USERS_END_SESSIONS_WORDS')}
      verb={text('USERS_END_SESSIONS')}
      danger
      onConfirm={end}
      onClose={onClose}
    />
  );
}

function RemoveFactorsDialog({ user, onClose }: ActionProps) {
  const text = useText();
  const remove = async () => {
    await api.people.removeSecondFactors({ params: keyOf(user) });
    await peopleChanged();
    toastSuccess('USERS_FACTORS_REMOVED');
    return true;
  };
  return (
    <ConfirmDialog
      title={text('USERS_REMOVE_FACTORS_ASK', { name: fullName(user) })}
      words={text('USERS_REMOVE_FACTORS_WORDS')}
      verb={text('USERS_REMOVE_FACTORS')}
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

function PasswordLinkDialog({ user, onLink, onClose }: ActionProps) {
  const text = useText();
  const make = async () => {
    const { link } = await api.people.passwordLink({ params: keyOf(user) });
    if (link === null) toastSuccess('USERS_PASSWORD_LINK_BY_MAIL', { email: user.email });
    else onLink({ link, leadsTo: 'password' });
    return true;
  };
  return (
    <ConfirmDialog
      title={text('USERS_PASSWORD_LINK_ASK', { name: fullName(user) })}
      words={text('USERS_PASSWORD_LINK_WORDS')}
      verb={text('USERS_PASSWORD_LINK_MAKE')}
      onConfirm={make}
      onClose={onClose}
    />
  );
}

const dialogs: Record<AskedAction, typeof DeactivateDialog> = {
  deactivate: DeactivateDialog,
  endSessions: EndSessionsDialog,
  passwordLink: PasswordLinkDialog,
  removeFactors: RemoveFactorsDialog,
};

/** What can be done about somebody of an account. */
export function UserActions({ user, isOneself }: { user: UserDetails; isOneself: boolean }) {
  const [asks, setAsks] = useState<AskedAction | null>(null);
  const [link, setLink] = useState<HandedLink | null>(null);
  const invite = async () => {
    const invitation = await api.people.invite({ params: keyOf(user) });
    await peopleChanged();
    if (invitation.link === null) toastSuccess('USERS_INVITED_BY_MAIL', { email: user.email });
    else setLink({ link: invitation.link, leadsTo: 'invitation' });
  };
  const activate = async () => {
    await api.people.change({ params: keyOf(user), query: {}, body: [{ op: 'replace', path: 'status', value: 'active' }] });
    await peopleChanged();
    toastSuccess('USERS_ACTIVATED', { name: fullName(user) });
  };
  const Asking = asks === null ? null : dialogs[asks];
  return (
    <>
      <PersonActions
        person={user}
        isOneself={isOneself}
        mayDeactivate={!isOneself}
        onInvite={invite}
        onActivate={activate}
        onAsk={setAsks}
      />
      {Asking === null ? null : <Asking user={user} onLink={setLink} onClose={() => setAsks(null)} />}
      {link === null ? null : <LinkDialog name={fullName(user)} given={link} onClose={() => setLink(null)} />}
    </>
  );
}
