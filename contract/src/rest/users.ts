import * as z from 'zod/mini';
import { userFields } from '../entities/person.ts';
import { Count, Id } from '../entities/primitives.ts';
import {
  AccountUser,
  ChatStatus,
  ChatStatusSince,
  ColleaguePresence,
  CurrentUser,
  OwnSettings,
  OwnSettingsChange,
} from '../entities/user.ts';
import { pageOf, pageQuery, replacements, route } from './access.ts';

/** Fields of oneself that a PATCH replaces. */
export const ownChanges = {
  firstName: userFields.firstName,
  lastName: userFields.lastName,
  /** Super admins have none: theirs is refused. */
  jobTitle: userFields.jobTitle,
  locale: userFields.language,
  timezone: userFields.timezone,
};

export const users = {
  me: route(['profile', 'read'], 'GET', '/users/me', 'The signed-in person').output(CurrentUser),
  changeMe: route(['profile', 'change'], 'PATCH', '/users/me', 'Change my name, job title, language or time zone')
    .input(z.object({ body: replacements(ownChanges) }))
    .output(CurrentUser),
  changeSettings: route(['rooms', 'send'], 'PATCH', '/users/me/settings', 'Choose how I work')
    .input(z.object({ body: OwnSettingsChange }))
    .output(OwnSettings),
  /** An upload of one's own that was not sent becomes the square picture that colleagues see; null takes it away. */
  setPicture: route(['rooms', 'send'], 'PUT', '/users/me/picture', 'Choose or remove my picture')
    .input(z.object({ body: z.object({ fileId: z.nullable(Id) }) }))
    .output(CurrentUser),
  /** True when the token's role is no longer the user's: sign in anew (communications, section 1, step 1). */
  linkedIdentities: route(['profile', 'read'], 'GET', '/users/me/linked-identities', 'Was the role modified in the directory?').output(
    z.object({ roleModified: z.boolean() }),
  ),
  chatStatus: route(['presence', 'read'], 'GET', '/users/me/chat-status', 'My chat status').output(ChatStatusSince),
  setChatStatus: route(['presence', 'change'], 'PUT', '/users/me/chat-status', 'Choose my chat status')
    .input(
      z.object({
        body: z.object({
          status: ChatStatus,
          /** With `offline`: what I hold goes back to its queues at once. Whoever holds something and does not say so is refused. */
          handBack: z._default(z.boolean(), false),
        }),
      }),
    )
    .output(ChatStatusSince),
  endWrapUp: route(['presence', 'change'], 'DELETE', '/users/me/wrap-up', 'Done with what was just resolved').output(ChatStatusSince),
  counters: route(['rooms', 'read'], 'GET', '/users/me/counters', 'How much is new, waits and is snoozed').output(
    /**
     * Rooms of customers and of colleagues in which I missed something, none of them resolved; conversations that wait, and mine that are snoozed: as many as the
     * page's lists have rows (docs/decisions/2026-11-29-rows-by-conversation.md).
     */
    z.object({ missedRooms: Count, missedInternalRooms: Count, waitingConversations: Count, snoozedConversations: Count }),
  ),
  /** Everybody who is not named is offline. */
  presence: route(['colleagues', 'read'], 'GET', '/users/presence', 'Colleagues who are there').output(
    z.object({ content: z.array(ColleaguePresence) }),
  ),
  ofAccount: route(['colleagues', 'read'], 'GET', '/accounts/{accountId}/users', 'The people of my account')
    .input(z.object({ params: z.object({ accountId: Id }), query: z.object(pageQuery(10, 1000)) }))
    .output(pageOf(AccountUser)),
};

export const realtime = {
  /** One-use ticket for the websocket's `token` parameter, valid 30 s. */
  ticket: route(['realtime', 'connect'], 'POST', '/realtime/tickets', 'Ticket for the websocket').output(z.object({ ticket: z.string() })),
};
