import * as z from 'zod/mini';
import { ChannelFlags, ChannelType, RoomChannel } from './channel.ts';
import { Conversation, ConversationState } from './conversation.ts';
import { EventDataType, OriginType } from './event.ts';
import { Count, Id, Instant } from './primitives.ts';

export const RoomType = z.enum(['EXTERNAL', 'INTERNAL', 'GROUP']);
export type RoomType = z.infer<typeof RoomType>;

export const Participant = z.object({
  id: Id,
  type: z.enum(['USER', 'CUSTOMER', 'CHATBOT']),
  associatedParticipantId: Id,
  firstName: z.string(),
  lastName: z.string(),
  jobTitle: z.string(),
});
export type Participant = z.infer<typeof Participant>;

/** What the last words of a room are: an image and a file show as the words Image and File (communications, section 3). */
export const LastEventDataType = z.enum(['TEXT', 'FILE', 'IMAGE']);
export type LastEventDataType = z.infer<typeof LastEventDataType>;

/**
 * What was said last in a room, enough for its row in a list; null where nothing was. The first three by the specification's names (communications,
 * section 3); then which event it is, whose, and what became of it.
 */
const lastEvent = {
  /** Its words; null where it has none, or none any more. */
  lastEventData: z.nullable(z.string()),
  lastEventDataType: z.nullable(LastEventDataType),
  lastEventType: z.nullable(EventDataType),
  lastEventId: z.nullable(Id),
  lastEventOriginType: z.nullable(OriginType),
  lastEventOriginId: z.nullable(Id),
  /** It is a note. */
  lastEventPrivate: z.boolean(),
  /** It was deleted: there are no words any more. */
  lastEventDeleted: z.boolean(),
  /** It went to a customer and was not delivered. */
  lastEventFailed: z.boolean(),
};

/** What the customer last said, as much as the room's row would show of it. */
export const LastReceived = z.object({ id: Id, type: EventDataType, text: z.nullable(z.string()) });

/**
 * What everybody who may see a room sees alike (communications, section 3). A frame about it is encoded once for all.
 * `name` is null for untitled rooms: the client shows the default name.
 */
export const Room = z.object({
  id: Id,
  type: RoomType,
  name: z.nullable(z.string()),
  state: ConversationState,
  contactId: z.nullable(Id),
  /** Of the customer's picture, a square file; left out where there is none. */
  pictureId: z.optional(Id),
  epoch: Count,
  change: Count,
  lastSeq: Count,
  publicCount: Count,
  privateCount: Count,
  lastEventTimestamp: z.nullable(Instant),
  lastEventChannelType: z.nullable(ChannelType),
  lastEventChannelApplicationId: z.nullable(Id),
  ...lastEvent,
  /** What the customer last wrote, when, and over which channel. */
  lastReceivedMessage: z.nullable(LastReceived),
  lastReceivedTimestamp: z.nullable(Instant),
  lastReceivedChannelType: z.nullable(ChannelType),
  lastAssignedUserId: z.nullable(Id),
  roomConversations: z.array(Conversation),
  roomParticipants: z.array(Participant),
  channels: z.array(RoomChannel),
  createdAt: Instant,
});
export type Room = z.infer<typeof Room>;

/** What one user has of one room; never shown to others. */
export const RoomMembership = z.object({
  roomId: Id,
  starred: z.boolean(),
  /** Named in the room once, and therefore counting what is missed there like who starred it. */
  followed: z.boolean(),
  /** Highest running numbers seen. Missed = the room's counts minus these, for participants and followers. */
  seenPublicNo: Count,
  seenPrivateNo: Count,
  lastSeenEventTimestamp: z.nullable(Instant),
});
export type RoomMembership = z.infer<typeof RoomMembership>;

/** How far somebody of an internal or group room has read: told to those in it. */
export const ColleagueReads = z.object({
  userId: Id,
  seenPublicNo: Count,
  /** When they looked last; null where they have only written. */
  seenAt: z.nullable(Instant),
});
export type ColleagueReads = z.infer<typeof ColleagueReads>;

/** GET composes the two; `missedCounter`, `starred` and `lastSeenEventTimestamp` as the specification lists them. */
export const RoomView = z.extend(Room, {
  membership: RoomMembership,
  starred: z.boolean(),
  missedCounter: Count,
  lastSeenEventTimestamp: z.nullable(Instant),
});
export type RoomView = z.infer<typeof RoomView>;

/**
 * One room as one user gets it who asks for it alone: each channel bears what they may do on it (the rule is `messagingState`). Lists and frames leave that out: it changes with
 * every conversation and person in the room, and who holds those works it out by the same rule.
 */
export const OneRoom = z.extend(RoomView, { channels: z.array(z.extend(RoomChannel, ChannelFlags.shape)) });
export type OneRoom = z.infer<typeof OneRoom>;
