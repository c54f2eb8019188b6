import { type EventDataType, hasVisible, type Locale, type OriginType, type RoomEvent } from '@parley/contract';
import type { TextKey, useText } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';

type Say = ReturnType<typeof useText>;

const eventKeys: Record<EventDataType, TextKey> = {
  MESSAGE: 'FACE_EVENT_MESSAGE',
  SMS: 'FACE_EVENT_MESSAGE',
  CALL: 'COMMUNICATIONS_MESSAGE_CALL',
  EMAIL: 'COMMUNICATIONS_MESSAGE_EMAIL',
  IMAGE: 'COMMUNICATIONS_MESSAGE_IMAGE',
  FILE: 'COMMUNICATIONS_MESSAGE_FILE',
  RICH_MEDIA: 'COMMUNICATIONS_MESSAGE_RICH_MEDIA',
  UNSUPPORTED_MEDIA: 'COMMUNICATIONS_MESSAGE_UNSUPPORTED',
  STATUS: 'FACE_EVENT_STATUS',
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
  USER_RETURNED: 'COMMUNICATIONS_EVENT_USER_RETURNED',
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
  // As a whole sentence these are told by snooze-event-words.ts.
  SNOOZED: 'COMMUNICATIONS_EVENT_SHORT_SNOOZED',
  WOKEN: 'COMMUNICATIONS_EVENT_SHORT_WOKEN',
};

/** The same of chatbots whose name is known. */
const keysOfNamedChatbot: Partial<Record<EventDataType, TextKey>> = {
  CHATBOT_FALLBACK: 'FACE_EVENT_CHATBOT_FALLBACK',
  CHATBOT_COMPLETE: 'FACE_EVENT_CHATBOT_COMPLETE',
  CHATBOT_ASSIGNED: 'FACE_EVENT_CHATBOT_ASSIGNED',
};

/** Of these the value is what it was about: which ticket, which tag, what was answered or written. */
const TOLD_WITH_VALUE: ReadonlySet<EventDataType> = new Set([
  'SAT_COMPLETED',
  'SURVEY',
  'TICKET_CREATED',
  'TICKET_CONVERSATION_ADDED',
  'TICKET_CONVERSATION_REMOVED',
  'CUSTOMER_MERGED',
  'TAG_ADDED',
  'TAG_REMOVED',
  'COMMENT_ADDED',
  'COMMENT_REMOVED',
  'COMMENT_MODIFIED',
]);

/** Whose doing it was, where they have no name. What has neither was done by the inbound routing rules (communications, section 3). */
const nameless: Record<OriginType, TextKey> = {
  CUSTOMER: 'FACE_BY_CUSTOMER',
  USER: 'COMMUNICATIONS_SOMEBODY',
  CHATBOT: 'FACE_BY_CHATBOT',
  API: 'FACE_BY_API',
  BROADCAST: 'FACE_BY_BROADCAST',
  SYSTEM: 'COMMUNICATIONS_INBOUND_ROUTING',
};

/** The channel that joined a conversation, where that is what was recorded. */
function channelOf({ type, modifiedValue }: RoomEvent['eventData']): TextKey | null {
  return type === 'CREATE' && modifiedValue !== null && modifiedValue in channelNames
    ? channelNames[modifiedValue as keyof typeof channelNames]
    : null;
}

/** Whoever added or removed themselves alone came or went. */
function typeOf({ eventData: { type }, origin, modifiedParticipants }: RoomEvent): EventDataType {
  const [first] = modifiedParticipants;
  const isOneself = modifiedParticipants.length === 1 && origin.id !== null && first?.id === origin.id;
  if (!isOneself) return type;
  return type === 'PARTICIPANT_ADDED' ? 'JOIN' : type === 'PARTICIPANT_REMOVED' ? 'LEAVE' : type;
}

function eventKey(event: RoomEvent): TextKey {
  const { eventData, origin, modifiedParticipants } = event;
  const { modifiedValue } = eventData;
  const type = typeOf(event);
  const named = keysOfNamedChatbot[type];
  if (named !== undefined && chatbotOf(event) !== null) return named;
  if (channelOf(eventData) !== null) return 'COMMUNICATIONS_EVENT_CHANNEL_ADDED';
  if (type === 'CREATE' && origin.type === 'USER') return 'COMMUNICATIONS_EVENT_STARTED';
  if (type === 'ENTER_QUEUE' && modifiedValue !== null)
    return origin.id === null ? 'COMMUNICATIONS_EVENT_ENTER_QUEUE_NAMED' : 'COMMUNICATIONS_EVENT_TO_QUEUE';
  const tookIt = type === 'USER_ASSIGNED' && origin.id !== null && modifiedParticipants.some(({ id }) => id === origin.id);
  return tookIt ? 'COMMUNICATIONS_EVENT_USER_TOOK' : (eventKeys[type] ?? 'COMMUNICATIONS_EVENT_OTHER');
}

/** What the reader did themselves: the verb differs. */
const keysOfOwn: Partial<Record<TextKey, TextKey>> = {
  COMMUNICATIONS_EVENT_STARTED: 'COMMUNICATIONS_EVENT_YOU_STARTED',
  COMMUNICATIONS_EVENT_CHANNEL_ADDED: 'COMMUNICATIONS_EVENT_YOU_CHANNEL_ADDED',
  COMMUNICATIONS_EVENT_RESOLVE: 'COMMUNICATIONS_EVENT_YOU_RESOLVE',
  COMMUNICATIONS_EVENT_PARTICIPANT_ADDED: 'COMMUNICATIONS_EVENT_YOU_PARTICIPANT_ADDED',
  COMMUNICATIONS_EVENT_PARTICIPANT_REMOVED: 'COMMUNICATIONS_EVENT_YOU_PARTICIPANT_REMOVED',
  COMMUNICATIONS_EVENT_ROOM_NAME_UPDATED: 'COMMUNICATIONS_EVENT_YOU_ROOM_NAME_UPDATED',
  COMMUNICATIONS_EVENT_TO_QUEUE: 'COMMUNICATIONS_EVENT_YOU_TO_QUEUE',
  COMMUNICATIONS_EVENT_USER_ASSIGNED: 'COMMUNICATIONS_EVENT_YOU_USER_ASSIGNED',
  COMMUNICATIONS_EVENT_USER_TOOK: 'COMMUNICATIONS_EVENT_YOU_USER_TOOK',
  COMMUNICATIONS_EVENT_TICKET_CREATED: 'COMMUNICATIONS_EVENT_YOU_TICKET_CREATED',
  COMMUNICATIONS_EVENT_TICKET_CONVERSATION_ADDED: 'COMMUNICATIONS_EVENT_YOU_TICKET_CONVERSATION_ADDED',
  COMMUNICATIONS_EVENT_TICKET_CONVERSATION_REMOVED: 'COMMUNICATIONS_EVENT_YOU_TICKET_CONVERSATION_REMOVED',
  COMMUNICATIONS_EVENT_CUSTOMER_MERGED: 'COMMUNICATIONS_EVENT_YOU_CUSTOMER_MERGED',
  COMMUNICATIONS_EVENT_TAG_ADDED: 'COMMUNICATIONS_EVENT_YOU_TAG_ADDED',
  COMMUNICATIONS_EVENT_TAG_REMOVED: 'COMMUNICATIONS_EVENT_YOU_TAG_REMOVED',
  COMMUNICATIONS_EVENT_COMMENT_ADDED: 'COMMUNICATIONS_EVENT_YOU_COMMENT_ADDED',
  COMMUNICATIONS_EVENT_COMMENT_REMOVED: 'COMMUNICATIONS_EVENT_YOU_COMMENT_REMOVED',
  COMMUNICATIONS_EVENT_COMMENT_MODIFIED: 'COMMUNICATIONS_EVENT_YOU_COMMENT_MODIFIED',
};

/** Sentences in which those who were joined in, or left, are the object of what somebody did; and the same where that is the reader alone. */
const objects: Partial<Record<TextKey, TextKey>> = {
  COMMUNICATIONS_EVENT_PARTICIPANT_ADDED: 'COMMUNICATIONS_EVENT_PARTICIPANT_ADDED_YOU',
  COMMUNICATIONS_EVENT_PARTICIPANT_REMOVED: 'COMMUNICATIONS_EVENT_PARTICIPANT_REMOVED_YOU',
  COMMUNICATIONS_EVENT_USER_ASSIGNED: 'COMMUNICATIONS_EVENT_USER_ASSIGNED_YOU',
};

/** Sentences of which those it names are the subject: the verb is another one where they are several, and where the reader is among them. */
const subjects: Partial<Record<TextKey, { several: TextKey; withYou: TextKey }>> = {
  COMMUNICATIONS_EVENT_JOIN: { several: 'COMMUNICATIONS_EVENT_SEVERAL_JOIN', withYou: 'COMMUNICATIONS_EVENT_YOU_JOIN' },
  COMMUNICATIONS_EVENT_LEAVE: { several: 'COMMUNICATIONS_EVENT_SEVERAL_LEAVE', withYou: 'COMMUNICATIONS_EVENT_YOU_LEAVE' },
  COMMUNICATIONS_MAIN_BODY_USER_DELETED: {
    several: 'COMMUNICATIONS_EVENT_SEVERAL_USER_DELETED',
    withYou: 'COMMUNICATIONS_EVENT_YOU_USER_DELETED',
  },
  COMMUNICATIONS_EVENT_USER_RETURNED: {
    several: 'COMMUNICATIONS_EVENT_SEVERAL_USER_RETURNED',
    withYou: 'COMMUNICATIONS_EVENT_YOU_USER_RETURNED',
  },
};

/** The sentence that agrees with whom it is about: the reader `me`, one or several. */
function agreeing(key: TextKey, event: RoomEvent, me: string): TextKey {
  if (event.origin.id === me && keysOfOwn[key] !== undefined) return keysOfOwn[key];
  const ids = peopleOf(event).map(({ id }) => id);
  if (ids.length === 1 && ids[0] === me && objects[key] !== undefined) return objects[key];
  const { several, withYou } = subjects[key] ?? { several: key, withYou: key };
  return ids.includes(me) ? withYou : ids.length > 1 ? several : key;
}

const saidBySentence: ReadonlySet<string> = new Set(['ASSIGN_REASON_QUEUE', 'ASSIGN_REASON_HANDED_OVER', 'QUEUE_REASON_DEFAULT']);

/**
 * What the system recorded, as a sentence for the reader `me`, who is "you" in it. Without a name of who did it, it was
 * done by the inbound routing rules (communications, section 3). `reasonText` gives the words of a reason's key, or null
 * where no reason is to be told.
 */
export function eventWords(
  event: RoomEvent,
  me: string,
  say: Say,
  joined: (names: readonly string[]) => string,
  reasonText: (key: string) => string | null,
): string {
  const { origin, eventData } = event;
  const said = eventData.message?.text;
  if (said && hasVisible(said)) return said;
  const isOwn = origin.id === me;
  const key = eventKey(event);
  const own = isOwn ? 'COMMUNICATIONS_YOURSELF' : 'COMMUNICATIONS_YOU_AS_OBJECT';
  const names =
    keysOfNamedChatbot[eventData.type] === key
      ? (chatbotOf(event) ?? '')
      : joined(namesOf(event, me, say(objects[key] === undefined ? 'COMMUNICATIONS_YOU_WITHIN' : own), say));
  const value = eventData.modifiedValue ?? '';
  const added = channelOf(eventData);
  const channel = added === null ? '' : say(added);
  const sentence = say(agreeing(key, event, me), { by: byOf(event, say), names, value, queue: value, channel });
  // Whoever gave it, a queue, a colleague or they themselves: the sentence says so already.
  if (value !== '' && TOLD_WITH_VALUE.has(eventData.type)) return say('FACE_EVENT_WITH_VALUE', { event: sentence, value });
  const isSaid = key === 'COMMUNICATIONS_EVENT_USER_TOOK' || saidBySentence.has(eventData.reason ?? '');
  const reason = eventData.reason === null || isSaid ? null : reasonText(eventData.reason);
  return reason === null ? sentence : say('COMMUNICATIONS_EVENT_WITH_REASON', { event: sentence, reason });
}

/** Who did it, as within a sentence. */
export const byOf = ({ origin }: Pick<RoomEvent, 'origin'>, say: Say): string =>
  origin.name && hasVisible(origin.name) ? origin.name : say(nameless[origin.type] ?? 'COMMUNICATIONS_INBOUND_ROUTING');

/** The chatbot that did it or that it was given to, by name; null where it has none. */
function chatbotOf({ modifiedParticipants, origin }: RoomEvent): string | null {
  const given = modifiedParticipants.find(({ type }) => type === 'CHATBOT')?.name ?? (origin.type === 'CHATBOT' ? origin.name : null);
  return given && hasVisible(given) ? given : null;
}

/** Whom it was about, or who did it; who did it without a name has none. */
const peopleOf = ({ modifiedParticipants, origin }: RoomEvent): readonly { id: string | null; name: string | null }[] =>
  modifiedParticipants.length > 0 ? modifiedParticipants : [{ id: origin.id, name: null }];

/** Their names; the reader is `you`. */
const namesOf = (event: RoomEvent, me: string, you: string, say: Say): readonly string[] =>
  peopleOf(event).map(({ id, name }) => (id === me ? you : (name ?? byOf(event, say))));

const shortKeys: Partial<Record<EventDataType, TextKey>> = {
  MESSAGE: 'COMMUNICATIONS_EVENT_SHORT_MESSAGE',
  SMS: 'COMMUNICATIONS_EVENT_SHORT_MESSAGE',
  CALL: 'COMMUNICATIONS_EVENT_SHORT_CALL',
  EMAIL: 'COMMUNICATIONS_EVENT_SHORT_EMAIL',
  IMAGE: 'COMMUNICATIONS_EVENT_SHORT_IMAGE',
  FILE: 'COMMUNICATIONS_EVENT_SHORT_FILE',
  RICH_MEDIA: 'COMMUNICATIONS_EVENT_SHORT_MESSAGE',
  UNSUPPORTED_MEDIA: 'COMMUNICATIONS_EVENT_SHORT_MESSAGE',
  STATUS: 'COMMUNICATIONS_EVENT_SHORT_STATUS',
  CREATE: 'COMMUNICATIONS_EVENT_SHORT_CREATE',
  RESOLVE: 'COMMUNICATIONS_EVENT_SHORT_RESOLVE',
  AUTO_RESOLVE: 'COMMUNICATIONS_EVENT_SHORT_AUTO_RESOLVE',
  ENTER_QUEUE: 'COMMUNICATIONS_EVENT_SHORT_ENTER_QUEUE',
  SAT_SENT: 'COMMUNICATIONS_EVENT_SHORT_SAT_SENT',
  SAT_COMPLETED: 'COMMUNICATIONS_EVENT_SHORT_SAT_COMPLETED',
  PARTICIPANT_ADDED: 'COMMUNICATIONS_EVENT_SHORT_PARTICIPANT_ADDED',
  PARTICIPANT_REMOVED: 'COMMUNICATIONS_EVENT_SHORT_PARTICIPANT_REMOVED',
  ROOM_NAME_UPDATED: 'COMMUNICATIONS_EVENT_SHORT_ROOM_NAME_UPDATED',
  CHATBOT_FALLBACK: 'COMMUNICATIONS_EVENT_SHORT_CHATBOT_FALLBACK',
  CHATBOT_COMPLETE: 'COMMUNICATIONS_EVENT_SHORT_CHATBOT_COMPLETE',
  CHATBOT_ASSIGNED: 'COMMUNICATIONS_EVENT_SHORT_CHATBOT_ASSIGNED',
  USER_ASSIGNED: 'COMMUNICATIONS_EVENT_SHORT_USER_ASSIGNED',
  USER_DELETED: 'COMMUNICATIONS_EVENT_SHORT_USER_DELETED',
  USER_RETURNED: 'COMMUNICATIONS_EVENT_SHORT_USER_RETURNED',
  SURVEY: 'COMMUNICATIONS_EVENT_SHORT_SURVEY',
  TICKET_CREATED: 'COMMUNICATIONS_EVENT_SHORT_TICKET_CREATED',
  TICKET_CONVERSATION_ADDED: 'COMMUNICATIONS_EVENT_SHORT_TICKET_CONVERSATION_ADDED',
  TICKET_CONVERSATION_REMOVED: 'COMMUNICATIONS_EVENT_SHORT_TICKET_CONVERSATION_REMOVED',
  SESSION_STARTED: 'COMMUNICATIONS_EVENT_SHORT_SESSION_STARTED',
  CUSTOMER_SUBSCRIBED: 'COMMUNICATIONS_EVENT_SHORT_CUSTOMER_SUBSCRIBED',
  CUSTOMER_UNSUBSCRIBED: 'COMMUNICATIONS_EVENT_SHORT_CUSTOMER_UNSUBSCRIBED',
  CUSTOMER_MERGED: 'COMMUNICATIONS_EVENT_SHORT_CUSTOMER_MERGED',
  TAG_ADDED: 'COMMUNICATIONS_EVENT_SHORT_TAG_ADDED',
  TAG_REMOVED: 'COMMUNICATIONS_EVENT_SHORT_TAG_REMOVED',
  COMMENT_ADDED: 'COMMUNICATIONS_EVENT_SHORT_COMMENT_ADDED',
  COMMENT_REMOVED: 'COMMUNICATIONS_EVENT_SHORT_COMMENT_REMOVED',
  COMMENT_MODIFIED: 'COMMUNICATIONS_EVENT_SHORT_COMMENT_MODIFIED',
  SNOOZED: 'COMMUNICATIONS_EVENT_SHORT_SNOOZED',
  WOKEN: 'COMMUNICATIONS_EVENT_SHORT_WOKEN',
};

/** What stands in a row, one beside the other, in any language by commas alone: nothing of it is the last. */
export const listed = (words: readonly string[], language: Locale): string =>
  new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(words);

/** The same in a few words, to stand in a row with others: "queue Orders, assigned to you". */
export function shortEventWords(event: RoomEvent, me: string, say: Say, joined: (names: readonly string[]) => string): string {
  const { eventData } = event;
  const type = typeOf(event);
  const isObject = type === 'PARTICIPANT_ADDED' || type === 'PARTICIPANT_REMOVED' || type === 'USER_ASSIGNED';
  const names = joined(namesOf(event, me, say(isObject ? 'COMMUNICATIONS_YOU_AS_OBJECT' : 'COMMUNICATIONS_YOU_WITHIN'), say));
  const value = eventData.modifiedValue;
  // As short as it can be said.
  if (type === 'JOIN' || type === 'LEAVE') return say(agreeing(eventKeys[type], event, me), { names });
  if (eventData.type === 'ENTER_QUEUE' && value !== null) return say('COMMUNICATIONS_EVENT_SHORT_ENTER_QUEUE_NAMED', { queue: value });
  const added = channelOf(eventData);
  if (added !== null) return say('COMMUNICATIONS_EVENT_SHORT_CHANNEL_ADDED', { channel: say(added) });
  return say(shortKeys[eventData.type] ?? 'COMMUNICATIONS_EVENT_SHORT_OTHER', { names });
}
