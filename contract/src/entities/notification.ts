import * as z from 'zod/mini';
import { ChannelType } from './channel.ts';
import { EventDataType, Mention } from './event.ts';
import { Count, Id, Instant } from './primitives.ts';

/**
 * What somebody is told of that happened to their work while they looked elsewhere:
 * a colleague handed a conversation over to them, took one from them, gave one of theirs to somebody else, put it into a queue or
 * resolved it; they were added to a group, or taken out of it; a message of theirs did not arrive at the customer, or nobody knows whether it did; a
 * conversation that they had snoozed is awake again, since its time had come or since the customer wrote, or awake in its queue since
 * they were away; a message that they had written for later could not be sent when its time came, was not sent since the customer wrote first, or was cancelled
 * by a colleague; a message that they could still take back was not sent since a colleague had answered meanwhile; a colleague named them in a note, or in a message among colleagues.
 */
export const NotificationKind = z.enum([
  'HANDED_OVER',
  'TAKEN_AWAY',
  'GIVEN_TO_OTHER',
  'PUT_INTO_QUEUE',
  'RESOLVED_BY_OTHER',
  'ADDED_TO_GROUP',
  'REMOVED_FROM_GROUP',
  'NOT_DELIVERED',
  'DELIVERY_UNKNOWN',
  'WOKE_IN_TIME',
  'WOKE_BY_CUSTOMER',
  'WOKE_WHILE_AWAY',
  'SCHEDULED_NOT_SENT',
  'SCHEDULED_OVERTAKEN',
  'SCHEDULED_CANCELLED',
  'SCHEDULED_ANSWERED',
  'MENTIONED',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  at: Instant,
  /** Null until it was read. */
  readAt: z.nullable(Instant),
  /** The room that it is about. */
  roomId: Id,
  /** The event of that room that it is about; null where it is about the room. */
  roomEventId: z.nullable(Id),
  /** That event is a note. */
  privateMessage: z.optional(z.literal(true)),
  /** Of one's own that did not arrive, or of which nobody knows: over which channel it went, and the beginning of its words; null where it has none. */
  message: z.optional(z.object({ channelType: ChannelType, type: EventDataType, text: z.nullable(z.string()) })),
  /** The customer's or the group's name; of a customer without one the address at which they are known; empty for who has told neither. */
  roomName: z.string(),
  /** The customer's own id, by which a visitor without a name is called; null in groups. */
  contactId: z.nullable(Id),
  /** Who did it; null for the system. */
  by: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The colleague to whom it was given, or the queue where it went, by the name of that moment; null where it went nowhere. */
  to: z.nullable(z.string()),
});
export type Notification = z.infer<typeof Notification>;

/** Newest first, and how many of all are unread. */
export const NotificationPage = z.object({ content: z.array(Notification), last: z.boolean(), unread: Count });
export type NotificationPage = z.infer<typeof NotificationPage>;

/** A message in which I am named, in a room that I see now, and what it says. */
export const OwnMention = z.object({
  notification: Notification,
  type: EventDataType,
  text: z.nullable(z.string()),
  mentions: z.array(Mention),
});
export type OwnMention = z.infer<typeof OwnMention>;
