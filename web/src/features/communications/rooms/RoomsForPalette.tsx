import { usePaletteSource } from '../../../commands/active.ts';
import { useText } from '../../../text.ts';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { RoomAvatar } from '../colleagues/RoomAvatar.tsx';
import { useCommunications } from '../context.ts';
import { useColleagueName, useColleaguePicture } from '../names.ts';
import { useGo } from '../place.ts';
import { meantChannels } from '../room/meant-channels.ts';
import { lastWords } from '../room/room-words.ts';
import { newestRoomFirst } from '../state/lists.ts';
import { setWritesIn } from '../store.ts';
import { paletteRooms } from './palette-rooms.ts';

/** What this page tells the palette, without showing anything itself: the rooms that it holds, newest first, and of which conversation the open one speaks. */
export function RoomsForPalette() {
  const text = useText();
  const go = useGo();
  const { store, me } = useCommunications();
  const nameOf = useColleagueName();
  const pictureOf = useColleaguePicture();
  const entries = () => {
    const rooms = [...store.getState().state.rooms.values()].toSorted(newestRoomFirst).map(({ room }) => room);
    return paletteRooms(rooms, me, text).map(({ id, name, told, channel, conversation }) => ({
      id,
      name,
      detail: lastWords(told, me, text, nameOf),
      icon: 'comm' as const,
      face: <RoomAvatar room={told} me={me} pictureOf={pictureOf} size={28} />,
      mark: channel === undefined ? null : <ChannelMark type={channel} size={16} />,
      run: () => {
        // Whoever names a room goes there to answer.
        setWritesIn(store, told.id, 0, conversation?.id ?? null);
        go({ roomId: told.id, tab: 0, conversationId: conversation?.id ?? null });
      },
    }));
  };
  const meant = () => {
    const { navigation, standsIn, state } = store.getState();
    const room = state.rooms.get(navigation.openRoomId ?? '')?.room;
    const chosen = room?.roomConversations.find(({ id }) => id === standsIn.get(room.id));
    return room === undefined || chosen === undefined ? null : meantChannels(room, chosen, text);
  };
  usePaletteSource('COMMUNICATIONS_ROOMS', entries, meant);
  return null;
}
