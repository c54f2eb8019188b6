import { type Mailbox, MailboxSettings, type mailboxFields, mailboxSecrets, settledMailbox } from '@parley/contract';
import type * as z from 'zod/mini';
import type { EndType } from '../../settings/index.ts';
import { faultsOfMailbox, requireNoFaults } from './judge-mailbox.ts';

/** Fields of a mailbox that are given, each optional. */
export type GivenMailbox = { [Field in keyof typeof mailboxFields]?: z.output<(typeof mailboxFields)[Field]> | undefined };

/** What is not said of a new one. */
export const USUAL_MAILBOX: Omit<MailboxSettings, 'direction'> = {
  incoming: null,
  outgoing: null,
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

const defined = <T>(fields: Record<string, T | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, T] => entry[1] !== undefined));

/** What is given of the settings and of the secrets, apart. */
export function partsOf({ name: _name, status: _status, address: _address, ...given }: GivenMailbox) {
  const { incomingPassword, outgoingPassword, clientSecret, refreshToken, dkimKey, ...settings } = given;
  return { settings: defined(settings), secrets: defined({ incomingPassword, outgoingPassword, clientSecret, refreshToken, dkimKey }) };
}

const serverOf = (server: { type?: string; host: string; port: number; useSsl: boolean; username: string } | null) =>
  server === null ? '' : `${server.type ?? 'SMTP'} ${server.host}:${server.port}${server.useSsl ? ' SSL' : ''} ${server.username}`.trim();

/** Settings of a mailbox as they are kept. What an end of e-mail was not set up with stands as with a new one. */
export const settingsOf = (settings: unknown): MailboxSettings =>
  settledMailbox(MailboxSettings.parse({ ...USUAL_MAILBOX, direction: 'BOTH', ...(settings as object) }));

/** Mailboxes as ends of channels (administration, section 3). @param isAllowed addresses that their servers may have */
export const mailboxType = (isAllowed: (address: string) => boolean): EndType<Mailbox, GivenMailbox> => ({
  type: 'EMAIL',
  carried: null,
  namesAreOneWay: false,
  missing: 'MAILBOX_NOT_FOUND',
  taken: 'MAILBOX_ADDRESS_TAKEN',
  senderIsOneOf: 'ACCOUNT',
  entity: 'MAILBOX',
  entities: 'MAILBOXES',
  usual: USUAL_MAILBOX,
  settled: (settings) => settingsOf(settings),
  endOf: ({ id, accountId, name, status, sender, settings, secretsSet, wasUsed, createdAt }) => ({
    id,
    accountId,
    name,
    status,
    address: sender,
    ...settingsOf(settings),
    secretsSet: Object.fromEntries(mailboxSecrets.map((secret) => [secret, secretsSet.includes(secret)])) as Mailbox['secretsSet'],
    wasUsed,
    createdAt,
  }),
  given: ({ name, status, address, ...given }) => ({ name, status, sender: address, ...partsOf(given) }),
  judge: ({ end, before, secrets, given }) =>
    requireNoFaults(faultsOfMailbox({ settings: settingsOf(end), before: before && settingsOf(before), secrets, given }, isAllowed)),
  shown: ({ name, status, address, incoming, outgoing, dkim, webFormSenders, ...mailbox }) => ({
    name,
    status,
    address,
    direction: mailbox.direction,
    incoming: serverOf(incoming),
    outgoing: serverOf(outgoing),
    authentication: mailbox.authentication,
    clientId: mailbox.clientId,
    tenantId: mailbox.tenantId,
    afterFetching: mailbox.afterFetching,
    moveTo: mailbox.moveTo,
    ticketWhenInCc: mailbox.ticketWhenInCc,
    plusAddress: mailbox.plusAddress,
    webFormSenders: webFormSenders.join(', '),
    recipientSource: mailbox.recipientSource,
    dkim: dkim === null ? '' : `${dkim.selector}._domainkey.${dkim.domain}`,
  }),
});
