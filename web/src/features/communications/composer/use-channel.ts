import { messagingState, type Room, type RoomChannel } from '@parley/contract';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { draftsOfRooms } from '../state/drafts.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { internalChannel } from './internal-channel.ts';

const latestFirst = (a: RoomChannel, b: RoomChannel): number => b.timestamp.localeCompare(a.timestamp);

/** The channel that an answer goes out on: the chosen one while it can be used, else the usable one used last. */
export function channelFor(room: Room, me: string, chosen: string | null): RoomChannel | undefined {
  if (isAmongColleagues(room)) return internalChannel(room);
  const usable = room.channels.filter((channel) => messagingState(channel, room, me).enabled).toSorted(latestFirst);
  return usable.find(({ channelId }) => channelId === chosen) ?? usable[0];
}

/**
 * Whether there may be a channel on which a conversation can be started, or which can be added to one; also one that the customer's telephone
 * number could have.
 */
export const mayBegin = (room: Room, me: string): boolean =>
  room.channels.some((channel) => {
    const { coversationCanStart, conversationCanBeAdded } = messagingState(channel, room, me);
    return coversationCanStart || conversationCanBeAdded || channel.phoneNumber !== undefined;
  });

/** What is written in a tab of a room goes out on it: null for notes, undefined where none can be used. */
export function useChannel({ room }: RoomRecord, tab: 0 | 2): RoomChannel | null | undefined {
  const { me } = useCommunications();
  const chosen = useStorePart(({ channels }) => channels.get(room.id));
  const begun = useStorePart(({ drafts }) => draftsOfRooms(drafts).get(room.id)?.channelId ?? null);
  return tab === 2 ? null : channelFor(room, me, chosen ?? begun);
}
