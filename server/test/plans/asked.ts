import { agentSends, api, uploads, visitorSends } from '@parley/contract';

/** What is asked seldom, by one person at a time, of a handful of rows by their keys: it needs no budget. */
const SELDOM: Readonly<Record<string, string>> = {
  'ownSignIn.changePassword': 'one’s own sign-in',
  'ownSignIn.changeEmail': 'one’s own sign-in',
  'ownSignIn.sessions': 'one’s own sign-in',
  'ownSignIn.endSession': 'one’s own sign-in',
  'ownSignIn.endOtherSessions': 'one’s own sign-in',
  'ownSignIn.secondFactors': 'one’s own sign-in',
  'ownSignIn.beginTotp': 'one’s own sign-in',
  'ownSignIn.confirmTotp': 'one’s own sign-in',
  'ownSignIn.removeTotp': 'one’s own sign-in',
  'ownSignIn.newRecoveryCodes': 'one’s own sign-in',
  'ownSignIn.beginPasskey': 'one’s own sign-in',
  'ownSignIn.addPasskey': 'one’s own sign-in',
  'ownSignIn.removePasskey': 'one’s own sign-in',
  'emails.below': 'the e-mail that one writes',
  'people.create': 'administration of one person',
  'people.change': 'administration of one person',
  'people.invite': 'administration of one person',
  'people.passwordLink': 'administration of one person',
  'people.endSessions': 'administration of one person',
  'people.removeSecondFactors': 'administration of one person',
  'superUsers.create': 'administration of one person',
  'superUsers.one': 'administration of one person',
  'superUsers.change': 'administration of one person',
  'superUsers.invite': 'administration of one person',
  'superUsers.passwordLink': 'administration of one person',
  'superUsers.endSessions': 'administration of one person',
  'superUsers.removeSecondFactors': 'administration of one person',
  'accounts.create': 'administration of one account',
  'accounts.change': 'administration of one account',
  'absence.change': 'administration of one account',
  'capacity.change': 'administration of one account',
  'queues.create': 'administration of one queue',
  'queues.change': 'administration of one queue',
  'queues.remove': 'administration of one queue',
  'widgets.list': 'administration of a handful of rows',
  'widgets.create': 'administration of one row',
  'widgets.change': 'administration of one row',
  'widgets.newIdentitySecret': 'administration of one row',
  'timeslots.create': 'administration of one row',
  'timeslots.change': 'administration of one row',
  'timeslots.remove': 'administration of one row',
  'carriers.create': 'administration of one carrier',
  'carriers.change': 'administration of one carrier',
  'carriers.remove': 'administration of one carrier',
  'carrierServices.create': 'administration of one service',
  'carrierServices.change': 'administration of one service',
  'carrierServices.remove': 'administration of one service',
  'carrierTroubles.give': 'administration of one row',
  'carrierTroubles.remove': 'administration of one row',
  'smsSettings.create': 'administration of one end of a channel',
  'smsSettings.change': 'administration of one end of a channel',
  'smsSettings.newHookAddress': 'administration of one end of a channel',
  'smsSettings.remove': 'administration of one end of a channel',
  'viberChannels.create': 'administration of one end of a channel',
  'viberChannels.change': 'administration of one end of a channel',
  'viberChannels.newHookAddress': 'administration of one end of a channel',
  'viberChannels.remove': 'administration of one end of a channel',
  'viberSupports.create': 'administration of one end of a channel',
  'viberSupports.change': 'administration of one end of a channel',
  'viberSupports.newHookAddress': 'administration of one end of a channel',
  'viberSupports.remove': 'administration of one end of a channel',
  'mailboxes.create': 'administration of one end of a channel',
  'mailboxes.change': 'administration of one end of a channel',
  'mailboxes.remove': 'administration of one end of a channel',
  'mailboxes.tryOut': 'two servers are asked',
  'mailboxes.test': 'two servers are asked, and one row written',
  'signatures.create': 'administration of one row',
  'signatures.change': 'administration of one row',
  'signatures.remove': 'administration of one row',
  'signatures.preview': 'asks one row by its key',
  'transfers.create': 'the same work as the frame Assign, or as giving one back',
  'snoozes.set': 'the same work as the frame Assign',
  'snoozes.end': 'the same work as the frame Assign',
  'channels.applications': 'a handful of rows',
  'channels.create': 'one row by its key',
  'channelHealth.test': 'the provider is asked, and one row written',
  'channelHealth.sendTest': 'the provider is asked',
  'channelHealth.runAgain': 'one row by its key',
  'sending.change': 'administration of one account',
  'autoResolve.change': 'administration of one account',
  'scheduled.create': 'the same work as the frame Text, and one row',
  'scheduled.change': 'the same work as the frame Text, after one row by its key',
  'scheduled.edit': 'the same work as scheduled.create, after one row by its key',
  'transfers.undo': 'the same work as transfers.create, after the latest entries of one room',
  'rooms.resolve': 'the same work as the frame Resolve, one after the other',
  'visitor.transcript': 'a letter at the end of a conversation',
  'customers.blocked': 'administration of a handful of rows',
  'customers.block': 'administration of one row',
  'customers.unblock': 'administration of one row',
  'customers.release': 'administration of one row',
  'configuration.read': 'asks no row',
  'faults.report': 'asks no row',
  'push.settings': 'asks no row',
  'push.subscribe': 'one’s own row',
  'push.unsubscribe': 'one’s own row',
  'users.endWrapUp': 'one’s own row',
  'users.changeMe': 'one’s own row',
  'users.changeSettings': 'one’s own row',
  'users.setPicture': 'one’s own row, and a file by its id',
  'agent Token': 'asks what every request with a token asks',
  'agent ConversationState': 'the same work as the frame Assign',
  'agent AddChannel': 'the same work as the frame Assign',
  'agent Pending': 'the same work as the route rooms.retry',
};

const routes = [
  ...Object.entries(api).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, procedure]) => ({ name: `${area}.${name}`, ...procedure['~orpc'].route })),
  ),
  ...Object.entries(uploads).map(([who, { method, path }]) => ({ name: `uploads.${who}`, method, path })),
].map(({ name, method, path }) => ({
  name,
  method: method ?? 'GET',
  // Written parts of a path go before its places: `rooms/{roomId}` is not `files/limits`.
  pattern: new RegExp(`^${(path ?? '/').slice(1).replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`),
}));
const everything = [
  ...routes.map(({ name }) => name),
  ...Object.keys(agentSends).map((kind) => `agent ${kind}`),
  ...Object.keys(visitorSends).map((kind) => `visitor ${kind}`),
];

const asked = new Set<string>();
/** Notes that a route was called, by its address under `/api/`. */
export function noteRoute(method: string, address: string): void {
  const path = address.split('?')[0] ?? '';
  for (const route of routes) if (route.method === method && route.pattern.test(path)) asked.add(route.name);
}
export function noteFrame(app: 'agent' | 'visitor', ...kinds: readonly string[]): void {
  for (const kind of kinds) asked.add(`${app} ${kind}`);
}

/** Routes and frames of the contract whose statements nobody has looked at; and those that were, though they are said to be seldom. */
export const unasked = (): string[] => everything.filter((name) => !asked.has(name) && !(name in SELDOM));
export const seldomAndGone = (): string[] => Object.keys(SELDOM).filter((name) => !everything.includes(name));
