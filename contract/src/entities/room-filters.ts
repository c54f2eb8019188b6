import * as z from 'zod/mini';
import { FILTER_CHOICES_LIMIT, ROOM_SEARCH_LIMIT } from '../limits.ts';
import { ChannelType } from './channel.ts';
import { ConversationState } from './conversation.ts';
import { Id, requiredText } from './primitives.ts';

const some = <One extends z.ZodMiniType>(one: One) => z.array(one).check(z.minLength(1), z.maxLength(FILTER_CHOICES_LIMIT));

/** The same as it stands in an address: separated by commas. */
const listed = <One extends z.ZodMiniType>(one: One) =>
  z.pipe(
    z.transform((given: unknown) => (typeof given === 'string' ? given.split(',') : given)),
    some(one),
  );

const search = z.optional(requiredText(ROOM_SEARCH_LIMIT));

/**
 * What narrows a list of rooms, each further: a room fits when it fits every one that is given, and one of the choices of each. State, channel, queue, agent and
 * tag are those of one and the same of its unresolved conversations (the rule is `fitsFilters`).
 */
export const RoomFilters = z.strictObject({
  /** Beginnings of words of its name, whatever their case and accents, or, without any, its signs (the rule is `isNamedSo`). */
  search,
  state: z.optional(some(ConversationState)),
  /** Of its unresolved conversations; of a resolved room, over which the customer was heard last. */
  channel: z.optional(some(ChannelType)),
  /** I missed something in it. */
  unread: z.optional(z.literal(true)),
  /** By me. */
  starred: z.optional(z.literal(true)),
  /** Of its unresolved conversations; of a resolved room, of its last one. */
  queue: z.optional(some(Id)),
  /** Holds one of its unresolved conversations; of a resolved room, held the last one. */
  agent: z.optional(some(Id)),
  /** Hangs on one of its unresolved conversations; of a resolved room, on its last one. */
  tag: z.optional(some(Id)),
});
export type RoomFilters = z.infer<typeof RoomFilters>;

/** The same in the query of the list. */
export const roomFiltersQuery = {
  search,
  state: z.optional(listed(ConversationState)),
  channel: z.optional(listed(ChannelType)),
  unread: z.optional(z.stringbool()),
  starred: z.optional(z.stringbool()),
  queue: z.optional(listed(Id)),
  agent: z.optional(listed(Id)),
  tag: z.optional(listed(Id)),
};
