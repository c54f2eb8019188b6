import {
  isHost,
  type Mailbox,
  type MailboxSecret,
  type MailboxSettings,
  mailboxFaults,
  mailboxFields,
  mailboxSecrets,
  settledHost,
  settledMailAddress,
  settledMailbox,
} from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { KEEP, type SecretChange } from '../../../forms/SecretField.tsx';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';
import { typedNumber } from '../../../forms/typed-number.ts';

/** What is filled in of a mailbox, in the order of the page. */
export type MailboxValues = {
  name: string;
  address: string;
  direction: MailboxSettings['direction'];
  isOn: boolean;
  ticketWhenInCc: boolean;
  plusAddress: boolean;
  inType: 'IMAP' | 'POP3';
  inHost: string;
  inPort: string;
  inSsl: boolean;
  outHost: string;
  outPort: string;
  outSsl: boolean;
  authentication: MailboxSettings['authentication'];
  inUser: string;
  incomingPassword: SecretChange;
  /** One signs in for sending as for receiving. */
  isSameSignIn: boolean;
  outUser: string;
  outgoingPassword: SecretChange;
  clientId: string;
  tenantId: string;
  clientSecret: SecretChange;
  refreshToken: SecretChange;
  afterFetching: MailboxSettings['afterFetching'];
  moveTo: string;
  /** One address a line. */
  webFormSenders: string;
  recipientSource: MailboxSettings['recipientSource'];
  isSigned: boolean;
  dkimDomain: string;
  dkimSelector: string;
  /** Empty: the one that is kept. */
  dkimKey: string;
};
type Field = keyof MailboxValues;

export const emptyMailbox: MailboxValues = {
  name: '',
  address: '',
  direction: 'BOTH',
  isOn: true,
  ticketWhenInCc: false,
  plusAddress: false,
  inType: 'IMAP',
  inHost: '',
  inPort: '993',
  inSsl: true,
  outHost: '',
  outPort: '465',
  outSsl: true,
  authentication: 'PASSWORD',
  inUser: '',
  incomingPassword: '',
  isSameSignIn: true,
  outUser: '',
  outgoingPassword: '',
  clientId: '',
  tenantId: '',
  clientSecret: '',
  refreshToken: '',
  afterFetching: 'KEEP',
  moveTo: '',
  webFormSenders: '',
  recipientSource: 'FROM',
  isSigned: false,
  dkimDomain: '',
  dkimSelector: '',
  dkimKey: '',
};

export function valuesOf(mailbox: Mailbox): MailboxValues {
  const { incoming, outgoing, dkim } = mailbox;
  return {
    name: mailbox.name,
    address: mailbox.address,
    direction: mailbox.direction,
    isOn: mailbox.status === 'active',
    ticketWhenInCc: mailbox.ticketWhenInCc,
    plusAddress: mailbox.plusAddress,
    inType: incoming?.type ?? 'IMAP',
    inHost: incoming?.host ?? '',
    inPort: String(incoming?.port ?? 993),
    inSsl: incoming?.useSsl ?? true,
    outHost: outgoing?.host ?? '',
    outPort: String(outgoing?.port ?? 465),
    outSsl: outgoing?.useSsl ?? true,
    authentication: mailbox.authentication,
    inUser: incoming?.username ?? '',
    incomingPassword: KEEP,
    isSameSignIn: false,
    outUser: outgoing?.username ?? '',
    outgoingPassword: KEEP,
    clientId: mailbox.clientId,
    tenantId: mailbox.tenantId,
    clientSecret: KEEP,
    refreshToken: KEEP,
    afterFetching: mailbox.afterFetching,
    moveTo: mailbox.moveTo,
    webFormSenders: mailbox.webFormSenders.join('\n'),
    recipientSource: mailbox.recipientSource,
    isSigned: dkim !== null,
    dkimDomain: dkim?.domain ?? '',
    dkimSelector: dkim?.selector ?? '',
    dkimKey: '',
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(settledMailAddress)
    .filter((line) => line !== '');

/** Whether the form asks for one sign-in for both servers. */
export const asksSameSignIn = ({ direction, authentication, isSameSignIn }: MailboxValues): boolean =>
  direction === 'BOTH' && (authentication === 'OAUTH2' || isSameSignIn);

/** What is set of values that fit, as the server keeps it. */
export function settingsOf(values: MailboxValues): MailboxSettings {
  const { direction, authentication, clientId, tenantId, afterFetching, moveTo, ticketWhenInCc, plusAddress, recipientSource } = values;
  const outUser = asksSameSignIn(values) ? values.inUser : values.outUser;
  return settledMailbox({
    direction,
    incoming: {
      type: values.inType,
      host: settledHost(values.inHost),
      port: Number(values.inPort),
      useSsl: values.inSsl,
      username: values.inUser.trim(),
    },
    outgoing: { host: settledHost(values.outHost), port: Number(values.outPort), useSsl: values.outSsl, username: outUser.trim() },
    authentication,
    clientId: clientId.trim(),
    tenantId: tenantId.trim(),
    afterFetching,
    moveTo: moveTo.trim(),
    ticketWhenInCc,
    plusAddress,
    webFormSenders: linesOf(values.webFormSenders),
    recipientSource,
    dkim: values.isSigned ? { domain: settledHost(values.dkimDomain), selector: values.dkimSelector.trim().toLowerCase() } : null,
  });
}

/** The secrets that are to be another: an empty one is taken away. @param kept those that are set */
export function secretsOf(values: MailboxValues, kept: Mailbox['secretsSet'] | null): Partial<Record<MailboxSecret, string>> {
  const asked: Record<MailboxSecret, SecretChange> = {
    incomingPassword: values.incomingPassword,
    outgoingPassword: values.authentication === 'PASSWORD' && asksSameSignIn(values) ? values.incomingPassword : values.outgoingPassword,
    clientSecret: values.clientSecret,
    refreshToken: values.refreshToken,
    dkimKey: values.isSigned ? values.dkimKey.trim() || KEEP : null,
  };
  const said = mailboxSecrets.map((name) => [name, asked[name] === KEEP ? undefined : (asked[name] ?? '')] as const);
  return Object.fromEntries(said.filter(([name, secret]) => secret !== undefined && (secret !== '' || kept?.[name] === true)));
}

const rest = (values: MailboxValues) => ({
  name: values.name,
  address: settledMailAddress(values.address),
  status: values.isOn ? ('active' as const) : ('inactive' as const),
});

/** What makes a mailbox of values that fit. */
export const sentOf = (values: MailboxValues) => ({ ...rest(values), ...settingsOf(values), ...secretsOf(values, null) });

/** What is to be replaced of a mailbox that is there: only what is another. */
export function replacementsOf(mailbox: Mailbox, values: MailboxValues) {
  const { secretsSet } = mailbox;
  const stood: Record<string, unknown> = { ...mailbox };
  const fields = Object.entries({ ...rest(values), ...settingsOf(values) });
  const others = fields.filter(([path, value]) => JSON.stringify(value) !== JSON.stringify(stood[path]));
  return [...others, ...Object.entries(secretsOf(values, secretsSet))].map(([path, value]) => ({ op: 'replace' as const, path, value }));
}

/** What the form, or the server, has against what was filled in, where it lies between fields. */
export class Unfit extends Error {
  readonly faults: readonly (readonly [field: string, fault: string])[];
  constructor(faults: Unfit['faults']) {
    super('UNFIT');
    this.faults = faults;
  }
}

/** Throws Unfit with what does not fit between fields. @param kept the secrets that are set */
export function requireFit(values: MailboxValues, kept: Mailbox['secretsSet'] | null): void {
  const given = secretsOf(values, kept);
  const faults = mailboxFaults(settingsOf(values), (name) => (given[name] === undefined ? kept?.[name] === true : given[name] !== ''));
  if (faults.length > 0) throw new Unfit(faults);
}

/** Where on the page stands what the server names. */
export const fieldOnPage: Readonly<Record<string, Field>> = {
  name: 'name',
  address: 'address',
  incoming: 'inHost',
  'incoming.host': 'inHost',
  'incoming.port': 'inPort',
  'incoming.username': 'inUser',
  outgoing: 'outHost',
  'outgoing.host': 'outHost',
  'outgoing.port': 'outPort',
  'outgoing.username': 'outUser',
  authentication: 'authentication',
  incomingPassword: 'incomingPassword',
  outgoingPassword: 'outgoingPassword',
  clientId: 'clientId',
  tenantId: 'tenantId',
  clientSecret: 'clientSecret',
  refreshToken: 'refreshToken',
  afterFetching: 'afterFetching',
  moveTo: 'moveTo',
  webFormSenders: 'webFormSenders',
  'dkim.domain': 'dkimDomain',
  'dkim.selector': 'dkimSelector',
  dkimKey: 'dkimKey',
};

const host = z.string().check(z.refine((text) => text.trim() === '' || isHost(settledHost(text))));
const port = typedNumber(z.int().check(z.minimum(1), z.maximum(65_535)));
const addresses = z.pipe(z.pipe(z.string(), z.transform(linesOf)), mailboxFields.webFormSenders);
const selector = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(63), z.regex(/^[a-z0-9._-]*$/));

/** The contract's own rules of single fields. */
export const mailboxRules: { readonly [Name in Field]?: FieldRule } = {
  name: { name: 'ENDS_NAME', schema: mailboxFields.name },
  address: { name: 'MAILBOXES_ADDRESS', schema: mailboxFields.address, invalid: 'MAILBOXES_ADDRESS_INVALID' },
  inHost: { name: 'MAILBOXES_HOST', schema: host, invalid: 'MAILBOXES_HOST_INVALID' },
  inPort: { name: 'MAILBOXES_PORT', schema: port, invalid: 'MAILBOXES_PORT_INVALID' },
  outHost: { name: 'MAILBOXES_HOST', schema: host, invalid: 'MAILBOXES_HOST_INVALID' },
  outPort: { name: 'MAILBOXES_PORT', schema: port, invalid: 'MAILBOXES_PORT_INVALID' },
  inUser: { name: 'MAILBOXES_USERNAME', schema: z.string().check(z.maxLength(320)) },
  outUser: { name: 'MAILBOXES_USERNAME', schema: z.string().check(z.maxLength(320)) },
  clientId: { name: 'MAILBOXES_CLIENT_ID', schema: mailboxFields.clientId },
  tenantId: { name: 'MAILBOXES_TENANT_ID', schema: mailboxFields.tenantId, invalid: 'MAILBOXES_TENANT_INVALID' },
  moveTo: { name: 'MAILBOXES_MOVE_TO', schema: mailboxFields.moveTo },
  webFormSenders: { name: 'MAILBOXES_FORM_SENDERS', schema: addresses, invalid: 'MAILBOXES_FORM_SENDERS_INVALID' },
  dkimDomain: { name: 'MAILBOXES_DKIM_DOMAIN', schema: host, invalid: 'MAILBOXES_HOST_INVALID' },
  dkimSelector: { name: 'MAILBOXES_DKIM_SELECTOR', schema: selector, invalid: 'MAILBOXES_DKIM_SELECTOR_INVALID' },
};

/** Refusals that are about one field. */
export const mailboxProblems: FieldsOfProblems<Field> = { CHANNEL_END_NAME_TAKEN: 'name', MAILBOX_ADDRESS_TAKEN: 'address' };
