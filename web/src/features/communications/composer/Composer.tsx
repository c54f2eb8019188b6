import { messagingState, type Room, type RoomChannel } from '@parley/contract';
import { isAmongColleagues, othersOf } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { useActiveColleagues } from '../queries.ts';
import { draftKey, emptyDraft } from '../state/drafts.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { setDraft } from '../store.ts';
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

/** Where the agent writes: to the customer, or, amber, to colleagues alone; or why neither can be done here. */
export function Composer({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const { me, store } = useCommunications();
  const { room } = record;
  const key = draftKey(me, room.id, tab);
  const draft = useStorePart(({ drafts }) => drafts.get(key)) ?? emptyDraft;
  const isActive = useActiveColleagues();
  if (tab === 2) return <ComposerField record={record} tab={2} channel={null} draftKey={key} draft={draft} chooser={null} />;
  const channel = channelFor(room, me, draft.channelId);
  const [other] = othersOf(room, me);
  if (room.type === 'INTERNAL' && other !== undefined && !isActive(other.associatedParticipantId)) return <GoneBar room={room} />;
  if (channel === undefined) return <ComposerBar record={record} />;
  const choose = (channelId: string) => setDraft(store, key, { channelId });
  return (
    <ComposerField
      record={record}
      tab={0}
      channel={channel}
      draftKey={key}
      draft={draft}
      chooser={isAmongColleagues(room) ? null : <ChannelChooser room={room} chosen={channel} onChoose={choose} />}
    />
  );
}
