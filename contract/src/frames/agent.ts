import * as z from 'zod/mini';
import { RoomChannel } from '../entities/channel.ts';
import { AsSeen, Conversation, ConversationState } from '../entities/conversation.ts';
import { RoomDraft } from '../entities/draft.ts';
import { EventStatus, RoomEvent } from '../entities/event.ts';
import { MessageOption, UnsupportedMediaType } from '../entities/event-content.ts';
import { HeldRoom, HeldWords, ListBeyondWork } from '../entities/held-room.ts';
import { MetaEventAssociation, TicketSeen } from '../entities/meta-event.ts';
import { MonitoredStates, MonitoredUsers } from '../entities/monitoring.ts';
import { Notification } from '../entities/notification.ts';
import { ClientMessageId, Count, Id, requiredText, writtenText } from '../entities/primitives.ts';
import { ColleagueReads, Participant, Room, RoomMembership } from '../entities/room.ts';
import { seenByWriter } from '../entities/seen-by-writer.ts';
import { AccountUser, ChatStatusSince, ColleaguePresence, OfAccount, OwnSettings } from '../entities/user.ts';
import { BUTTON_TEXT_LIMIT, LOOKED_AT_LIMIT, MESSAGE_OPTIONS_LIMIT, MESSAGE_TEXT_LIMIT } from '../limits.ts';
import { openable } from '../openable.ts';
import type { Permission } from '../permissions.ts';
import { ErrorBody, RefusedFrame } from '../problems.ts';
import { anewOf } from '../sent-anew.ts';
import { amongColleagues, fittingMentions } from './among-colleagues.ts';
import type { FrameOf } from './frame.ts';
import { SendEmail, SendSms } from './sms-and-email.ts';

/** A message to the customer or, with channelId 'internal', to the other users of an internal or group room. */
export const SendText = z
  .object({
    clientMessageId: ClientMessageId,
    roomId: Id,
    channelId: z.union([Id, z.literal('internal')]),
    text: writtenText(MESSAGE_TEXT_LIMIT),
    ...seenByWriter,
    ...amongColleagues,
  })
  .check(fittingMentions);
export type SendText = z.infer<typeof SendText>;

/** A file that was uploaded before, with or without words, to whom SendText goes. */
export const SendFile = z
  .object({
    clientMessageId: ClientMessageId,
    roomId: Id,
    channelId: z.union([Id, z.literal('internal')]),
    fileId: Id,
    text: z.nullable(writtenText(MESSAGE_TEXT_LIMIT)),
    ...seenByWriter,
    ...amongColleagues,
  })
  .check(fittingMentions);
export type SendFile = z.infer<typeof SendFile>;

/** A private note: only colleagues see it. Words, a file, or both. */
export const SendNote = z
  .object({
    /** None that says that it takes the place of an undelivered message: that id is for what the customer is to have. */
    clientMessageId: ClientMessageId.check(z.refine((id) => anewOf(id) === null, { error: 'ID_OF_SENT_ANEW' })),
    roomId: Id,
    text: z.nullable(writtenText(MESSAGE_TEXT_LIMIT)),
    fileId: z.optional(Id),
    ...amongColleagues,
  })
  .check(
    z.refine(({ text, fileId }) => text !== null || fileId !== undefined, { error: 'EMPTY', path: ['text'] }),
    fittingMentions,
  );
export type SendNote = z.infer<typeof SendNote>;

/** A button says something and leads somewhere, or there is none. */
const wholeButton = z.refine<{ buttonText?: string | undefined; buttonUrl?: string | undefined }>(
  ({ buttonText, buttonUrl }) => (buttonText === undefined) === (buttonUrl === undefined),
  { error: 'BUTTON_WITHOUT_ADDRESS', path: ['buttonUrl'] },
);

/** Words with answers to choose from, or with a button; on channels that take such. `fallbackText` is for whoever cannot be shown them. */
export const SendRichMedia = z
  .object({
    clientMessageId: ClientMessageId,
    roomId: Id,
    channelId: Id,
    text: writtenText(MESSAGE_TEXT_LIMIT),
    options: z.optional(
      z.array(z.extend(MessageOption, { text: requiredText(BUTTON_TEXT_LIMIT) })).check(z.minLength(1), z.maxLength(MESSAGE_OPTIONS_LIMIT)),
    ),
    buttonText: z.optional(requiredText(BUTTON_TEXT_LIMIT)),
    buttonUrl: z.optional(z.string().check(z.refine((address) => openable(address) !== null, { error: 'NOT_AN_OPENABLE_ADDRESS' }))),
    fallbackText: z.optional(writtenText(MESSAGE_TEXT_LIMIT)),
    ...seenByWriter,
    ...amongColleagues,
  })
  .check(
    fittingMentions,
    wholeButton,
    z.refine(({ options, buttonUrl }) => options !== undefined || buttonUrl !== undefined, { error: 'EMPTY', path: ['options'] }),
  );
export type SendRichMedia = z.infer<typeof SendRichMedia>;

/** That something of this kind was meant which cannot be shown; on channels that take such. `fallbackText` says it in words. */
export const SendUnsupportedMedia = z
  .object({
    clientMessageId: ClientMessageId,
    roomId: Id,
    channelId: Id,
    unsupportedMediaType: UnsupportedMediaType,
    fallbackText: z.optional(writtenText(MESSAGE_TEXT_LIMIT)),
    ...seenByWriter,
    ...amongColleagues,
  })
  .check(fittingMentions);
export type SendUnsupportedMedia = z.infer<typeof SendUnsupportedMedia>;

/** What a stored send is answered with, by frame (Ack) and by REST alike. */
export const SendAnswer = z.object({ roomId: Id, eventId: Id, seq: Count, change: Count, publicNo: Count, privateNo: Count });
export type SendAnswer = z.infer<typeof SendAnswer>;

/** What a room missed: the room as it is now, and every event that is new or changed since, ascending by place. */
export const RoomChanges = z.object({ room: Room, events: z.array(RoomEvent) });
export type RoomChanges = z.infer<typeof RoomChanges>;

/** A channel that is there: not a temporary one, which a POST makes real first. */
const RealChannelId = z.uuid({ error: 'CHANNEL_NOT_VALID' }).check(z.toLowerCase());

/**
 * Start (communications, section 4): a conversation on a channel, held by who asks, in a room that stood so when they asked. Where it was
 * resolved it must still be; otherwise the channel decides. Asked again it changes nothing.
 */
export const StartConversation = z.object({
  state: z.literal('STARTING', { error: 'CONVERSATION_STATE_NOT_VALID' }),
  roomId: Id,
  channelId: RealChannelId,
  expectedRoomState: ConversationState,
});
export type StartConversation = z.infer<typeof StartConversation>;

/** A channel that is in no conversation joins one that who asks holds in the room. Asked again it changes nothing. */
export const AddChannel = z.object({ roomId: Id, channelId: RealChannelId, conversationId: Id });
export type AddChannel = z.infer<typeof AddChannel>;

/** Frames that the agents' application sends (communications, section 7). */
export const agentSends = {
  Text: SendText,
  /** A picture; of a file that is none it is refused. */
  Image: SendFile,
  File: SendFile,
  Note: SendNote,
  /** What SMS and e-mail channels take, and nothing else does (`messageKind`). */
  Sms: SendSms,
  Email: SendEmail,
  RichMedia: SendRichMedia,
  UnsupportedMedia: SendUnsupportedMedia,
  /** The highest event that was on the screen; a participant's is a read receipt to the customer. */
  Seen: z.object({ clientStatus: z.literal('SEEN'), roomId: Id, roomEventId: Id }),
  /** The highest event of the customer's that has arrived on a participant's screen, looked at or not: the customer reads that it was delivered. */
  Ack: z.object({ roomId: Id, roomEventId: Id }),
  /** Retry by click of a message that was not delivered, or of which nobody knows: it is pending again, by a new attempt. */
  Pending: z.object({ clientStatus: z.literal('PENDING'), roomId: Id, roomEventId: Id }),
  Typing: z.object({ roomId: Id, channelId: z.union([Id, z.literal('internal'), z.literal('note')]) }),
  /**
   * The customer's room that this window shows, said again every few seconds; null as soon as it shows none. Not answered: a room that may not be seen,
   * and a chat of colleagues, is as none.
   */
  Looking: z.object({ roomId: z.nullable(Id) }),
  /** Refused where it is held by somebody else than seen, or the customer has written what this client does not hold. */
  Resolve: z.object({ roomId: Id, conversationId: Id, ...AsSeen.shape }),
  /** Take (userId = oneself) or hand over. Compare-and-set: refused unless the holder is still `expectedUserId`. */
  Assign: z.object({ roomId: Id, conversationId: Id, userId: Id, expectedUserId: z.nullable(Id) }),
  /** Answered by an Ack, or by ConversationState with START_FAILED. */
  ConversationState: StartConversation,
  /** Answered by an Ack, or by AddChannel with CHANNEL_ADDED_FAILED. */
  AddChannel,
  /**
   * What this client holds. Every 10 s (the environment interval) as count and digest of its work: rooms of mine and rooms
   * that wait; the full list after every connect, on waking, and when the digests differ. With the digest come, one by one, rooms that are looked at and
   * are not work: the open one, those on the screen, and the newest of each list beyond the work (`lists`) that was opened. The full list is said in short;
   * spelt out it means the same.
   */
  RoomState: z.union([
    z.object({
      count: Count,
      digest: z.string().check(z.maxLength(16)),
      lookedAt: z.optional(z.array(HeldRoom).check(z.maxLength(LOOKED_AT_LIMIT))),
      lists: z.optional(z.array(ListBeyondWork).check(z.maxLength(2))),
    }),
    z.object({
      rooms: z.array(HeldWords).check(z.maxLength(10_000)),
      lists: z.optional(z.array(ListBeyondWork).check(z.maxLength(2))),
    }),
    z.object({
      rooms: z.array(HeldRoom).check(z.maxLength(10_000)),
      lists: z.optional(z.array(ListBeyondWork).check(z.maxLength(2))),
    }),
  ]),
  /** A fresh access token, so that the socket lives as long as the sign-in. */
  Token: z.object({ token: z.string().check(z.maxLength(8192)) }),
  Ping: z.object({}),
  /** Answers the server's Ping. */
  Pong: z.object({}),
} as const;
export type AgentSends = FrameOf<typeof agentSends>;

/** Who may send which frame, as `Access` says it of routes; the server asks it before it looks at a frame. */
export const agentFrameAccess = {
  Text: ['rooms', 'send'],
  Image: ['rooms', 'send'],
  File: ['rooms', 'send'],
  Note: ['rooms', 'note'],
  Sms: ['rooms', 'send'],
  Email: ['rooms', 'send'],
  RichMedia: ['rooms', 'send'],
  UnsupportedMedia: ['rooms', 'send'],
  Seen: ['rooms', 'read'],
  Ack: ['rooms', 'read'],
  Pending: ['rooms', 'send'],
  Typing: ['rooms', 'read'],
  Looking: ['rooms', 'read'],
  Resolve: ['rooms', 'resolve'],
  Assign: ['rooms', 'take'],
  ConversationState: ['rooms', 'take'],
  AddChannel: ['rooms', 'take'],
  RoomState: ['rooms', 'read'],
  Token: ['realtime', 'connect'],
  Ping: ['realtime', 'connect'],
  Pong: ['realtime', 'connect'],
} as const satisfies Readonly<Record<keyof typeof agentSends, Permission>>;

/** An event that was stored or that changed: the same payload for every kind of event frame. */
export const EventFrame = z.object({
  roomId: Id,
  epoch: Count,
  change: Count,
  event: RoomEvent,
  /** It was told before, and is not new: what it says has changed. */
  again: z.optional(z.literal(true)),
});
export type EventFrame = z.infer<typeof EventFrame>;
const changed = { roomId: Id, epoch: Count, change: Count };

/** Answers who asked: nothing was changed. `message` is what came of it, `errors` say why; `errorType` is the first of those. */
const failed = <State extends string>(state: State) =>
  z.extend(RefusedFrame, { state: z.literal(state), roomId: Id, channelId: Id, errorType: z.string() });

/**
 * Frames that the agents' application receives (communications, section 7). Every frame with a `change` takes exactly
 * one number of that room: a client that holds `change - 1` applies it, one that holds less has a hole.
 */
export const agentReceives = {
  Ack: z.object({ answer: z.nullable(SendAnswer) }),
  /** The frame did not fit the contract; each field is named. */
  VALIDATION: ErrorBody,
  /** The frame fits but may not be done. */
  INVALID_REQUEST: RefusedFrame,
  /** Messages, notes and internal messages, SMS among them. */
  Text: EventFrame,
  Email: EventFrame,
  /** The same where the message is a picture or another file, in notes too. */
  Image: EventFrame,
  File: EventFrame,
  /** The same where it has buttons or answers to choose from, and where its channel could not carry it over. */
  RichMedia: EventFrame,
  UnsupportedMedia: EventFrame,
  /** Conversation resolved, as an entry of the history. */
  Resolve: EventFrame,
  /** Conversation given to somebody, as an entry of the history. */
  Assign: EventFrame,
  /** Somebody of the room is no user any more, as an entry of the history. */
  UserDeleted: EventFrame,
  /** A call: while it goes on, and once it is over. */
  CustomerCallStarted: EventFrame,
  CustomerCall: EventFrame,
  /** What became of a call that was to be returned: the call as it is told now. */
  CallbackStatusUpdated: EventFrame,
  /** A customer's subscription began or ended, or they were joined with another, as entries of the history. */
  CustomerSubscribed: EventFrame,
  CustomerUnsubscribed: EventFrame,
  CustomerMerged: EventFrame,
  /** Every other entry that the system records. */
  SystemText: EventFrame,
  /** Delivery of one or more events moved on; all of them take the one change. */
  MessageStatus: z.object({ ...changed, statuses: z.array(EventStatus) }),
  /** A conversation started (STARTED), was assigned, queued, snoozed, or woke. */
  ConversationState: z.union([
    z.object({ ...changed, state: z.optional(z.literal('STARTED')), conversation: Conversation }),
    failed('START_FAILED'),
  ]),
  /** A channel of the room joined a conversation. */
  AddChannel: z.union([
    z.object({ ...changed, state: z.literal('CHANNEL_ADDED'), conversation: Conversation }),
    failed('CHANNEL_ADDED_FAILED'),
  ]),
  /** A channel of the room is new: the customer can be reached on it from now on; or they have left it, or are back on it. */
  ChannelUpdated: z.object({ ...changed, channel: RoomChannel }),
  ConversationResolved: z.object({ ...changed, conversation: Conversation }),
  /** The whole list as it is now. */
  ParticipantsChanged: z.object({ ...changed, roomParticipants: z.array(Participant) }),
  /** The whole room as it is now: made, renamed, its state changed. */
  RoomLifecycle: z.object({ ...changed, lifecycle: z.enum(['CREATED', 'UPDATED']), room: Room }),
  /**
   * Answer to RoomState. To a digest: `inStep`, and nothing else where the work is not; otherwise, of the rooms that are looked at, the same as to a
   * list: what these rooms missed; rooms that must be read again (of an older epoch, too far behind, or not held); rooms that may no longer be seen;
   * memberships that differ. Rooms that are nowhere named are in step. Of the newest rooms of `lists` those are to be read that were not named and in
   * which nothing was said in the last two seconds: that is still being told.
   */
  RoomState: z.object({
    inStep: z.boolean(),
    changes: z.array(RoomChanges),
    reload: z.array(Id),
    gone: z.array(Id),
    memberships: z.array(RoomMembership),
  }),
  /** Mine alone: starred, followed, seen. Carries no change of the room. */
  RoomMembership: RoomMembership,
  /** A draft of mine as it is now, as written, sent or emptied in any of my windows. Carries no change of the room. */
  Draft: RoomDraft,
  /** Somebody types; gone by itself after 6 s. */
  Typing: z.object({ roomId: Id, originType: z.enum(['CUSTOMER', 'USER']), originId: Id, name: z.string(), channelId: z.string() }),
  /**
   * A colleague looks at the room that this window has said it shows, in a window of theirs; no more 6 s after it was said last, or as soon as that is
   * said. Their own other windows are told as well.
   */
  Looking: z.object({ roomId: Id, userId: Id, windowId: Id, isLooking: z.boolean() }),
  /** Somebody of an internal or group room has read on. */
  ColleagueSeen: z.object({ roomId: Id, ...ColleagueReads.shape }),
  /** What is known of the room's customer beside the talk has changed: details, or the page they are on. */
  CustomerChanged: z.object({ roomId: Id }),
  /** A note was put beside the talk, or taken away from there. */
  PinnedNotesChanged: z.object({ roomId: Id }),
  /** What this person is to send later in a room is another now, or was not sent. Carries no change of the room. */
  ScheduledChanged: z.object({ roomId: Id, authorId: Id }),
  /** A chat of colleagues about it was begun, or it is one about another room now. */
  DiscussionsChanged: z.object({ roomId: Id }),
  /** What bears tags or comments in a room is another now. Carries no change of the room. */
  MetaEventAssociation,
  TicketSeen,
  /** A view of the room list was kept, changed or deleted: mine, on another screen, or one of everybody's. */
  RoomViewsChanged: z.object({}),
  /** One of the account's people was added or changed: name, job title, role, activity. */
  Colleague: AccountUser,
  /** Colleagues came, went, or chose another chat status: what each is now. */
  ColleaguePresence: z.object({ people: z.array(ColleaguePresence) }),
  /** Whose work I watch: these people are others now than they were. Goes on from `monitoring.users`; `withWatchedUsers` takes it in. */
  MonitoringUsersUpdated: MonitoredUsers,
  /** How these people work now. */
  MonitoringUserStatesUpdated: MonitoredStates,
  /** A new notification of mine, or null where some were read on another screen of mine; and how many are unread now. */
  Notification: z.object({ notification: z.nullable(Notification), unread: Count }),
  /** My chat status, as chosen on any of my screens. */
  ChatStatus: ChatStatusSince,
  /** How I work, as chosen on any of my screens. */
  OwnSettings,
  /** What the account says of how everybody in it works is another now. */
  AccountChanged: OfAccount,
  /** Asked of who has said nothing for 5 s; answered by Pong. */
  Ping: z.object({}),
  Pong: z.object({}),
} as const;
export type AgentReceives = FrameOf<typeof agentReceives>;
type RoomFrameKind =
  | 'Text'
  | 'Email'
  | 'Image'
  | 'File'
  | 'RichMedia'
  | 'UnsupportedMedia'
  | 'Resolve'
  | 'Assign'
  | 'UserDeleted'
  | 'CustomerCallStarted'
  | 'CustomerCall'
  | 'CallbackStatusUpdated'
  | 'CustomerSubscribed'
  | 'CustomerUnsubscribed'
  | 'CustomerMerged'
  | 'SystemText'
  | 'MessageStatus'
  | 'ConversationState'
  | 'AddChannel'
  | 'ChannelUpdated'
  | 'ConversationResolved'
  | 'ParticipantsChanged'
  | 'RoomLifecycle';
/** Frames that take a number of a room; what answers that nothing was changed takes none. */
export type RoomFrame = {
  [K in RoomFrameKind]: { type: K; id: string; payload: Extract<z.infer<(typeof agentReceives)[K]>, { change: number }> };
}[RoomFrameKind];
