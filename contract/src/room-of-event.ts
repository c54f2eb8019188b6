import type { Conversation, LastSaid } from './entities/conversation.ts';
import type { DeliveryStatus, EventDataType, EventStatus, RoomEvent } from './entities/event.ts';
import type { LastEventDataType, Room } from './entities/room.ts';

/** A room tells its unresolved conversations and this many of the newest resolved ones. */
export const RESOLVED_CONVERSATIONS_TOLD = 20;
/** So many characters of the last words stand in the room's row. */
export const LAST_WORDS_LENGTH = 200;

/** Messages, e-mails, calls and notes count as missed and become last words; what the system records does not. */
export function isCountable(event: Pick<RoomEvent, 'eventType'>): boolean {
  return event.eventType === 'COMMUNICATION';
}

/** Communications, section 4: the failed set. */
export const failures: readonly DeliveryStatus[] = ['DELIVERY_FAILED', 'ERROR', 'REJECTED'];

const hasFailed = (status: EventStatus | null): boolean => status !== null && failures.includes(status.clientStatus);

/** What the row of its conversation says of an event. */
export const lastSaid = (event: RoomEvent): LastSaid => ({
  id: event.id,
  at: event.createdAt,
  type: event.eventData.type,
  text: lastWordsOf(event),
  originType: event.origin.type,
  originId: event.origin.id,
  failed: hasFailed(event.eventData.status),
});

/** The conversations after one of their events was stored (`isNew`) or has changed. */
function conversationsAfter(conversations: readonly Conversation[], event: RoomEvent, isNew: boolean): Conversation[] {
  if (!isCountable(event) || event.eventData.privateMessage) return conversations as Conversation[];
  return conversations.map((one) => {
    const isItsLast = isNew ? one.id === event.conversationId && one.state !== 'RESOLVED' : one.lastEvent?.id === event.id;
    return isItsLast ? { ...one, lastEvent: lastSaid(event) } : one;
  });
}

/** The room after the delivery of some of its events moved on: whether what was said last has arrived stands in its rows. */
export function withStatuses(room: Room, statuses: readonly EventStatus[]): Room {
  const failedBy = new Map(statuses.map((status) => [status.roomEventId, hasFailed(status)]));
  const { lastEventId } = room;
  return {
    ...room,
    lastEventFailed: (lastEventId === null ? undefined : failedBy.get(lastEventId)) ?? room.lastEventFailed,
    roomConversations: room.roomConversations.map((one) => {
      const failed = one.lastEvent === null ? undefined : failedBy.get(one.lastEvent.id);
      return one.lastEvent === null || failed === undefined ? one : { ...one, lastEvent: { ...one.lastEvent, failed } };
    }),
  };
}

/** The room after an event that was newly stored in it, equal to what the server tells of it afterwards. */
export function withEvent(room: Room, event: RoomEvent): Room {
  const next: Room = {
    ...room,
    change: event.change,
    lastSeq: event.seq,
    publicCount: event.publicNo,
    privateCount: event.privateNo,
  };
  if (!isCountable(event)) return next;
  next.roomConversations = conversationsAfter(room.roomConversations, event, true);
  if (!event.eventData.privateMessage) {
    next.channels = room.channels.map((channel) =>
      channel.channelId === event.origin.channelId ? { ...channel, timestamp: event.createdAt } : channel,
    );
  }
  next.lastEventTimestamp = event.createdAt;
  next.lastEventChannelType = event.origin.channelType;
  next.lastEventChannelApplicationId = event.origin.channelApplicationId;
  Object.assign(next, saidLast(event));
  next.lastEventId = event.id;
  next.lastEventOriginType = event.origin.type;
  next.lastEventOriginId = event.origin.id;
  next.lastEventPrivate = event.eventData.privateMessage;
  if (event.origin.type === 'CUSTOMER') {
    next.lastReceivedMessage = { id: event.id, type: event.eventData.type, text: lastWordsOf(event) };
    next.lastReceivedTimestamp = event.createdAt;
    next.lastReceivedChannelType = event.origin.channelType;
  }
  return next;
}

/** Of which type the last words are (communications, section 3): a picture, another file, or words whatever they came by. */
export const lastDataType = (type: EventDataType): LastEventDataType => (type === 'IMAGE' || type === 'FILE' ? type : 'TEXT');

/** What a room's row says of its last event. */
const saidLast = (event: RoomEvent) => ({
  lastEventData: lastWordsOf(event),
  lastEventDataType: lastDataType(event.eventData.type),
  lastEventType: event.eventData.type,
  lastEventDeleted: event.since?.deleted !== undefined,
  lastEventFailed: hasFailed(event.eventData.status),
});

function lastWordsOf({ eventData: { message } }: RoomEvent): string | null {
  const text = message?.text ?? null;
  return text === null ? null : [...text].slice(0, LAST_WORDS_LENGTH).join('');
}

/**
 * The room after an event of it has changed, which may be the one whose words stand in its row: late media changes their kind, and
 * colleagues edit and delete what they said among themselves.
 */
export function withChangedEvent(room: Room, event: RoomEvent): Room {
  const { lastReceivedMessage } = room;
  const said = { type: event.eventData.type, text: lastWordsOf(event) };
  return {
    ...room,
    change: event.change,
    ...(room.lastEventId === event.id ? saidLast(event) : {}),
    roomConversations: conversationsAfter(room.roomConversations, event, false),
    lastReceivedMessage: lastReceivedMessage?.id === event.id ? { ...lastReceivedMessage, ...said } : lastReceivedMessage,
  };
}

/** What a room tells of its conversations, newest first: every unresolved one, and the newest resolved ones. */
export function toldConversations(all: readonly Conversation[]): Conversation[] {
  const newestFirst = [...all].sort((a, b) => (a.id < b.id ? 1 : -1));
  let resolved = 0;
  return newestFirst.filter((conversation) => conversation.state !== 'RESOLVED' || ++resolved <= RESOLVED_CONVERSATIONS_TOLD);
}

/** The conversations of a room after one of them was made or changed. */
export function withConversation(conversations: readonly Conversation[], changed: Conversation): Conversation[] {
  return toldConversations([...conversations.filter((one) => one.id !== changed.id), changed]);
}
