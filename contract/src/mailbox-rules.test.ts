import { expect, it } from 'vitest';
import type { MailboxSecret, MailboxSettings } from './entities/mailbox.ts';
import { mailboxFields } from './entities/mailbox-fields.ts';
import { domainOf, isMailAddress, settledMailAddress } from './mail-address.ts';
import { isHost, isMicrosoftHost, settledHost } from './mail-host.ts';
import { mailboxFaults, mayUseOAuth, settledMailbox } from './mailbox-rules.ts';

const incoming = { type: 'IMAP', host: 'imap.shop.example', port: 993, useSsl: true, username: 'help' } as const;
const outgoing = { host: 'smtp.shop.example', port: 587, useSsl: false, username: 'help' };
const both: MailboxSettings = {
  direction: 'BOTH',
  incoming,
  outgoing,
  authentication: 'PASSWORD',
  clientId: '',
  tenantId: '',
  afterFetching: 'KEEP',
  moveTo: '',
  ticketWhenInCc: false,
  plusAddress: false,
  webFormSenders: [],
  recipientSource: 'FROM',
  dkim: null,
};
const microsoft: MailboxSettings = {
  ...both,
  authentication: 'OAUTH2',
  incoming: { ...incoming, host: 'outlook.office365.com' },
  outgoing: { ...outgoing, host: 'smtp.office365.com' },
  clientId: 'app',
  tenantId: 'shop.example',
};
const all = () => true;
const none = () => false;
const only =
  (...names: MailboxSecret[]) =>
  (name: MailboxSecret) =>
    names.includes(name);

it.each([
  [' Help@Shop.EXAMPLE ', 'help@shop.example'],
  ['help@поща.бг', 'help@xn--80a1ac5b.xn--90ae'],
  ['help+orders@shop.example', 'help+orders@shop.example'],
])('keeps the address %s as %s', (written, kept) => {
  expect(settledMailAddress(written)).toBe(kept);
  expect(isMailAddress(kept)).toBe(true);
});

it.each([
  '',
  'help',
  'help@',
  '@shop.example',
  'help@shop',
  'a b@shop.example',
  'help@shop.example/x',
  'help@shop..example',
  'помощ@shop.example',
])('takes %j for no address', (written) => expect(mailboxFields.address.safeParse(written).success).toBe(false));

it('knows the domain of an address', () => {
  expect(domainOf('help@shop.example')).toBe('shop.example');
  expect(domainOf('help')).toBe('');
});

it.each([
  ['imap.shop.example', 'imap.shop.example'],
  [' IMAP.Shop.Example. ', 'imap.shop.example'],
  ['поща.бг', 'xn--80a1ac5b.xn--90ae'],
  ['localhost', 'localhost'],
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::7', '2001:db8::7'],
])('takes %s for the host %s', (written, kept) => {
  expect(settledHost(written)).toBe(kept);
  expect(isHost(kept)).toBe(true);
});

it.each([
  '',
  'imap://shop.example',
  'shop.example:993',
  'shop.example/inbox',
  'a b',
  'user@shop.example',
  '192.0.2',
  '-a.example',
  'a..example',
])('takes %j for no host', (written) => expect(isHost(settledHost(written))).toBe(false));

it('knows Microsoft’s servers, and nobody else’s that are called alike', () => {
  for (const host of ['outlook.office365.com', 'smtp.office365.com', 'smtp-mail.outlook.com', 'HOTMAIL.com'])
    expect(isMicrosoftHost(host)).toBe(true);
  for (const host of ['office365.com.evil.example', 'notoutlook.com', 'outlook.com.example', '']) expect(isMicrosoftHost(host)).toBe(false);
});

it('finds nothing wrong with what is whole', () => {
  expect(mailboxFaults(both, only('incomingPassword', 'outgoingPassword'))).toEqual([]);
  expect(mailboxFaults({ ...both, outgoing: { ...outgoing, username: '' } }, only('incomingPassword'))).toEqual([]);
  expect(mailboxFaults({ ...both, direction: 'OUTGOING', incoming: null }, only('outgoingPassword'))).toEqual([]);
  expect(mailboxFaults({ ...both, direction: 'INCOMING', outgoing: null }, only('incomingPassword'))).toEqual([]);
  expect(mailboxFaults(microsoft, only('clientSecret'))).toEqual([]);
  expect(mailboxFaults(microsoft, only('refreshToken'))).toEqual([]);
});

it.each<[string, Partial<MailboxSettings>, string, string]>([
  ['fetching without a server', { incoming: null }, 'incoming', 'SERVER_MISSING'],
  ['sending without a server', { outgoing: null }, 'outgoing', 'SERVER_MISSING'],
  ['nobody who signs in', { incoming: { ...incoming, username: '' } }, 'incoming.username', 'USERNAME_MISSING'],
  [
    'moving by POP3',
    { incoming: { ...incoming, type: 'POP3' }, afterFetching: 'MOVE', moveTo: 'Done' },
    'afterFetching',
    'MOVE_NEEDS_IMAP',
  ],
  ['moving to nowhere', { afterFetching: 'MOVE' }, 'moveTo', 'MOVE_TO_MISSING'],
  ['OAuth2 with another’s server', { ...microsoft, outgoing }, 'authentication', 'OAUTH2_OF_MICROSOFT_ONLY'],
  ['OAuth2 without the application', { ...microsoft, clientId: '' }, 'clientId', 'CLIENT_ID_MISSING'],
  ['OAuth2 without the tenant', { ...microsoft, tenantId: '' }, 'tenantId', 'TENANT_ID_MISSING'],
])('names the field of %s', (_, change, field, fault) => {
  expect(mailboxFaults({ ...both, ...change }, all)).toEqual([[field, fault]]);
});

it('names what DKIM lacks', () => {
  expect(mailboxFaults({ ...both, dkim: { domain: '', selector: '' } }, all)).toEqual([
    ['dkim.domain', 'DKIM_DOMAIN_MISSING'],
    ['dkim.selector', 'DKIM_SELECTOR_MISSING'],
  ]);
});

it('names each secret that is missing', () => {
  expect(mailboxFaults(both, none)).toEqual([
    ['incomingPassword', 'PASSWORD_MISSING'],
    ['outgoingPassword', 'PASSWORD_MISSING'],
  ]);
  expect(mailboxFaults(microsoft, none)).toEqual([['clientSecret', 'CLIENT_SECRET_MISSING']]);
  expect(
    mailboxFaults({ ...both, dkim: { domain: 'shop.example', selector: 'mail' } }, only('incomingPassword', 'outgoingPassword')),
  ).toEqual([['dkimKey', 'DKIM_KEY_MISSING']]);
});

it('keeps nothing that has no meaning', () => {
  expect(settledMailbox({ ...both, direction: 'INCOMING', moveTo: 'Done', clientId: 'app', tenantId: 'shop' })).toEqual({
    ...both,
    direction: 'INCOMING',
    outgoing: null,
  });
  expect(settledMailbox({ ...microsoft, direction: 'OUTGOING' })).toEqual({ ...microsoft, direction: 'OUTGOING', incoming: null });
  expect(mayUseOAuth({ ...microsoft, direction: 'OUTGOING', incoming })).toBe(true);
});
