import type { ChannelType, Room, RoomEvent } from '@parley/contract';

/**
 * Over which channel the conversation goes that something was recorded of, where others of its room were under way then; null where there was no other, or what
 * was recorded is of none.
 */
export function toldOf(
  { roomConversations }: Pick<Room, 'roomConversations'>,
  event: Pick<RoomEvent, 'conversationId' | 'createdAt'>,
): ChannelType | null {
  const one = roomConversations.find(({ id }) => id === event.conversationId);
  const isUnderWay = ({ createdAt, modifiedAt, state }: Room['roomConversations'][number]) =>
    createdAt <= event.createdAt && (state !== 'RESOLVED' || modifiedAt >= event.createdAt);
  if (one === undefined || !roomConversations.some((other) => other !== one && isUnderWay(other))) return null;
  return one.channels[0]?.channelType ?? null;
}
