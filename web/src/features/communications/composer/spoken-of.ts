import type { Conversation, Room } from '@parley/contract';
import { openConversations } from '../room/room-words.ts';
import { waitingConversation } from '../state/lists.ts';

/** What is said of a channel is said of its conversation, undefined where it has none; of no channel, of one that waits or else is held. */
export function spokenOf(room: Room, me: string, channelId: string | undefined): Conversation | undefined {
  const open = openConversations(room, me);
  if (channelId === undefined) return waitingConversation(room) ?? open[0];
  return open.find(({ channels }) => channels.some((channel) => channel.channelId === channelId));
}
