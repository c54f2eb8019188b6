import { messagingState, type Room, type ScheduledMessage } from '@parley/contract';
import { serverNow } from '../../../api/server-clock.ts';
import type { useText } from '../../../text.ts';
import { dayTime } from '../snooze/day-time.ts';

/** Whether its author may write there as the room stands, and whether it would go, by what the server decides as well. */
export function prospects(message: ScheduledMessage, room: Room): { mayWrite: boolean; goes: boolean } {
  const channel = room.channels.find(({ channelId }) => channelId === message.channelId);
  if (channel === undefined || message.isAuthorGone) return { mayWrite: false, goes: false };
  const { enabled, conversationId } = messagingState(channel, room, message.author.id);
  return { mayWrite: enabled, goes: enabled && (conversationId !== null || message.startsConversation) };
}

/** The room as it stands once these conversations are resolved, which can still be undone. */
export const onceResolved = (room: Room, ids: ReadonlySet<string>): Room => ({
  ...room,
  roomConversations: room.roomConversations.map((one) => (ids.has(one.id) ? { ...one, state: 'RESOLVED' } : one)),
});

/** When it goes, and on which condition; or that it does not. */
export function whenWords(message: ScheduledMessage, goes: boolean, me: string, say: ReturnType<typeof useText>): string {
  const time = dayTime(message.sendAt, serverNow(), say);
  const { id, name } = message.author;
  if (message.isAuthorGone) return say('SCHEDULED_NEVER', { name });
  if (id === me) return say(goes ? 'SCHEDULED_FOR' : 'SCHEDULED_IF', { time });
  return say(goes ? 'SCHEDULED_FOR_BY' : 'SCHEDULED_IF_BY', { time, name });
}
