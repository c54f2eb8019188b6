import * as z from 'zod/mini';
import { AsSeen, ConversationState } from '../entities/conversation.ts';
import { PastConversation } from '../entities/customer-panel.ts';
import { RoomEvent } from '../entities/event.ts';
import { NotesBetween } from '../entities/notes-between.ts';
import { askedNumber, ClientCreationId, Count, Id, requiredText } from '../entities/primitives.ts';
import { ColleagueReads, OneRoom, RoomType, RoomView } from '../entities/room.ts';
import { roomFiltersQuery } from '../entities/room-filters.ts';
import { RoomChanges, SendAnswer, SendFile, SendNote, SendRichMedia, SendText, SendUnsupportedMedia } from '../frames/agent.ts';
import { SendEmail, SendSms } from '../frames/sms-and-email.ts';
import { EVENT_PAGE_SIZE, PAST_CONVERSATIONS_SIZE, RESOLVED_AT_ONCE, ROOM_LIST_SIZE, ROOM_NAME_LIMIT } from '../limits.ts';
import { ErrorBody } from '../problems.ts';
import { pageOf, pageQuery, replace, route } from './access.ts';

/** "Around" loading treats a side as having more when over this many events lie on it. */
export const EVENTS_AROUND_PER_SIDE = 15;

const roomParams = z.object({ roomId: Id });
const Flag = z._default(z.stringbool(), false);
const size = z._default(askedNumber(1, 100), EVENT_PAGE_SIZE);

/**
 * Where a page of rooms ended, as `next` told it: the time of its last room's last event, or of its waking, in microseconds, and the
 * room.
 */
const RoomCursor = z.string().check(
  z.maxLength(60),
  z.refine(
    (cursor) => {
      const [, id] = /^\d{0,16}\.(.+)$/.exec(cursor) ?? [];
      return id !== undefined && Id.safeParse(id).success;
    },
    { error: 'NOT_A_CURSOR' },
  ),
);

/** Query of the room list (communications, section 7). `view` narrows it to one of the page's lists. */
export const RoomListQuery = z.object({
  ...pageQuery(ROOM_LIST_SIZE, ROOM_LIST_SIZE),
  sort: z._default(z.enum(['lastEventTimestamp,asc', 'lastEventTimestamp,desc']), 'lastEventTimestamp,asc'),
  /** PARTICIPANTS,CONVERSATIONS: without a name its part of each room is empty. */
  include: z._default(
    z.string().check(z.regex(/^(PARTICIPANTS|CONVERSATIONS)(,(PARTICIPANTS|CONVERSATIONS))*$/)),
    'PARTICIPANTS,CONVERSATIONS',
  ),
  room_state: z._default(ConversationState, 'ASSIGNED'),
  type: z.optional(RoomType),
  /** Comma-separated channel application ids. */
  channel_application_id: z.optional(
    z.string().check(
      z.maxLength(4000),
      z.refine((list) => list.split(',').every((id) => Id.safeParse(id).success), { error: 'NOT_A_LIST_OF_IDS' }),
    ),
  ),
  /**
   * The `next` of the page before (domain: conventions of the wire): goes on behind its last room, however many stand above and
   * whatever has moved there since. `page` is then not asked, and totals tell of this page alone.
   */
  after: z.optional(RoomCursor),
  /**
   * mine: conversations that I hold and rooms I am in. waiting: some conversation waits, whatever the room's state. snoozed: rooms in
   * which something that I hold is snoozed, which are none of mine while all of it is; in the order in which they wake, `sort` is not asked. With any of
   * them room_state is ignored.
   */
  view: z.optional(z.enum(['mine', 'waiting', 'snoozed'])),
  ...roomFiltersQuery,
});
export type RoomListQuery = z.infer<typeof RoomListQuery>;

/** `notes`: of a page of public events, who wrote notes where it has none of them to show; empty for a page of notes. */
const notes = z.array(NotesBetween);
const History = z.object({ roomId: Id, content: z.array(RoomEvent), last: z.boolean(), notes });

export const rooms = {
  list: route(['rooms', 'read'], 'GET', '/rooms', 'Rooms that I may see')
    .input(z.object({ query: RoomListQuery }))
    /** `next`: ask `after` it for what follows this page; null when nothing does. */
    .output(z.extend(pageOf(RoomView), { next: z.nullable(z.string()) })),
  one: route(['rooms', 'read'], 'GET', '/rooms/{roomId}', 'One room')
    .input(z.object({ params: roomParams, query: z.object({ include: RoomListQuery.shape.include }) }))
    .output(OneRoom),
  create: route(['rooms', 'create'], 'POST', '/rooms', 'Internal chat with one colleague, or a group of several')
    .input(
      z.object({
        body: z.object({
          users: z.array(Id).check(z.minLength(1), z.maxLength(500)),
          roomType: z.enum(['INTERNAL', 'GROUP']),
          /** Of a group. */
          name: z.optional(requiredText(ROOM_NAME_LIMIT)),
          clientRoomId: z.optional(ClientCreationId),
        }),
      }),
    )
    .output(OneRoom),
  change: route(['rooms', 'change'], 'PATCH', '/rooms/{roomId}', 'Star it for me, follow it no more, or rename it')
    .input(
      z.object({
        params: roomParams,
        body: z
          .array(
            z.union([
              replace('starred', z.boolean()),
              // One begins to follow by being named, or by a star.
              replace('followed', z.literal(false)),
              replace('name', requiredText(ROOM_NAME_LIMIT)),
            ]),
          )
          .check(z.minLength(1), z.maxLength(3)),
      }),
    )
    .output(OneRoom),
  addParticipants: route(['rooms', 'change'], 'POST', '/rooms/{roomId}/participants', 'Add colleagues')
    .input(
      z.object({
        params: roomParams,
        body: z.object({
          roomParticipants: z
            .array(z.object({ associatedParticipantId: Id, type: z.literal('USER') }))
            .check(z.minLength(1), z.maxLength(500)),
        }),
      }),
    )
    .output(OneRoom),
  removeParticipants: route(['rooms', 'change'], 'DELETE', '/rooms/{roomId}/participants', 'Remove colleagues, or leave')
    .input(
      z.object({
        params: roomParams,
        body: z.object({
          roomParticipants: z
            .array(z.object({ associatedParticipantId: Id, type: z.literal('USER') }))
            .check(z.minLength(1), z.maxLength(500)),
        }),
      }),
    )
    .output(z.object({ roomId: Id })),
  /** How far each of a colleagues' room has read in it. Of a customer's room it is nobody's business: READERS_OF_COLLEAGUES_ONLY. */
  readers: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/readers', 'How far colleagues have read')
    .input(z.object({ params: roomParams }))
    .output(z.object({ content: z.array(ColleagueReads) })),
  /** The newest 30; more older ones exist when exactly 30 come. Public events in ascending order. */
  recentEvents: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/recent-events', 'The newest events')
    .input(z.object({ params: roomParams, query: z.object({ private_messages: Flag }) }))
    .output(z.object({ roomId: Id, epoch: Count, change: Count, recentEvents: z.array(RoomEvent), notes })),
  /**
   * Exactly what a client with a hole is missing: everything after the change that it holds. `reload` when the room has
   * another epoch by now or went too far on: it must then be read afresh.
   */
  changes: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/changes', 'What happened after a change')
    .input(
      z.object({
        params: roomParams,
        query: z.object({
          epoch: askedNumber(0),
          change: askedNumber(0),
        }),
      }),
    )
    .output(z.object({ reload: z.boolean(), changes: z.nullable(RoomChanges) })),
  /** By page, newest page first; within a page ascending. */
  history: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/history', 'Events by page')
    .input(
      z.object({
        params: roomParams,
        query: z.object({
          size,
          page: z._default(askedNumber(0, 10_000), 0),
          position: z._default(z.enum(['OLDER', 'NEWER']), 'OLDER'),
          private_messages: Flag,
        }),
      }),
    )
    .output(History),
  /**
   * Events before (OLDER), after (NEWER) or on both sides of (AROUND, 15 a side and itself) one event, ascending.
   * `last`: nothing further on that side; for AROUND nothing further on either.
   */
  historyByEvent: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/history/by-event', 'Events beside an event')
    .input(
      z.object({
        params: roomParams,
        query: z.object({ event_id: Id, size, position: z.enum(['OLDER', 'NEWER', 'AROUND']), private_messages: Flag }),
      }),
    )
    .output(z.object({ ...History.shape, older: z.boolean(), newer: z.boolean() })),
  /** Behind the conversation `after`, the newest first. Throws ROOM_NOT_FOUND. */
  pastConversations: route(['rooms', 'read'], 'GET', '/rooms/{roomId}/past-conversations', 'Resolved conversations with the customer')
    .input(
      z.object({
        params: roomParams,
        query: z.object({
          after: z.optional(Id),
          size: z._default(askedNumber(1, 100), PAST_CONVERSATIONS_SIZE),
        }),
      }),
    )
    .output(z.object({ content: z.array(PastConversation), last: z.boolean() })),
  /** The same send as by frame, when no Ack came in 5 s; the same client message id stores it once. */
  send: route(['rooms', 'send'], 'POST', '/rooms/{roomId}/messages', 'Send when the websocket does not answer')
    .input(
      z.object({
        params: roomParams,
        body: z.discriminatedUnion('type', [
          z.object({ type: z.literal('Text'), payload: SendText }),
          z.object({ type: z.literal('Image'), payload: SendFile }),
          z.object({ type: z.literal('File'), payload: SendFile }),
          z.object({ type: z.literal('Note'), payload: SendNote }),
          z.object({ type: z.literal('Sms'), payload: SendSms }),
          z.object({ type: z.literal('Email'), payload: SendEmail }),
          z.object({ type: z.literal('RichMedia'), payload: SendRichMedia }),
          z.object({ type: z.literal('UnsupportedMedia'), payload: SendUnsupportedMedia }),
        ]),
      }),
    )
    .output(SendAnswer),
  /**
   * Ends conversations, each for itself: what is refused of one stands beside it (ROOM_NOT_FOUND, CONVERSATION_NOT_FOUND,
   * CONVERSATION_TAKEN, CONVERSATION_MOVED, CONVERSATION_NOT_YOURS, CONVERSATION_WRITTEN_SINCE) and keeps no other. One that is resolved already is as it was asked to be.
   */
  resolve: route(['rooms', 'resolve'], 'POST', '/conversations/resolve', 'Resolve several conversations')
    .input(
      z.object({
        body: z.object({
          conversations: z
            .array(z.object({ roomId: Id, conversationId: Id, ...AsSeen.shape }))
            .check(z.minLength(1), z.maxLength(RESOLVED_AT_ONCE)),
        }),
      }),
    )
    .output(z.object({ refused: z.array(z.object({ conversationId: Id, problem: ErrorBody })) })),
  /** Retry by click, as the frame `Pending`. While an attempt is under way it changes nothing. */
  retry: route(['rooms', 'send'], 'POST', '/rooms/{roomId}/messages/{eventId}/retry', 'Send again what was not delivered')
    .input(z.object({ params: z.object({ roomId: Id, eventId: Id }) }))
    .output(z.object({ roomId: Id, eventId: Id })),
};
