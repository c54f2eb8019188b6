import type { ChannelType, Conversation, Room } from '@parley/contract';
import type { useText } from '../../../text.ts';
import { meantChannels } from '../room/meant-channels.ts';
import { asToldIn, channelOf, openConversations, roomName } from '../room/room-words.ts';
import { rowId } from '../state/lists.ts';

/** What the palette has of a room. */
export interface PaletteRoom {
  /** As a row of the list has it; the first of several bears that of the room, by which it is one with what the server finds. */
  readonly id: string;
  readonly name: string;
  /** The room as this entry tells it: last words and channel. */
  readonly told: Room;
  readonly channel: ChannelType | undefined;
  /** Null where the room has not several that are open. */
  readonly conversation: Conversation | null;
}

/** Of each of these rooms one entry; of one with several open conversations an entry for each of them, which its channels name. */
export function paletteRooms(rooms: readonly Room[], me: string, say: ReturnType<typeof useText>): readonly PaletteRoom[] {
  return rooms.flatMap((room): readonly PaletteRoom[] => {
    const name = roomName(room, say, me);
    const open = openConversations(room, me);
    if (open.length < 2) return [{ id: room.id, name, told: room, channel: channelOf(room), conversation: null }];
    return open.map((conversation, place) => {
      const told = asToldIn(room, conversation);
      const channels = meantChannels(room, conversation, say) ?? '';
      return {
        id: place === 0 ? room.id : rowId(room.id, conversation.id),
        name: say('COMMUNICATIONS_DEED_ON', { deed: name, channel: channels }),
        told,
        channel: channelOf(told),
        conversation,
      };
    });
  });
}
