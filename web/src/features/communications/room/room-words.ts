import {
  type ChannelType,
  type Conversation,
  customerAddress,
  type EventDataType,
  type Participant,
  type Room,
  readableAddress,
  signOfContact,
} from '@parley/contract';
import type { useFormat } from '../../../format.ts';
import { currentLanguage, type TextKey, type useText } from '../../../text.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { isAmongColleagues, othersOf } from '../colleagues/among-colleagues.ts';
import type { DraftContent } from '../state/drafts.ts';
import { isOneOfSeveral, waitingConversation, waitingConversations } from '../state/lists.ts';
import type { PendingSend } from '../state/pending.ts';

type Say = ReturnType<typeof useText>;
type Format = ReturnType<typeof useFormat>;

/** A sign of a customer without a name that can be told and does not change: four digits, made of the contact's id. */
export const visitorSign = ({ id, roomParticipants }: Pick<Room, 'id' | 'roomParticipants'>): string =>
  signOfContact(roomParticipants.find(({ type }) => type === 'CUSTOMER')?.associatedParticipantId ?? id);

const fullName = ({ firstName, lastName }: Participant): string => `${firstName} ${lastName}`.trim();

/** Several by whom a chat is called. */
export const listedNames = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'unit', style: 'short' }).format(names);

/** A chat of colleagues without a name is called by the others in it: one by the whole name, several by their first names. */
function nameOfOthers(room: Room, say: Say, me: string): string {
  const others = othersOf(room, me);
  const [first] = others;
  if (first === undefined) return say('COMMUNICATIONS_UNNAMED_GROUP');
  if (room.type === 'INTERNAL') return fullName(first) || asSentence(say('COMMUNICATIONS_SOMEBODY'));
  const names = others.map((one) => one.firstName || fullName(one) || say('COMMUNICATIONS_SOMEBODY'));
  return listedNames(names);
}

/** The customer has neither a name nor an address by which they could be called. */
export const isUnnamed = ({ name, channels }: Room): boolean => name === null && customerAddress(channels) === undefined;

/**
 * The name of a room, as the reader `me` calls it; an untitled one gets a default (communications, section 3) by which customers can be told
 * apart: the address at which they are known, and visitors of the chat, who have none, a sign.
 */
export function roomName(room: Room, say: Say, me: string): string {
  if (room.name !== null) return room.name;
  if (isAmongColleagues(room)) return nameOfOthers(room, say, me);
  const address = customerAddress(room.channels);
  if (address !== undefined) return readableAddress(address);
  const isVisitor = room.channels.some(({ channelType }) => channelType === 'LIVECHAT');
  return isVisitor ? say('COMMUNICATIONS_UNNAMED_VISITOR', { sign: visitorSign(room) }) : say('COMMUNICATIONS_UNNAMED');
}

/** The channel that stands for a room where one is shown: that over which the customer was heard last. */
export const channelOf = ({ lastReceivedChannelType, lastEventChannelType, channels }: Room): ChannelType | undefined =>
  lastReceivedChannelType ?? lastEventChannelType ?? channels[0]?.channelType;

/** The room as the row of one of its conversations tells it: where that is one of several, with its own words, time and channel. */
export function asToldIn(room: Room, conversation: Conversation | undefined): Room {
  if (!isOneOfSeveral(room, conversation)) return room;
  const { lastEvent: last, channels, createdAt } = conversation;
  const heard = channels.find(({ channelType }) => channelType === channelOf(room)) ?? channels[0];
  return {
    ...room,
    lastEventTimestamp: last?.at ?? createdAt,
    lastEventData: last?.text ?? null,
    lastEventType: last?.type ?? null,
    lastEventOriginType: last?.originType ?? null,
    lastEventOriginId: last?.originId ?? null,
    lastEventPrivate: false,
    lastEventDeleted: false,
    lastEventFailed: last?.failed ?? false,
    lastReceivedChannelType: heard?.channelType ?? null,
  };
}

/** Begins with a capital, as a sentence or a line does, whatever stands first in it. */
export const asSentence = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

const kindNames: Partial<Record<EventDataType, TextKey>> = {
  // Only where nothing was said.
  MESSAGE: 'COMMUNICATIONS_MESSAGE_EMPTY',
  SMS: 'COMMUNICATIONS_MESSAGE_EMPTY',
  IMAGE: 'COMMUNICATIONS_MESSAGE_IMAGE',
  FILE: 'COMMUNICATIONS_MESSAGE_FILE',
  RICH_MEDIA: 'COMMUNICATIONS_MESSAGE_RICH_MEDIA',
  UNSUPPORTED_MEDIA: 'COMMUNICATIONS_MESSAGE_UNSUPPORTED',
  CALL: 'COMMUNICATIONS_MESSAGE_CALL',
  EMAIL: 'COMMUNICATIONS_MESSAGE_EMAIL',
};

/** Kinds that are named also where words came with them. */
const named: readonly EventDataType[] = ['IMAGE', 'FILE'];

/**
 * What is said of a message in one line (communications, section 3, "lastEventDataType"): its text, or the word for its
 * kind; of a picture or another file the word, and the text that came with it.
 */
export function messageWords(type: EventDataType, text: string | null, say: Say): string {
  const kind = say(kindNames[type] ?? 'COMMUNICATIONS_MESSAGE_UNSUPPORTED');
  if (text === null || text === '') return kind;
  return named.includes(type) ? say('COMMUNICATIONS_MESSAGE_WITH_WORDS', { kind, text }) : text;
}

/** What a draft says in one line: its words, else what hangs on it, else what it answers to. */
export function draftWords({ text, files, fields = {} }: Omit<DraftContent, 'fields'> & Partial<DraftContent>, say: Say): string {
  const [first] = files;
  if (first !== undefined) return messageWords(first.type, text, say);
  const { quote } = fields;
  return text !== '' || quote === undefined ? text : `↩ ${messageWords(quote.type, quote.text, say)}`;
}

/** What was said last in a room, whoever said it. */
export const lastMessage = ({ lastEventType, lastEventData }: Room, say: Say): string =>
  lastEventType === null ? say('COMMUNICATIONS_NOTHING_SAID') : messageWords(lastEventType, lastEventData, say);

/** The last words of a room, as its row shows them. */
export function lastWords(room: Room, me: string, say: Say, nameOf: (userId: string) => string): string {
  const { lastEventOriginId } = room;
  const words = room.lastEventDeleted ? say('COMMUNICATIONS_MESSAGE_DELETED') : lastMessage(room, say);
  if (room.lastEventPrivate) return say('COMMUNICATIONS_LAST_NOTE', { text: words });
  if (room.lastEventOriginType !== 'USER') return words;
  if (lastEventOriginId === me) return say('COMMUNICATIONS_LAST_MINE', { text: words });
  // Between two, whose words they are is plain.
  if (room.type === 'INTERNAL') return words;
  // Whether the customer waits for an answer is seen by whose words are the last.
  return say('COMMUNICATIONS_LAST_COLLEAGUES', { name: asSentence(nameOf(lastEventOriginId ?? '').split(' ')[0] ?? ''), text: words });
}

/**
 * What the row says where something of one's own did not get there, with the words of that very message; null where nothing failed.
 *
 * @param unsent what the server has not taken: it may still go by itself, so it is not said to have failed for good
 */
export function failedWords(room: Room, unsent: PendingSend | undefined, say: Say): string | null {
  if (unsent !== undefined)
    return say('COMMUNICATIONS_LAST_UNSENT', { text: messageWords(unsent.file?.type ?? 'MESSAGE', unsent.text, say) });
  return room.lastEventFailed ? say('COMMUNICATIONS_LAST_FAILED', { text: lastMessage(room, say) }) : null;
}

/** A picture for last words that are no plain text. */
export function lastIcon(room: Room): IconName | null {
  if (room.lastEventPrivate) return 'lock';
  return (
    ({ IMAGE: 'image', FILE: 'file', CALL: 'phone' } as Partial<Record<EventDataType | 'null', IconName>>)[`${room.lastEventType}`] ?? null
  );
}

/** When something was, or will be, as short as it can be told apart and as within a sentence: 10:52, yesterday, 3 Nov. */
export function shortWhen(at: string, now: number, say: Say, format: Format): string {
  const days = format.daysAgo(at, now);
  if (days === 0) return format.time(at);
  return days === 1 ? say('COMMUNICATIONS_YESTERDAY_WITHIN') : format.shortDate(at);
}

/** The day above its first message. */
export function dayName(at: string, now: number, say: Say, format: Format): string {
  const days = format.daysAgo(at, now);
  if (days === 0) return say('COMMUNICATIONS_TODAY');
  return days === 1 ? say('COMMUNICATIONS_YESTERDAY') : format.weekdayDate(at);
}

/** Unresolved conversations: mine first, then held ones, then waiting ones, the longest first. */
export function openConversations(room: Room, me: string): readonly Conversation[] {
  const rank = ({ state, assignedUserId }: Conversation) => (state !== 'ASSIGNED' ? 2 : assignedUserId === me ? 0 : 1);
  const held = room.roomConversations.filter(({ state }) => state !== 'RESOLVED' && state !== 'UNASSIGNED');
  return [...held, ...waitingConversations(room)].sort((a, b) => rank(a) - rank(b));
}

/** Of a room with several open conversations its row tells of the one that waits, where the list is about that, else of that in which something was said last. */
export function toldConversation(room: Room, me: string, showsWait: boolean): Conversation | undefined {
  const open = openConversations(room, me);
  return (showsWait ? waitingConversation(room) : undefined) ?? open.find(({ lastEvent }) => lastEvent?.id === room.lastEventId) ?? open[0];
}

/** Resolved conversations, the latest first. */
export const pastConversations = (room: Room): readonly Conversation[] =>
  room.roomConversations.filter(({ state }) => state === 'RESOLVED').toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
