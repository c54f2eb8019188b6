import * as z from 'zod/mini';
import { ViberChannel, ViberSupport, viberChannelFields, viberSupportFields } from '../entities/channel-end.ts';
import { ClientCreationId } from '../entities/primitives.ts';
import { pageOf, replacements, route } from './access.ts';
import { administerEnds, ChannelEndsQuery, inAccount, ofEnd, storedEnd } from './channel-ends.ts';

const { name, sender, serviceId, ...furtherOfChannel } = viberChannelFields;

/** What is not said: two weeks, no sender to fall back on, switched on. */
export const NewViberEnd = z.object({
  name,
  sender,
  serviceId,
  ...z.partial(z.object(furtherOfChannel)).shape,
  clientEndId: z.optional(ClientCreationId),
});
export type NewViberEnd = z.infer<typeof NewViberEnd>;

/** The Viber channels of an account, through carriers, for super admins alone (administration, sections 2, 3 and 6). */
export const viberChannels = {
  list: route(administerEnds, 'GET', '/accounts/{accountId}/viber-channels', 'Viber channels of an account, by page')
    .input(z.object({ params: inAccount, query: ChannelEndsQuery }))
    .output(pageOf(ViberChannel)),
  /** Throws CARRIER_SERVICE_NOT_FOUND, CARRIER_SERVICE_OF_OTHER_CHANNEL, CHANNEL_END_NAME_TAKEN, SENDER_TAKEN, CREATION_ID_USED. */
  create: route(administerEnds, 'POST', '/accounts/{accountId}/viber-channels', 'Make a Viber channel')
    .input(z.object({ params: inAccount, body: NewViberEnd }))
    .output(storedEnd(ViberChannel)),
  /** Throws VIBER_CHANNEL_NOT_FOUND. */
  one: route(administerEnds, 'GET', '/accounts/{accountId}/viber-channels/{endId}', 'One Viber channel')
    .input(z.object({ params: ofEnd }))
    .output(ViberChannel),
  /** Holds for the next message. Throws as `create`, and VIBER_CHANNEL_NOT_FOUND. */
  change: route(administerEnds, 'PATCH', '/accounts/{accountId}/viber-channels/{endId}', 'Change a Viber channel')
    .input(z.object({ params: ofEnd, body: replacements(viberChannelFields) }))
    .output(storedEnd(ViberChannel)),
  /** The address before it is nobody's at once. Throws VIBER_CHANNEL_NOT_FOUND. */
  newHookAddress: route(
    administerEnds,
    'POST',
    '/accounts/{accountId}/viber-channels/{endId}/hook-address',
    'Another address for the carrier to call',
  )
    .input(z.object({ params: ofEnd }))
    .output(storedEnd(ViberChannel)),
  /** Throws VIBER_CHANNEL_NOT_FOUND, CHANNEL_END_WAS_USED. */
  remove: route(administerEnds, 'DELETE', '/accounts/{accountId}/viber-channels/{endId}', 'Delete a Viber channel over which nothing went')
    .input(z.object({ params: ofEnd }))
    .output(z.object({})),
};

const { status, welcomeText, ...neededOfSupport } = viberSupportFields;

/** What is not said: no welcome, switched on. */
export const NewViberSupport = z.object({
  ...neededOfSupport,
  ...z.partial(z.object({ status, welcomeText })).shape,
  clientEndId: z.optional(ClientCreationId),
});
export type NewViberSupport = z.infer<typeof NewViberSupport>;

/** The Viber supports (bots) of an account, for super admins alone (administration, sections 2, 3 and 6). Tokens are taken, and told to nobody. */
export const viberSupports = {
  list: route(administerEnds, 'GET', '/accounts/{accountId}/viber-supports', 'Viber supports of an account, by page')
    .input(z.object({ params: inAccount, query: ChannelEndsQuery }))
    .output(pageOf(ViberSupport)),
  /** Viber is told where to call. Throws CHANNEL_END_NAME_TAKEN, CHAT_URI_TAKEN, CREATION_ID_USED. */
  create: route(administerEnds, 'POST', '/accounts/{accountId}/viber-supports', 'Make a Viber support')
    .input(z.object({ params: inAccount, body: NewViberSupport }))
    .output(storedEnd(ViberSupport)),
  /** Throws VIBER_SUPPORT_NOT_FOUND. */
  one: route(administerEnds, 'GET', '/accounts/{accountId}/viber-supports/{endId}', 'One Viber support')
    .input(z.object({ params: ofEnd }))
    .output(ViberSupport),
  /** Viber is told anew where to call, or, switched off, to call no more. Throws VIBER_SUPPORT_NOT_FOUND, CHANNEL_END_NAME_TAKEN, CHAT_URI_TAKEN. */
  change: route(administerEnds, 'PATCH', '/accounts/{accountId}/viber-supports/{endId}', 'Change a Viber support')
    .input(z.object({ params: ofEnd, body: replacements(viberSupportFields) }))
    .output(storedEnd(ViberSupport)),
  /** Viber is told of it. Throws VIBER_SUPPORT_NOT_FOUND. */
  newHookAddress: route(
    administerEnds,
    'POST',
    '/accounts/{accountId}/viber-supports/{endId}/hook-address',
    'Another address for Viber to call',
  )
    .input(z.object({ params: ofEnd }))
    .output(storedEnd(ViberSupport)),
  /** Viber is told to call no more. Throws VIBER_SUPPORT_NOT_FOUND, CHANNEL_END_WAS_USED. */
  remove: route(administerEnds, 'DELETE', '/accounts/{accountId}/viber-supports/{endId}', 'Delete a Viber support over which nothing went')
    .input(z.object({ params: ofEnd }))
    .output(z.object({})),
};
