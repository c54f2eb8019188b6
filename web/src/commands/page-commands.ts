import type { Permission } from '@parley/contract';
import { type LinkProps, useNavigate, useParams } from '@tanstack/react-router';
import { useCan } from '../session/current-user.ts';
import { useCommand } from './active.ts';
import type { CommandId } from './command-table.ts';

function usePage(id: CommandId, to: NonNullable<LinkProps['to']>, permission: Permission): void {
  const navigate = useNavigate();
  useCommand(id, useCan(permission) ? () => void navigate({ to }) : null);
}

type SettingsPath =
  | '/users'
  | '/users/create'
  | '/queues'
  | '/queues/create'
  | '/timeslots'
  | '/timeslots/create'
  | '/capacity'
  | '/absence'
  | '/sending'
  | '/auto-resolve'
  | '/channels/{-$endId}'
  | '/widget'
  | '/email-settings'
  | '/email-settings/create'
  | '/audit';

/** A page of an account's settings: of an admin's own account, or, for super admins, of the one whose page is open. */
function useSettingsPage(id: CommandId, path: SettingsPath): void {
  const navigate = useNavigate();
  const ofOwn = useCan(['settings', 'open']);
  const ofAny = useCan(['accounts', 'administer']);
  const { accountId } = useParams({ strict: false });
  const open = () => {
    if (ofOwn) return () => void navigate({ to: `/admin${path}` });
    if (!ofAny || accountId === undefined) return null;
    return () => void navigate({ to: `/super-admin/accounts/$accountId/settings${path}`, params: { accountId } });
  };
  useCommand(id, open());
}

type EndsPath = '/sms-settings' | '/viber-channels' | '/viber-support';

/** Ends of channels that super admins set, of the account whose page is open. */
function useEndsPage(id: CommandId, path: EndsPath): void {
  const navigate = useNavigate();
  const mayAny = useCan(['channels', 'administer']);
  const { accountId } = useParams({ strict: false });
  const isOpen = mayAny && accountId !== undefined;
  const open = () => void navigate({ to: `/super-admin/accounts/$accountId/settings${path}`, params: { accountId: accountId ?? '' } });
  useCommand(id, isOpen ? open : null);
}

/** Going to every page that stands in a menu, and to the forms in which something new is made. */
export function usePageCommands(): void {
  usePage('go.communications', '/communications/{-$roomId}', ['rooms', 'read']);
  usePage('go.newChat', '/communications/create', ['rooms', 'create']);
  usePage('go.mentions', '/communications/mentions', ['rooms', 'read']);
  usePage('go.admin', '/admin', ['settings', 'open']);
  usePage('go.profile', '/profile', ['profile', 'change']);
  usePage('go.accounts', '/super-admin/accounts', ['accounts', 'administer']);
  usePage('go.superUsers', '/super-admin/super-users', ['superUsers', 'administer']);
  useSettingsPage('go.users', '/users');
  useSettingsPage('go.queues', '/queues');
  useSettingsPage('go.timeslots', '/timeslots');
  useSettingsPage('go.capacity', '/capacity');
  useSettingsPage('go.absence', '/absence');
  useSettingsPage('go.sending', '/sending');
  useSettingsPage('go.autoResolve', '/auto-resolve');
  useSettingsPage('go.channels', '/channels/{-$endId}');
  useEndsPage('go.smsSettings', '/sms-settings');
  useEndsPage('go.viberChannels', '/viber-channels');
  useEndsPage('go.viberSupport', '/viber-support');
  usePage('go.carriers', '/super-admin/settings/carriers', ['channels', 'administer']);
  useSettingsPage('go.widget', '/widget');
  useSettingsPage('go.mailboxes', '/email-settings');
  useSettingsPage('go.audit', '/audit');
  useSettingsPage('new.user', '/users/create');
  useSettingsPage('new.queue', '/queues/create');
  useSettingsPage('new.timeslot', '/timeslots/create');
  useSettingsPage('new.mailbox', '/email-settings/create');
  usePage('new.account', '/super-admin/accounts/create', ['accounts', 'administer']);
  usePage('new.carrier', '/super-admin/settings/carriers/create', ['channels', 'administer']);
  usePage('new.superUser', '/super-admin/super-users/create', ['superUsers', 'administer']);
  useAccountCommand();
}

/** An admin has one account, and gets to its settings by `go.admin`. */
function useAccountCommand(): void {
  const navigate = useNavigate();
  const ofAny = useCan(['accounts', 'administer']);
  const { accountId } = useParams({ strict: false });
  const open = ofAny && accountId !== undefined;
  useCommand('go.account', open ? () => void navigate({ to: '/super-admin/accounts/$accountId/settings', params: { accountId } }) : null);
}
