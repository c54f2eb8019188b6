import * as z from 'zod/mini';
import { ChannelType } from './channel.ts';
import { EventDetails, RichContent, UnsupportedMediaType } from './event-content.ts';
import { EventFile } from './file.ts';
import { Count, Id, Instant } from './primitives.ts';
import { AssignmentReason } from './queue.ts';

/** Who caused an event (communications, section 3). */
export const OriginType = z.enum(['CUSTOMER', 'USER', 'CHATBOT', 'API', 'SYSTEM', 'BROADCAST']);
export type OriginType = z.infer<typeof OriginType>;

/** Event data types (communications, section 3), all of them: what is not made yet is read all the same. */
export const EventDataType = z.enum([
  'MESSAGE',
  'CALL',
  'EMAIL',
  'SMS',
  'IMAGE',
  'FILE',
  'RICH_MEDIA',
  'UNSUPPORTED_MEDIA',
  'STATUS',
  'CREATE',
  'RESOLVE',
  'AUTO_RESOLVE',
  'ENTER_QUEUE',
  'SAT_SENT',
  'SAT_COMPLETED',
  'JOIN',
  'LEAVE',
  'PARTICIPANT_ADDED',
  'PARTICIPANT_REMOVED',
  'ROOM_NAME_UPDATED',
  'CHATBOT_FALLBACK',
  'CHATBOT_COMPLETE',
  'CHATBOT_ASSIGNED',
  'USER_ASSIGNED',
  'USER_DELETED',
  'SURVEY',
  'TICKET_CREATED',
  'TICKET_CONVERSATION_ADDED',
  'TICKET_CONVERSATION_REMOVED',
  'SESSION_STARTED',
  'CUSTOMER_SUBSCRIBED',
  'CUSTOMER_UNSUBSCRIBED',
  'CUSTOMER_MERGED',
  'TAG_ADDED',
  'TAG_REMOVED',
  'COMMENT_ADDED',
  'COMMENT_REMOVED',
  'COMMENT_MODIFIED',
  // Beside the specification's: a conversation was snoozed (`modifiedValue`: until when, null for until the customer writes), and woke.
  'SNOOZED',
  'WOKEN',
  // And somebody of whom USER_DELETED was said is a user again.
  'USER_RETURNED',
]);
export type EventDataType = z.infer<typeof EventDataType>;

export const MessageType = z.enum([
  'TEXT',
  'FILE',
  'IMAGE',
  'RICH_MEDIA',
  'UNSUPPORTED_MEDIA',
  'SYSTEM_TEXT',
  'CUSTOMER_SUBSCRIBED',
  'CUSTOMER_UNSUBSCRIBED',
]);

/** Delivery status of a message (communications, section 4). */
export const DeliveryStatus = z.enum(['SAVED', 'PENDING', 'SENT', 'DELIVERED', 'SEEN', 'DELIVERY_FAILED', 'REJECTED', 'ERROR']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** How far a message of ours has come (communications, section 3, "status"; what its parts mean: docs/decisions/2026-11-29-names-of-the-wire.md). */
export const EventStatus = z.object({
  /** As our side shows it, from SAVED on. */
  clientStatus: DeliveryStatus,
  /** What is known from whom it went to; DELIVERED, SEEN or one of the failed set; null as long as nothing is. */
  userStatus: z.nullable(DeliveryStatus),
  /** Why it did not come, or what else is to be said of it: a key of the catalogue ends with it. */
  userStatusReason: z.nullable(z.string()),
  /** The message that it is the status of, and when that was said. */
  roomEventId: Id,
  lastMessageTimestamp: Instant,
  /** Since when. */
  at: Instant,
});
export type EventStatus = z.infer<typeof EventStatus>;

/**
 * A file that its provider announced: COMING while it is being fetched, FAILED when that has failed for good. Once it is here, the
 * message tells of the file instead.
 */
export const FileState = z.enum(['COMING', 'FAILED']);
export type FileState = z.infer<typeof FileState>;

/** A colleague who is named in a text: where in it the name stands, with its `@`, in UTF-16 units. Shown by the name of today. */
export const Mention = z.object({ userId: Id, from: Count, length: Count });
export type Mention = z.infer<typeof Mention>;

/** What a message among colleagues answers to: who wrote it, and its first line as it is now. */
export const Quote = z.object({
  eventId: Id,
  type: EventDataType,
  originType: OriginType,
  originId: z.nullable(Id),
  originName: z.nullable(z.string()),
  text: z.nullable(z.string()),
  privateMessage: z.boolean(),
  /** It was deleted since: nothing of its words is told. */
  deleted: z.optional(z.literal(true)),
});
export type Quote = z.infer<typeof Quote>;

/** Message payload (communications, section 3): words, a file, a file with words, or what only some channels can show. */
export const Message = z.object({
  type: MessageType,
  text: z.nullable(z.string()),
  privateMessage: z.boolean(),
  fileState: z.optional(FileState),
  ...z.partial(EventFile).shape,
  ...RichContent.shape,
  /** Of a message that the channel could not carry over. */
  unsupportedMediaType: z.optional(UnsupportedMediaType),
  /** Among colleagues alone. */
  mentions: z.optional(z.array(Mention)),
  quote: z.optional(Quote),
});

/** What colleagues may answer a message among them with, without words. */
export const reactions = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;

const Done = z.object({ at: Instant, byId: Id, byName: z.string() });

/** Of a message that was not delivered, which one took its place; of that one, whose place it took. */
const Anew = z.object({ as: z.optional(Id), of: z.optional(Id) });

/** What was done to a message after it was said: among colleagues, and, `anew` and `sentAgain`, to one that was not delivered to its customer. */
export const EventSince = z.object({
  /** When its words were changed last; what it said before can be read. */
  editedAt: z.optional(Instant),
  /** By whom and when it was deleted: its words and its file are gone. */
  deleted: z.optional(Done),
  /** In the order in which each was first given; the people in the order in which they gave it. */
  reactions: z.optional(z.array(z.object({ emoji: z.enum(reactions), userIds: z.array(Id) }))),
  anew: z.optional(Anew),
  /** It was sent again by a click, as it is: when last, and by whom. */
  sentAgain: z.optional(Done),
});
export type EventSince = z.infer<typeof EventSince>;

/** Where an event came from; a system event without a name is shown as done by the inbound routing rules. */
export const Origin = z.object({
  type: OriginType,
  id: z.nullable(Id),
  name: z.nullable(z.string()),
  channelType: z.nullable(ChannelType),
  channelId: z.nullable(z.string()),
  channelApplicationId: z.nullable(Id),
  channelApplicationName: z.nullable(z.string()),
  /** The customer's number, on channels whose addresses are numbers. */
  phoneNumber: z.nullable(z.string()),
});
export type Origin = z.infer<typeof Origin>;

export const ModifiedParticipant = z.object({ id: Id, type: z.enum(['USER', 'CUSTOMER', 'CHATBOT']), name: z.string() });

/** One entry in a room's history, as colleagues see it (communications, section 3, "Room event"). */
export const RoomEvent = z.object({
  id: Id,
  roomId: Id,
  conversationId: z.nullable(Id),
  /** Place in the room: gapless, never changes. Clients order by it. */
  seq: Count,
  /** The room's change that last touched this event. */
  change: Count,
  /** Running numbers of countable public and private events up to and including this one. */
  publicNo: Count,
  privateNo: Count,
  createdAt: Instant,
  eventType: z.enum(['COMMUNICATION', 'SYSTEM']),
  eventData: z.object({
    type: EventDataType,
    message: z.nullable(Message),
    privateMessage: z.boolean(),
    status: z.nullable(EventStatus),
    /** The new value where the event records a change (a room's name). */
    modifiedValue: z.nullable(z.string()),
    /** Why it happened, as a key of the text catalogue. */
    reason: z.nullable(z.string()),
    /** The same in numbers, where a queue did it: of ENTER_QUEUE and USER_ASSIGNED. */
    assignment: z.optional(AssignmentReason),
    /** When it began (a call), the e-mail, the call. */
    ...EventDetails.shape,
  }),
  origin: Origin,
  modifiedParticipants: z.array(ModifiedParticipant),
  /** Set on events that a client sent: replaces the pending copy on the sender's screens. */
  clientMessageId: z.nullable(z.string()),
  since: z.optional(EventSince),
});
export type RoomEvent = z.infer<typeof RoomEvent>;
