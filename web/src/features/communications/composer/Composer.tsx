import { Suspense } from 'react';
import { isAmongColleagues, othersOf } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { GoneBar } from '../group/later.ts';
import { useActiveColleagues } from '../queries.ts';
import { StartPlace } from '../starting/later.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { chooseChannel } from '../writing.ts';
import { ChannelChooser } from './ChannelChooser.tsx';
import { ComposerBar } from './ComposerBar.tsx';
import { ComposerField } from './ComposerField.tsx';
import { mayBegin, useChannel } from './use-channel.ts';

/** Where the agent writes: to the customer, or, amber, to colleagues alone; or why neither can be done here. */
export function Composer({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const { me, store } = useCommunications();
  const { room } = record;
  const channel = useChannel(record, tab);
  const chosen = useStorePart(({ channels }) => channels.get(room.id));
  const isActive = useActiveColleagues();
  const [other] = othersOf(room, me);
  if (tab === 0 && room.type === 'INTERNAL' && other !== undefined && !isActive(other.associatedParticipantId))
    return (
      <Suspense fallback={null}>
        <GoneBar room={room} />
      </Suspense>
    );
  // Nothing can be written on it, or nowhere: what was chosen is not changed for another channel unasked.
  const isShut = channel === undefined || (channel !== null && chosen !== undefined && chosen !== channel.channelId);
  if (isShut && room.type === 'EXTERNAL' && mayBegin(room, me))
    return (
      <Suspense fallback={<ComposerBar record={record} channelId={chosen} />}>
        <StartPlace record={record} chosen={chosen} />
      </Suspense>
    );
  if (channel === undefined) return <ComposerBar record={record} channelId={chosen} />;
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
