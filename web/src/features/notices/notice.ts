import { type AgentReceives, type NoticeKind, type Notification, type Room, type RoomEvent, shortened } from '@parley/contract';
import type { useText } from '../../text.ts';
import { messageWords, roomName } from '../communications/public.ts';

type Say = ReturnType<typeof useText>;
type EventFrame = Extract<AgentReceives, { type: 'Text' }>['payload'];

/** What is to ring: once for all windows of the browser. */
export interface Notice {
  /** The same in every window: an event's or a notification's id. */
  readonly key: string;
  readonly kind: NoticeKind;
  readonly roomId: string;
}

/** How it is shown by the system. */
export interface NoticeWords {
  readonly title: string;
  readonly body: string;
}

const isByOther = ({ origin }: RoomEvent, me: string): boolean => origin.type !== 'USER' || origin.id !== me;

/** What an event may ring for, before it is known whether its room is one's own; null for nothing. */
export function noticeOfEvent({ roomId, event, again }: EventFrame, me: string): Notice | null {
  // It rang when it was new.
  if (again) return null;
  const { type } = event.eventData;
  const given = type === 'USER_ASSIGNED' && isByOther(event, me) && event.modifiedParticipants.some(({ id }) => id === me);
  if (given) return { key: event.id, kind: 'ASSIGNED', roomId };
  if (type === 'ENTER_QUEUE') return { key: event.id, kind: 'WAITING', roomId };
  if (event.eventType !== 'COMMUNICATION') return null;
  if (event.origin.type === 'CUSTOMER') return { key: event.id, kind: 'MESSAGE', roomId };
  if (event.origin.type === 'USER' && event.origin.id !== me) return { key: event.id, kind: 'COLLEAGUE', roomId };
  return null;
}

const takesPart = ({ roomParticipants }: Room, me: string): boolean =>
  roomParticipants.some(({ type, associatedParticipantId }) => type === 'USER' && associatedParticipantId === me);

/**
 * The words of an event's notice for who may see its room; null where it does not concern them: what is said where they take
 * no part, what a colleague answers a customer.
 */
export function wordsOfEvent({ kind }: Notice, event: RoomEvent, room: Room, me: string, say: Say): NoticeWords | null {
  const title = roomName(room, say, me);
  if (kind === 'ASSIGNED') return { title, body: say('NOTICES_ASSIGNED') };
  if (kind === 'WAITING') return { title, body: say('NOTICES_WAITING') };
  if (!takesPart(room, me)) return null;
  const { message, privateMessage, type } = event.eventData;
  const text = shortened(messageWords(type, message?.text ?? null, say));
  if (kind === 'MESSAGE') return { title, body: text };
  if (privateMessage) return { title, body: shortened(say('NOTICES_NOTE_BY', { name: event.origin.name ?? '', text })) };
  if (room.type === 'EXTERNAL') return null;
  return { title, body: room.type === 'GROUP' ? shortened(say('NOTICES_SAID_BY', { name: event.origin.name ?? '', text })) : text };
}

/** What a new notification rings for; null for what rings by its event already. */
export const noticeOfNotification = ({ id, kind, roomId }: Notification): Notice | null =>
  kind === 'HANDED_OVER' || kind === 'WOKE_BY_CUSTOMER' ? null : { key: id, kind: 'CHANGE', roomId };
