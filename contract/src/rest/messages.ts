import * as z from 'zod/mini';
import { reactions } from '../entities/event.ts';
import { MessagePath, WrittenAnew } from '../entities/message-path.ts';
import { Id, Instant, writtenText } from '../entities/primitives.ts';
import { EventFrame } from '../frames/agent.ts';
import { Mentions, mentionsFit } from '../frames/among-colleagues.ts';
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
 * What is done to messages after they were said. Those among colleagues, and notes, are changed: each change is answered as the frame that
 * tells of it. Of what a customer could read: MESSAGE_NOT_AMONG_COLLEAGUES. Of what was deleted: MESSAGE_DELETED. Of those to customers one
 * reads the way, and writes anew what was not delivered.
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
  /** Its way to the customer: who wrote it, each attempt with its steps and their times. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND. */
  path: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/messages/{eventId}/path', 'The way of a message')
    .input(z.object({ params: ofMessage }))
    .output(MessagePath),
  /**
   * What a message says that was not delivered, to be changed and sent anew; nothing is changed by asking. Throws ROOM_NOT_FOUND,
   * EVENT_NOT_FOUND, EVENT_NOT_RETRYABLE, MESSAGE_SENT_ANEW, MESSAGE_NOT_EDITABLE, FILE_NOT_FOUND, and why one may not write on its channel.
   */
  writeAnew: route(['rooms', 'send'], 'POST', '/rooms/{roomId}/messages/{eventId}/anew', 'Write a message anew that was not delivered')
    .input(z.object({ params: ofMessage }))
    .output(WrittenAnew),
  /** By name, without oneself. Throws ROOM_NOT_FOUND. */
  mentionable: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/mentionable', 'Colleagues who see the room')
    .input(z.object({ params: z.object({ roomId: Id }) }))
    .output(z.object({ content: z.array(MentionablePerson) })),
};
