import * as z from 'zod/mini';
import { reactions } from '../entities/event.ts';
import { Id, Instant, writtenText } from '../entities/primitives.ts';
import { EventFrame, Mentions, mentionsFit } from '../frames/agent.ts';
import { MESSAGE_TEXT_LIMIT } from '../limits.ts';
import { route } from './access.ts';

const ofMessage = z.object({ roomId: Id, eventId: Id });

/** What a message said until `until`. */
export const EarlierWords = z.object({ text: z.nullable(z.string()), until: Instant });
export type EarlierWords = z.infer<typeof EarlierWords>;

/** A colleague who may be named in a room. */
export const MentionablePerson = z.object({ id: Id, firstName: z.string(), lastName: z.string(), jobTitle: z.string() });
export type MentionablePerson = z.infer<typeof MentionablePerson>;

/**
 * What is done to messages among colleagues, and to notes, after they were said. Each change is answered as the frame that tells of it.
 * Of what a customer could read: MESSAGE_NOT_AMONG_COLLEAGUES. Of what was deleted: MESSAGE_DELETED.
 */
export const messages = {
  /** One's own words, by others; what they said before stays to be read. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND, MESSAGE_NOT_YOURS, MENTION_OUT_OF_SIGHT. */
  edit: route(['rooms', 'send'], 'PUT', '/rooms/{roomId}/messages/{eventId}/words', 'Change what I said')
    .input(
      z.object({
        params: ofMessage,
        body: z
          .object({ text: writtenText(MESSAGE_TEXT_LIMIT), mentions: z._default(Mentions, []) })
          .check(z.refine(mentionsFit, { error: 'MENTION_NOT_IN_TEXT', path: ['mentions'] })),
      }),
    )
    .output(EventFrame),
  /** One's own; leads also others' notes in customers' rooms. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND, MESSAGE_NOT_YOURS. */
  remove: route(['rooms', 'send'], 'DELETE', '/rooms/{roomId}/messages/{eventId}', 'Delete what I said')
    .input(z.object({ params: ofMessage }))
    .output(EventFrame),
  /** Given or taken back; what is so already stays so. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND. */
  react: route(['rooms', 'send'], 'PUT', '/rooms/{roomId}/messages/{eventId}/reactions', 'React to a message')
    .input(z.object({ params: ofMessage, body: z.object({ emoji: z.enum(reactions), given: z.boolean() }) }))
    .output(EventFrame),
  /** The oldest first. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND. */
  earlier: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/messages/{eventId}/earlier', 'What a message said before')
    .input(z.object({ params: ofMessage }))
    .output(z.object({ content: z.array(EarlierWords) })),
  /** By name, without oneself. Throws ROOM_NOT_FOUND. */
  mentionable: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/mentionable', 'Colleagues who see the room')
    .input(z.object({ params: z.object({ roomId: Id }) }))
    .output(z.object({ content: z.array(MentionablePerson) })),
};
