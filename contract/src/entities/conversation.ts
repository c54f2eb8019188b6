import * as z from 'zod/mini';
import { ChannelType } from './channel.ts';
import { EventDataType, OriginType } from './event.ts';
import { Count, Id, Instant } from './primitives.ts';

export const ConversationState = z.enum(['ASSIGNED', 'UNASSIGNED', 'RESOLVED']);
export type ConversationState = z.infer<typeof ConversationState>;

export const ConversationChannel = z.object({ channelId: Id, channelType: ChannelType, channelApplicationId: Id });

/** What was last said to a customer or by one in a conversation, as much as its row shows: where a room has several, each row tells its own. */
export const LastSaid = z.object({
  id: Id,
  at: Instant,
  type: EventDataType,
  /** Its words; null where it has none. */
  text: z.nullable(z.string()),
  originType: OriginType,
  originId: z.nullable(Id),
  /** It was not delivered. */
  failed: z.boolean(),
});
export type LastSaid = z.infer<typeof LastSaid>;

/** One episode of service inside an EXTERNAL room (communications, section 3). */
export const Conversation = z.object({
  id: Id,
  state: ConversationState,
  assignedUserId: z.nullable(Id),
  assignedChatbotId: z.nullable(Id),
  /** The queue it came from or waits in. */
  queueId: z.nullable(Id),
  /** Since when it waits in that queue; null when it does not wait. */
  waitingSince: z.nullable(Instant),
  assignedSince: z.nullable(Instant),
  /** Its holder laid it aside until then, or, with null, until the customer writes. Null: it is awake. */
  snooze: z.nullable(z.object({ until: z.nullable(Instant) })),
  channels: z.array(ConversationChannel),
  /** Of an unresolved one; null where nothing was said in it. */
  lastEvent: z.nullable(LastSaid),
  createdAt: Instant,
  modifiedAt: Instant,
  change: Count,
});
export type Conversation = z.infer<typeof Conversation>;

/**
 * How a conversation stood before whoever ends it: refused unless it stands so still (domain, invariant 8). Clients of the release before say nothing of it.
 */
export const AsSeen = z.object({
  /** Who must hold it; null: nobody. */
  expectedUserId: z.optional(z.nullable(Id)),
  /** The room's highest public number that the client holds: above it the customer must have written nothing in this conversation. */
  expectedPublicNo: z.optional(Count),
});
