import { messagingState, type Room, type RoomChannel } from '@parley/contract';
import { isAmongColleagues, othersOf } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useActiveColleagues } from '../queries.ts';
import { draftsOfRooms } from '../state/drafts.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { chooseChannel } from '../writing.ts';
import { ChannelChooser } from './ChannelChooser.tsx';
import { ComposerBar } from './ComposerBar.tsx';
import { ComposerField } from './ComposerField.tsx';
import { GoneBar } from './GoneBar.tsx';
import { internalChannel } from './internal-channel.ts';

const latestFirst = (a: RoomChannel, b: RoomChannel): number => b.timestamp.localeCompare(a.timestamp);

/** The channel that an answer goes out on: the chosen one while it can be used, else the usable one used last. */
export function channelFor(room: Room, me: string, chosen: string | null): RoomChannel | undefined {
  if (isAmongColleagues(room)) return internalChannel(room);
  const usable = room.channels.filter((channel) => messagingState(channel, room, me).enabled).toSorted(latestFirst);
  return usable.find(({ channelId }) => channelId === chosen) ?? usable[0];
}

/** What is written in a tab of a room goes out on it: null for notes, undefined where none can be used. */
export function useChannel({ room }: RoomRecord, tab: 0 | 2): RoomChannel | null | undefined {
  const { me } = useCommunications();
  const chosen = useStorePart(({ channels }) => channels.get(room.id));
  const begun = useStorePart(({ drafts }) => draftsOfRooms(drafts).get(room.id)?.channelId ?? null);
  return tab === 2 ? null : channelFor(room, me, chosen ?? begun);
}

/** Where the agent writes: to the customer, or, amber, to colleagues alone; or why neither can be done here. */
export function Composer({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const { me, store } = useCommunications();
  const { room } = record;
  const channel = useChannel(record, tab);
  const isActive = useActiveColleagues();
  const [other] = othersOf(room, me);
  if (tab === 0 && room.type === 'INTERNAL' && other !== undefined && !isActive(other.associatedParticipantId))
    return <GoneBar room={room} />;
  if (channel === undefined) return <ComposerBar record={record} />;
  const choose = (channelId: string) => chooseChannel(store, room.id, channelId);
  return (
    <ComposerField
      record={record}
      tab={tab}
      channel={channel}
      chooser={channel === null || isAmongColleagues(room) ? null : <ChannelChooser room={room} chosen={channel} onChoose={choose} />}
    />
  );
}
