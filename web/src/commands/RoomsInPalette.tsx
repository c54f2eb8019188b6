import type { Room } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { channelOf, messageWords, roomName } from '../features/communications/public.ts';
import { useText } from '../text.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ChannelMark } from '../ui/ChannelMark.tsx';
import { usePaletteSource } from './active.ts';

/** The newest of each state: what somebody means who is on another page was spoken in lately. */
const MOST = 200;
const MOST_RESOLVED = 50;

const roomsOf = (room_state: 'ASSIGNED' | 'UNASSIGNED' | 'RESOLVED', size: number) =>
  orpc.rooms.list.queryOptions({
    input: { query: { room_state, size, type: 'EXTERNAL', include: 'PARTICIPANTS', sort: 'lastEventTimestamp,desc' } },
  });

function Source({ rooms }: { rooms: readonly Room[] }) {
  const text = useText();
  const navigate = useNavigate();
  usePaletteSource('COMMUNICATIONS_ROOMS', () =>
    rooms.map((room) => {
      const { lastEvent } = room;
      const channel = channelOf(room);
      const name = roomName(room, text, '');
      return {
        id: room.id,
        name,
        detail: lastEvent === null ? text('COMMUNICATIONS_NOTHING_SAID') : messageWords(lastEvent.type, lastEvent.text, text),
        icon: 'comm',
        face: <Avatar name={name} kind="customer" size={28} unnamed={room.name === null} />,
        mark: channel === undefined ? null : <ChannelMark type={channel} size={16} />,
        run: () => void navigate({ to: '/communications/{-$roomId}', params: { roomId: room.id } }),
      };
    }),
  );
  return null;
}

/** On pages that hold no rooms: the newest that one may see, read when the palette is opened. */
export function RoomsInPalette() {
  // One by one: what asks for several together would weigh on the first screen, with which it shares its libraries.
  const waiting = useQuery(roomsOf('UNASSIGNED', MOST));
  const assigned = useQuery(roomsOf('ASSIGNED', MOST));
  const resolved = useQuery(roomsOf('RESOLVED', MOST_RESOLVED));
  const found = [waiting, assigned, resolved];
  const rooms = new Map(found.flatMap(({ data }) => data?.content ?? []).map((room) => [room.id, room]));
  const at = ({ lastEventTimestamp, createdAt }: Room) => lastEventTimestamp ?? createdAt;
  const newestFirst = [...rooms.values()].toSorted((a, b) => at(b).localeCompare(at(a)));
  return newestFirst.length === 0 ? null : <Source key={found.filter(({ data }) => data !== undefined).length} rooms={newestFirst} />;
}
