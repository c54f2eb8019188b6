import { useDebouncedValue } from '@mantine/hooks';
import { type ConversationState, placeOfRoom, ROOM_SEARCH_LIMIT, type Room } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { CustomerAvatar, channelOf, lastMessage, roomName } from '../features/communications/public.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useText } from '../text.ts';
import { ChannelMark } from '../ui/ChannelMark.tsx';
import { usePaletteSource } from './active.ts';

/** The newest of each state, before anything is typed: what somebody means who is on another page was spoken in lately. */
const MOST = 50;
/** So many of each state are asked for by name: more than are shown. */
const MOST_FOUND = 20;
/** So long nothing more was typed. */
const SEARCH_AFTER_MS = 150;

const roomsOf = (room_state: ConversationState, search: string) =>
  orpc.rooms.list.queryOptions({
    input: {
      query: {
        room_state,
        include: 'PARTICIPANTS',
        sort: 'lastEventTimestamp,desc',
        ...(search === '' ? { size: MOST, type: 'EXTERNAL' } : { size: MOST_FOUND, search }),
      },
    },
  });

function Source({ rooms }: { rooms: readonly Room[] }) {
  const text = useText();
  const { id: me } = useCurrentUser();
  const navigate = useNavigate();
  usePaletteSource('COMMUNICATIONS_ROOMS', () =>
    rooms.map((room) => {
      // Over which the words beside it were said; a note goes over none.
      const channel = (room.lastEventPrivate ? null : room.lastEventChannelType) ?? channelOf(room);
      const name = roomName(room, text, me);
      return {
        id: room.id,
        name,
        detail: lastMessage(room, text),
        icon: room.type === 'GROUP' ? 'people' : 'comm',
        face: room.type === 'EXTERNAL' ? <CustomerAvatar room={room} size={28} /> : undefined,
        mark: channel === undefined ? null : <ChannelMark type={channel} size={16} />,
        run: () => void navigate({ to: '/communications/{-$roomId}', params: { roomId: room.id } }),
      };
    }),
  );
  return null;
}

/** The newest that one may see, of those that are called so where something is searched. */
function useRooms(search: string, enabled: boolean): readonly Room[] {
  // What was found before stands until the next is known. One by one: what asks for several together would weigh on the first screen, with
  // which it shares its libraries.
  const options = { enabled, placeholderData: keepPreviousData };
  const waiting = useQuery({ ...roomsOf('UNASSIGNED', search), ...options });
  const assigned = useQuery({ ...roomsOf('ASSIGNED', search), ...options });
  const resolved = useQuery({ ...roomsOf('RESOLVED', search), ...options });
  return enabled ? [waiting, assigned, resolved].flatMap(({ data }) => data?.content ?? []) : [];
}

interface RoomsInPaletteProps {
  typed: string;
  /** Also before anything is typed: on pages that hold no rooms. */
  withNewest: boolean;
}

/** The rooms that are called what is typed, whether a page holds them or not; and the newest. */
export function RoomsInPalette({ typed, withNewest }: RoomsInPaletteProps) {
  const [search] = useDebouncedValue(typed.trim().slice(0, ROOM_SEARCH_LIMIT), SEARCH_AFTER_MS);
  const newest = useRooms('', withNewest);
  const found = useRooms(search, search !== '');
  const rooms = new Map([...newest, ...found].map((room) => [room.id, room]));
  const newestFirst = [...rooms.values()].toSorted((a, b) => (placeOfRoom(a) < placeOfRoom(b) ? 1 : -1));
  return newestFirst.length === 0 ? null : <Source key={[...rooms.keys()].join()} rooms={newestFirst} />;
}
