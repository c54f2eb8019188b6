import type { MailboxSecret, MailboxSettings } from './entities/mailbox.ts';
import { isMicrosoftHost } from './mail-host.ts';

/** What does not fit between the fields of a mailbox, by the field at which it is mended (points between its parts). */
export type MailboxFault = readonly [field: string, fault: (typeof mailboxFaultNames)[number]];

export const mailboxFaultNames = [
  'SERVER_MISSING',
  'HOST_MISSING',
  'USERNAME_MISSING',
  'PASSWORD_MISSING',
  'OAUTH2_OF_MICROSOFT_ONLY',
  'CLIENT_ID_MISSING',
  'TENANT_ID_MISSING',
  'CLIENT_SECRET_MISSING',
  'MOVE_NEEDS_IMAP',
  'MOVE_TO_MISSING',
  'DKIM_DOMAIN_MISSING',
  'DKIM_SELECTOR_MISSING',
  'DKIM_KEY_MISSING',
] as const;

const servers = ({ direction, incoming, outgoing }: MailboxSettings) => ({
  incoming: direction === 'OUTGOING' ? null : incoming,
  outgoing: direction === 'INCOMING' ? null : outgoing,
});

/** Without what has no meaning: servers of the direction that it does not have, a folder of who moves nothing. */
export function settledMailbox(settings: MailboxSettings): MailboxSettings {
  const { authentication, afterFetching, clientId, tenantId, moveTo } = settings;
  const isOAuth = authentication === 'OAUTH2';
  return {
    ...settings,
    ...servers(settings),
    clientId: isOAuth ? clientId : '',
    tenantId: isOAuth ? tenantId : '',
    moveTo: afterFetching === 'MOVE' ? moveTo : '',
  };
}

/** Whether all servers that a mailbox uses are Microsoft's: OAUTH2 is for those alone (administration, section 5). */
export function mayUseOAuth(settings: MailboxSettings): boolean {
  const used = Object.values(servers(settings)).filter((server) => server !== null);
  return used.length > 0 && used.every(({ host }) => isMicrosoftHost(host));
}

/** @param has which secrets are set, or given now */
export function mailboxFaults(settings: MailboxSettings, has: (secret: MailboxSecret) => boolean): MailboxFault[] {
  return [...serverFaults(settings, has), ...signInFaults(settings, has), ...fetchingFaults(settings), ...dkimFaults(settings, has)];
}

function serverFaults(settings: MailboxSettings, has: (secret: MailboxSecret) => boolean): MailboxFault[] {
  const faults: MailboxFault[] = [];
  const { direction, authentication } = settings;
  const { incoming, outgoing } = servers(settings);
  if (direction !== 'OUTGOING' && incoming === null) faults.push(['incoming', 'SERVER_MISSING']);
  if (direction !== 'INCOMING' && outgoing === null) faults.push(['outgoing', 'SERVER_MISSING']);
  if (incoming?.host === '') faults.push(['incoming.host', 'HOST_MISSING']);
  if (outgoing?.host === '') faults.push(['outgoing.host', 'HOST_MISSING']);
  if (incoming?.username === '') faults.push(['incoming.username', 'USERNAME_MISSING']);
  if (outgoing?.username === '' && authentication === 'OAUTH2') faults.push(['outgoing.username', 'USERNAME_MISSING']);
  if (authentication === 'OAUTH2') return faults;
  if (incoming !== null && !has('incomingPassword')) faults.push(['incomingPassword', 'PASSWORD_MISSING']);
  if (outgoing !== null && outgoing.username !== '' && !has('outgoingPassword')) faults.push(['outgoingPassword', 'PASSWORD_MISSING']);
  return faults;
}

function signInFaults(settings: MailboxSettings, has: (secret: MailboxSecret) => boolean): MailboxFault[] {
  const { authentication, clientId, tenantId } = settings;
  if (authentication === 'PASSWORD') return [];
  const faults: MailboxFault[] = [];
  if (!mayUseOAuth(settings)) faults.push(['authentication', 'OAUTH2_OF_MICROSOFT_ONLY']);
  if (clientId === '') faults.push(['clientId', 'CLIENT_ID_MISSING']);
  if (tenantId === '') faults.push(['tenantId', 'TENANT_ID_MISSING']);
  if (!has('clientSecret') && !has('refreshToken')) faults.push(['clientSecret', 'CLIENT_SECRET_MISSING']);
  return faults;
}

function fetchingFaults(settings: MailboxSettings): MailboxFault[] {
  const { afterFetching, moveTo } = settings;
  const { incoming } = servers(settings);
  if (afterFetching !== 'MOVE' || incoming === null) return [];
  if (incoming.type !== 'IMAP') return [['afterFetching', 'MOVE_NEEDS_IMAP']];
  return moveTo === '' ? [['moveTo', 'MOVE_TO_MISSING']] : [];
}

function dkimFaults({ dkim }: MailboxSettings, has: (secret: MailboxSecret) => boolean): MailboxFault[] {
  if (dkim === null) return [];
  const faults: MailboxFault[] = [];
  if (dkim.domain === '') faults.push(['dkim.domain', 'DKIM_DOMAIN_MISSING']);
  if (dkim.selector === '') faults.push(['dkim.selector', 'DKIM_SELECTOR_MISSING']);
  if (!has('dkimKey')) faults.push(['dkimKey', 'DKIM_KEY_MISSING']);
  return faults;
}
