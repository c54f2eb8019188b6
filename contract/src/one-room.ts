import type { OneRoom, RoomView } from './entities/room.ts';
import { messagingState } from './messaging-state.ts';

/** A room with what this user may do on each of its channels (communications, sections 3 and 4). @param room with its conversations and people */
export function oneRoomOf(room: RoomView, userId: string): OneRoom {
  const channels = room.channels.map((channel) => {
    const { conversationId: _known, ...flags } = messagingState(channel, room, userId);
    return { ...channel, ...flags };
  });
  return { ...room, channels };
}
