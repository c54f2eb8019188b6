import type { Conversation, EventDataType, Room, RoomEvent } from '@parley/contract';
import type { useFormat } from '../../../format.ts';
import type { TextKey, useText } from '../../../text.ts';
import type { IconName } from '../../../ui/icon-names.ts';

type Say = ReturnType<typeof useText>;
type Format = ReturnType<typeof useFormat>;

/** The name of a room; an untitled one gets a default (communications, section 3). */
export function roomName(room: Room, say: Say): string {
  const isVisitor = room.channels.some(({ channelType }) => channelType === 'LIVECHAT');
  return room.name ?? say(isVisitor ? 'COMMUNICATIONS_UNNAMED_VISITOR' : 'COMMUNICATIONS_UNNAMED');
}

const kindNames: Partial<Record<EventDataType, TextKey>> = {
  IMAGE: 'COMMUNICATIONS_MESSAGE_IMAGE',
  FILE: 'COMMUNICATIONS_MESSAGE_FILE',
  RICH_MEDIA: 'COMMUNICATIONS_MESSAGE_RICH_MEDIA',
  UNSUPPORTED_MEDIA: 'COMMUNICATIONS_MESSAGE_UNSUPPORTED',
  CALL: 'COMMUNICATIONS_MESSAGE_CALL',
  EMAIL: 'COMMUNICATIONS_MESSAGE_EMAIL',
};

/** What is shown of a message: its text, or the word for its kind (communications, section 3, "lastEventDataType"). */
export function messageWords(type: EventDataType, text: string | null, say: Say): string {
  if (text !== null && text !== '') return text;
  return say(kindNames[type] ?? 'COMMUNICATIONS_MESSAGE_UNSUPPORTED');
}

/** The last words of a room, as its row shows them. */
export function lastWords(room: Room, me: string, say: Say): string {
  const { lastEvent } = room;
  if (lastEvent === null) return say('COMMUNICATIONS_NOTHING_SAID');
  const words = messageWords(lastEvent.type, lastEvent.text, say);
  if (lastEvent.privateMessage) return say('COMMUNICATIONS_LAST_NOTE', { text: words });
  return lastEvent.originType === 'USER' && lastEvent.originId === me ? say('COMMUNICATIONS_LAST_MINE', { text: words }) : words;
}

/** A picture for last words that are no plain text. */
export function lastIcon(room: Room): IconName | null {
  const { lastEvent } = room;
  if (lastEvent === null) return null;
  if (lastEvent.privateMessage) return 'lock';
  return ({ IMAGE: 'image', FILE: 'file', CALL: 'phone' } as Partial<Record<EventDataType, IconName>>)[lastEvent.type] ?? null;
}

/** When something was, as short as it can be told apart: 10:52, Yesterday, 3 Nov. */
export function shortWhen(at: string, now: number, say: Say, format: Format): string {
  const days = format.daysAgo(at, now);
  if (days <= 0) return format.time(at);
  return days === 1 ? say('COMMUNICATIONS_YESTERDAY') : format.shortDate(at);
}

/** The day above its first message. */
export function dayName(at: string, now: number, say: Say, format: Format): string {
  const days = format.daysAgo(at, now);
  if (days === 0) return say('COMMUNICATIONS_TODAY');
  return days === 1 ? say('COMMUNICATIONS_YESTERDAY') : format.weekdayDate(at);
}

/** Unresolved conversations: mine first, then held ones, then waiting ones. */
export function openConversations(room: Room, me: string): readonly Conversation[] {
  const rank = ({ state, assignedUserId }: Conversation) => (state !== 'ASSIGNED' ? 2 : assignedUserId === me ? 0 : 1);
  return room.roomConversations.filter(({ state }) => state !== 'RESOLVED').toSorted((a, b) => rank(a) - rank(b));
}

/** Resolved conversations, the latest first. */
export const pastConversations = (room: Room): readonly Conversation[] =>
  room.roomConversations.filter(({ state }) => state === 'RESOLVED').toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));

const eventKeys: Partial<Record<EventDataType, TextKey>> = {
  CREATE: 'COMMUNICATIONS_EVENT_CREATE',
  RESOLVE: 'COMMUNICATIONS_EVENT_RESOLVE',
  AUTO_RESOLVE: 'COMMUNICATIONS_EVENT_AUTO_RESOLVE',
  ENTER_QUEUE: 'COMMUNICATIONS_EVENT_ENTER_QUEUE',
  SAT_SENT: 'COMMUNICATIONS_EVENT_SAT_SENT',
  SAT_COMPLETED: 'COMMUNICATIONS_EVENT_SAT_COMPLETED',
  JOIN: 'COMMUNICATIONS_EVENT_JOIN',
  LEAVE: 'COMMUNICATIONS_EVENT_LEAVE',
  PARTICIPANT_ADDED: 'COMMUNICATIONS_EVENT_PARTICIPANT_ADDED',
  PARTICIPANT_REMOVED: 'COMMUNICATIONS_EVENT_PARTICIPANT_REMOVED',
  ROOM_NAME_UPDATED: 'COMMUNICATIONS_EVENT_ROOM_NAME_UPDATED',
  CHATBOT_FALLBACK: 'COMMUNICATIONS_EVENT_CHATBOT_FALLBACK',
  CHATBOT_COMPLETE: 'COMMUNICATIONS_EVENT_CHATBOT_COMPLETE',
  CHATBOT_ASSIGNED: 'COMMUNICATIONS_EVENT_CHATBOT_ASSIGNED',
  USER_ASSIGNED: 'COMMUNICATIONS_EVENT_USER_ASSIGNED',
  USER_DELETED: 'COMMUNICATIONS_MAIN_BODY_USER_DELETED',
  SURVEY: 'COMMUNICATIONS_EVENT_SURVEY',
  TICKET_CREATED: 'COMMUNICATIONS_EVENT_TICKET_CREATED',
  TICKET_CONVERSATION_ADDED: 'COMMUNICATIONS_EVENT_TICKET_CONVERSATION_ADDED',
  TICKET_CONVERSATION_REMOVED: 'COMMUNICATIONS_EVENT_TICKET_CONVERSATION_REMOVED',
  SESSION_STARTED: 'COMMUNICATIONS_EVENT_SESSION_STARTED',
  CUSTOMER_SUBSCRIBED: 'COMMUNICATIONS_EVENT_CUSTOMER_SUBSCRIBED',
  CUSTOMER_UNSUBSCRIBED: 'COMMUNICATIONS_EVENT_CUSTOMER_UNSUBSCRIBED',
  CUSTOMER_MERGED: 'COMMUNICATIONS_EVENT_CUSTOMER_MERGED',
  TAG_ADDED: 'COMMUNICATIONS_EVENT_TAG_ADDED',
  TAG_REMOVED: 'COMMUNICATIONS_EVENT_TAG_REMOVED',
  COMMENT_ADDED: 'COMMUNICATIONS_EVENT_COMMENT_ADDED',
  COMMENT_REMOVED: 'COMMUNICATIONS_EVENT_COMMENT_REMOVED',
  COMMENT_MODIFIED: 'COMMUNICATIONS_EVENT_COMMENT_MODIFIED',
};

function eventKey({ eventData, origin, modifiedParticipants }: RoomEvent): TextKey {
  const { type, modifiedValue } = eventData;
  if (type === 'ENTER_QUEUE' && modifiedValue !== null) return 'COMMUNICATIONS_EVENT_ENTER_QUEUE_NAMED';
  const tookIt = type === 'USER_ASSIGNED' && origin.id !== null && modifiedParticipants.some(({ id }) => id === origin.id);
  return tookIt ? 'COMMUNICATIONS_EVENT_USER_TOOK' : (eventKeys[type] ?? 'COMMUNICATIONS_EVENT_OTHER');
}

/**
 * What the system recorded, as a sentence. Without a name of who did it, it was done by the inbound routing rules
 * (communications, section 3). `reasonText` gives the words of a reason's key, or null where no reason is to be told.
 */
export function eventWords(
  event: RoomEvent,
  say: Say,
  joined: (names: readonly string[]) => string,
  reasonText: (key: string) => string | null,
): string {
  const { origin, eventData, modifiedParticipants } = event;
  const by = origin.name ?? say('COMMUNICATIONS_INBOUND_ROUTING');
  const names = modifiedParticipants.length > 0 ? joined(modifiedParticipants.map(({ name }) => name)) : by;
  const value = eventData.modifiedValue ?? '';
  const key = eventKey(event);
  const sentence = say(key, { by, names, value, queue: value });
  // That somebody took it by themselves is what the sentence says already.
  const isSaid = key === 'COMMUNICATIONS_EVENT_USER_TOOK';
  const reason = eventData.reason === null || isSaid ? null : reasonText(eventData.reason);
  return reason === null ? sentence : say('COMMUNICATIONS_EVENT_WITH_REASON', { event: sentence, reason });
}
