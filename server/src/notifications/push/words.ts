import { type EventDataType, type Locale, Message, type PushedNotice, readableAddress, shortened, signOfContact } from '@parley/contract';
import { first as firstInBg } from '@parley/contract/text/bg/first';
import { notifications as notificationsInBg } from '@parley/contract/text/bg/notifications';
import { first as firstInEn } from '@parley/contract/text/en/first';
import { notifications as notificationsInEn } from '@parley/contract/text/en/notifications';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database.ts';
import { addressOfCustomer, namesOfOthers } from '../../rooms/index.ts';
import { notificationsById } from '../reading.ts';
import type { ToTell } from './asking.ts';

const bg = { ...firstInBg, ...notificationsInBg };
const en = { ...firstInEn, ...notificationsInEn };
type Key = keyof typeof en;
type Say = (key: Key, params?: Readonly<Record<string, string>>) => string;

const sayIn =
  (locale: Locale): Say =>
  (key, params = {}) =>
    (locale === 'bg' ? bg : en)[key].replace(/\{(\w+)\}/g, (braces, name: string) => params[name] ?? braces);

/** The path that a click opens: a room, or an event in it. */
const pathOfRoom = (roomId: string, eventId: string | null = null, isNote = false): string =>
  eventId === null ? `/communications/${roomId}` : `/communications/${roomId}?${isNote ? 'tab=2&' : ''}scrollToRoomEventId=${eventId}`;

const unnamed = (contactId: string, say: Say): string => say('COMMUNICATIONS_UNNAMED_VISITOR', { sign: signOfContact(contactId) });

/** A room as whoever is told of it calls it. */
async function roomOf(on: Reader, { roomId, subscriptionId }: Pick<ToTell, 'roomId' | 'subscriptionId'>) {
  const userId = sql`(select s.user_id from push_subscriptions s where s.id = ${subscriptionId}::uuid)`;
  return on
    .selectFrom('rooms')
    .leftJoin('contacts', 'contacts.id', 'rooms.contact_id')
    .select(['rooms.name', 'rooms.type', 'rooms.contact_id', 'contacts.first_name', 'contacts.last_name'])
    .select(namesOfOthers(sql.ref('rooms.id'), sql.ref('rooms.type'), userId).as('others'))
    .select(addressOfCustomer(sql.ref('rooms.id')).as('address'))
    .where('rooms.id', '=', roomId)
    .executeTakeFirst();
}
type Room = NonNullable<Awaited<ReturnType<typeof roomOf>>>;

function nameOf({ name, type, contact_id, first_name, last_name, others, address }: Room, say: Say): string {
  const ofContact = `${first_name ?? ''} ${last_name ?? ''}`.trim();
  if (name !== null && name !== '') return name;
  if (ofContact !== '') return ofContact;
  if (contact_id !== null && address !== null) return readableAddress(address);
  if (contact_id !== null) return unnamed(contact_id, say);
  return type === 'EXTERNAL' ? say('COMMUNICATIONS_UNNAMED') : others.join(', ') || say('COMMUNICATIONS_UNNAMED_GROUP');
}

/** What a message says in one line: its text, or the word for its kind; of a file both. */
function messageWords(type: EventDataType, message: unknown, say: Say): string {
  const { text = null } = Message.safeParse(message).data ?? {};
  const kind = type === 'IMAGE' ? say('COMMUNICATIONS_MESSAGE_IMAGE') : type === 'FILE' ? say('COMMUNICATIONS_MESSAGE_FILE') : null;
  if (text === null || text === '') return kind ?? say('COMMUNICATIONS_MESSAGE_UNSUPPORTED');
  return kind === null ? text : say('COMMUNICATIONS_MESSAGE_WITH_WORDS', { kind, text });
}

/** Its words are nobody's any more (rooms: what colleagues do with what they said). */
const isDeleted = sql<boolean>`coalesce(events.since ? 'deleted', false)`;

async function isEventDeleted(on: Reader, eventId: string): Promise<boolean> {
  const row = await on.selectFrom('events').select(isDeleted.as('is_deleted')).where('id', '=', eventId).executeTakeFirst();
  return row?.is_deleted === true;
}

async function ofEvent(on: Reader, what: ToTell, say: Say): Promise<PushedNotice | null> {
  const { eventId = '', roomId, kind } = what;
  const room = await roomOf(on, what);
  const event = await on
    .selectFrom('events')
    .select(['type', 'message', 'private', 'origin_name', isDeleted.as('is_deleted')])
    .where('room_id', '=', roomId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (room === undefined || event === undefined || event.is_deleted) return null;
  const notice = { tag: eventId, title: nameOf(room, say), path: pathOfRoom(roomId) };
  if (kind === 'ASSIGNED') return { ...notice, body: say('NOTICES_ASSIGNED') };
  if (kind === 'WAITING') return { ...notice, body: say('NOTICES_WAITING') };
  const text = messageWords(event.type as EventDataType, event.message, say);
  const name = event.origin_name ?? '';
  // A room of two is called by whoever writes in it.
  const title = room.type === 'INTERNAL' && room.name === null ? name : notice.title;
  if (event.private) return { ...notice, title, body: shortened(say('NOTICES_NOTE_BY', { name, text: shortened(text) })) };
  const body = room.type === 'GROUP' ? say('NOTICES_SAID_BY', { name, text: shortened(text) }) : text;
  return { ...notice, title, body: shortened(body) };
}

async function ofNotification(on: Reader, { notificationId = '', roomId }: ToTell, say: Say): Promise<PushedNotice | null> {
  const [notification] = await notificationsById(on, [notificationId]);
  if (notification === undefined || notification.readAt !== null) return null;
  const { kind, roomName, roomEventId, contactId, privateMessage = false } = notification;
  if (kind === 'MENTIONED' && roomEventId !== null && (await isEventDeleted(on, roomEventId))) return null;
  const room = roomName !== '' || contactId === null ? readableAddress(roomName) : unnamed(contactId, say);
  const params = { name: notification.by?.name ?? '', room, to: notification.to ?? '' };
  const words = {
    HANDED_OVER: 'NOTICES_HANDED_OVER',
    TAKEN_AWAY: 'NOTICES_TAKEN_AWAY',
    GIVEN_TO_OTHER: 'NOTICES_GIVEN_TO_OTHER',
    PUT_INTO_QUEUE: 'NOTICES_PUT_INTO_QUEUE',
    RESOLVED_BY_OTHER: 'NOTICES_RESOLVED_BY_OTHER',
    ADDED_TO_GROUP: room === '' ? 'NOTICES_ADDED_TO_UNNAMED_GROUP' : 'NOTICES_ADDED_TO_GROUP',
    REMOVED_FROM_GROUP: room === '' ? 'NOTICES_REMOVED_FROM_UNNAMED_GROUP' : 'NOTICES_REMOVED_FROM_GROUP',
    NOT_DELIVERED: 'NOTICES_NOT_DELIVERED',
    DELIVERY_UNKNOWN: 'NOTICES_DELIVERY_UNKNOWN',
    WOKE_IN_TIME: 'NOTICES_WOKEN',
    WOKE_BY_CUSTOMER: 'NOTICES_WOKEN',
    WOKE_WHILE_AWAY: 'NOTICES_WOKEN_WHILE_AWAY',
    SCHEDULED_NOT_SENT: notification.by === null ? 'NOTICES_SCHEDULED_NOT_SENT' : 'NOTICES_SCHEDULED_OF_OTHER_NOT_SENT',
    SCHEDULED_OVERTAKEN: 'NOTICES_SCHEDULED_OVERTAKEN',
    SCHEDULED_CANCELLED: 'NOTICES_SCHEDULED_CANCELLED',
    SCHEDULED_ANSWERED: 'NOTICES_SCHEDULED_ANSWERED',
    MENTIONED: room === '' ? 'NOTICES_MENTIONED_UNNAMED' : 'NOTICES_MENTIONED',
  } as const;
  const path = pathOfRoom(roomId, roomEventId, privateMessage);
  // A message that names somebody may ring by itself too: it is shown once.
  return {
    tag: kind === 'MENTIONED' ? (roomEventId ?? notificationId) : notificationId,
    title: say('NOTICES_LIST'),
    body: shortened(say(words[kind], params)),
    path,
  };
}

/** What is pushed, in the language of whom it is for: no more than the notice of an open page says. Null for what is gone or read. */
export const pushedNotice = (on: Reader, what: ToTell, locale: Locale): Promise<PushedNotice | null> =>
  what.eventId === undefined ? ofNotification(on, what, sayIn(locale)) : ofEvent(on, what, sayIn(locale));
