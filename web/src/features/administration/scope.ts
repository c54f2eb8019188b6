import type { Use, UseKind } from '@parley/contract';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { createContext, useContext } from 'react';

/** Whose settings these pages show, and where each of them is. */
export interface Scope {
  accountId: string;
  home: LinkProps;
  users: LinkProps;
  newUser: LinkProps;
  user: (userId: string) => LinkProps;
  queues: LinkProps;
  newQueue: LinkProps;
  queue: (queueId: string) => LinkProps;
  capacity: LinkProps;
  absence: LinkProps;
  sending: LinkProps;
  autoResolve: LinkProps;
  audit: LinkProps;
  widget: LinkProps;
  channels: LinkProps;
  channel: (endId: string) => LinkProps;
  timeslots: LinkProps;
  newTimeslot: LinkProps;
  timeslot: (timeslotId: string) => LinkProps;
  mailboxes: MailboxPlaces;
  /** Senders of SMS and both Vibers; null where it is not one's own to set them (administration, section 6). */
  ends: EndPlaces | null;
  /** What uses something else, to go and change it there. */
  use: (use: Use) => LinkProps;
}

/** Where mailboxes and their signatures are. */
export interface MailboxPlaces {
  list: LinkProps;
  create: LinkProps;
  one: (mailboxId: string) => LinkProps;
  newSignature: (mailboxId: string) => LinkProps;
  signature: (mailboxId: string, signatureId: string) => LinkProps;
}

const mailboxPlaces = (list: string): MailboxPlaces => ({
  list: { to: list },
  create: { to: `${list}/create` },
  one: (mailboxId) => ({ to: `${list}/${mailboxId}` }),
  newSignature: (mailboxId) => ({ to: `${list}/${mailboxId}/signature/create` }),
  signature: (mailboxId, signatureId) => ({ to: `${list}/${mailboxId}/signature/${signatureId}` }),
});

/** Where the ends of each kind are, which addresses call as the specification does. */
export interface EndPlaces {
  list: (kind: string) => LinkProps;
  create: (kind: string) => LinkProps;
  one: (kind: string, endId: string) => LinkProps;
}

/** The list in which what uses something stands. */
const USE_PLACES = { QUEUE: 'queues' } as const satisfies Record<UseKind, string>;

/** An admin's own account. */
export const ownScope = (accountId: string): Scope => ({
  accountId,
  home: linkOptions({ to: '/admin' }),
  users: linkOptions({ to: '/admin/users' }),
  newUser: linkOptions({ to: '/admin/users/create' }),
  user: (userId) => linkOptions({ to: '/admin/users/$userId', params: { userId } }),
  queues: linkOptions({ to: '/admin/queues' }),
  newQueue: linkOptions({ to: '/admin/queues/create' }),
  queue: (queueId) => linkOptions({ to: '/admin/queues/$queueId', params: { queueId } }),
  capacity: linkOptions({ to: '/admin/capacity' }),
  absence: linkOptions({ to: '/admin/absence' }),
  sending: linkOptions({ to: '/admin/sending' }),
  autoResolve: linkOptions({ to: '/admin/auto-resolve' }),
  audit: linkOptions({ to: '/admin/audit' }),
  widget: linkOptions({ to: '/admin/widget' }),
  channels: linkOptions({ to: '/admin/channels/{-$endId}', params: { endId: undefined } }),
  channel: (endId) => linkOptions({ to: '/admin/channels/{-$endId}', params: { endId } }),
  timeslots: linkOptions({ to: '/admin/timeslots' }),
  newTimeslot: linkOptions({ to: '/admin/timeslots/create' }),
  timeslot: (timeslotId) => linkOptions({ to: '/admin/timeslots/$timeslotId', params: { timeslotId } }),
  mailboxes: mailboxPlaces('/admin/email-settings'),
  ends: null,
  use: ({ kind, id }) => ({ to: `/admin/${USE_PLACES[kind]}/${id}` }),
});

/** An account that a super admin names. */
export const namedScope = (accountId: string): Scope => ({
  accountId,
  home: linkOptions({ to: '/super-admin/accounts/$accountId/settings', params: { accountId } }),
  users: linkOptions({ to: '/super-admin/accounts/$accountId/settings/users', params: { accountId } }),
  newUser: linkOptions({ to: '/super-admin/accounts/$accountId/settings/users/create', params: { accountId } }),
  user: (userId) => linkOptions({ to: '/super-admin/accounts/$accountId/settings/users/$userId', params: { accountId, userId } }),
  queues: linkOptions({ to: '/super-admin/accounts/$accountId/settings/queues', params: { accountId } }),
  newQueue: linkOptions({ to: '/super-admin/accounts/$accountId/settings/queues/create', params: { accountId } }),
  queue: (queueId) => linkOptions({ to: '/super-admin/accounts/$accountId/settings/queues/$queueId', params: { accountId, queueId } }),
  capacity: linkOptions({ to: '/super-admin/accounts/$accountId/settings/capacity', params: { accountId } }),
  absence: linkOptions({ to: '/super-admin/accounts/$accountId/settings/absence', params: { accountId } }),
  sending: linkOptions({ to: '/super-admin/accounts/$accountId/settings/sending', params: { accountId } }),
  autoResolve: linkOptions({ to: '/super-admin/accounts/$accountId/settings/auto-resolve', params: { accountId } }),
  audit: linkOptions({ to: '/super-admin/accounts/$accountId/settings/audit', params: { accountId } }),
  widget: linkOptions({ to: '/super-admin/accounts/$accountId/settings/widget', params: { accountId } }),
  channels: linkOptions({ to: '/super-admin/accounts/$accountId/settings/channels/{-$endId}', params: { accountId, endId: undefined } }),
  channel: (endId) => linkOptions({ to: '/super-admin/accounts/$accountId/settings/channels/{-$endId}', params: { accountId, endId } }),
  timeslots: linkOptions({ to: '/super-admin/accounts/$accountId/settings/timeslots', params: { accountId } }),
  newTimeslot: linkOptions({ to: '/super-admin/accounts/$accountId/settings/timeslots/create', params: { accountId } }),
  timeslot: (timeslotId) =>
    linkOptions({ to: '/super-admin/accounts/$accountId/settings/timeslots/$timeslotId', params: { accountId, timeslotId } }),
  mailboxes: mailboxPlaces(`/super-admin/accounts/${accountId}/settings/email-settings`),
  ends: {
    list: (kind) => ({ to: `/super-admin/accounts/${accountId}/settings/${kind}` }),
    create: (kind) => ({ to: `/super-admin/accounts/${accountId}/settings/${kind}/create` }),
    one: (kind, endId) => ({ to: `/super-admin/accounts/${accountId}/settings/${kind}/${endId}` }),
  },
  use: ({ kind, id }) => ({ to: `/super-admin/accounts/${accountId}/settings/${USE_PLACES[kind]}/${id}` }),
});

export const ScopeContext = createContext<Scope | null>(null);

/** Only below the pages of an account's settings; elsewhere it is a bug and throws. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (scope === null) throw new Error('useScope outside the settings of an account');
  return scope;
}

/** Only below the pages of those who set ends; elsewhere it is a bug and throws. */
export function useEndPlaces(): EndPlaces {
  const { ends } = useScope();
  if (ends === null) throw new Error('useEndPlaces where nobody sets ends');
  return ends;
}
