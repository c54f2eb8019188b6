import { Suspense, useEffect } from 'react';
import { isAmongColleagues, othersOf } from '../colleagues/among-colleagues.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { GoneBar } from '../group/later.ts';
import { useActiveColleagues } from '../queries.ts';
import { ComposerBar } from '../room/rest.ts';
import { StartPlace } from '../starting/later.ts';
import { holdsConversation } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { chooseChannel, standOn } from '../writing.ts';
import { ChannelChooser } from './ChannelChooser.tsx';
import styles from './Composer.module.css';
import { ComposerField } from './ComposerField.tsx';
import { EmailCommands } from './email/later.ts';
import { spokenOf } from './spoken-of.ts';
import { isOwn, mayBegin, useChannel, useWanted } from './use-channel.ts';

/** Where the agent writes: to the customer, or, amber, to colleagues alone; or why neither can be done here. */
export function Composer({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const { me, store } = useCommunications();
  const { room } = record;
  const channel = useChannel(record, tab);
  const wanted = useWanted(room);
  const isWaitedFor = useStorePart(({ writesIn }) => writesIn?.roomId === room.id);
  const isOther = channel != null && wanted !== undefined && wanted !== channel.channelId;
  // Nothing can be written on it, or nowhere: unasked it is changed for no channel but one on which the reader holds a conversation.
  const isShut = channel === undefined || (isOther && !isOwn(channel, room, me));
  const turnsTo = isOther && !isShut ? channel.channelId : undefined;
  const writesOn = isShut ? undefined : channel?.channelId;
  // They took what is talked on elsewhere, or the customer has begun anew there and they hold nothing here.
  const isOver = room.state !== 'RESOLVED' && !holdsConversation(room, me) && spokenOf(room, me, wanted) === undefined;
  const isLeft = isShut && (isWaitedFor || isOver);
  useEffect(() => {
    if (turnsTo !== undefined) chooseChannel(store, room.id, turnsTo);
    if (writesOn !== undefined || isLeft) standOn(store, room.id, writesOn);
  }, [store, room.id, writesOn, isLeft, turnsTo]);
  const isActive = useActiveColleagues();
  const [other] = othersOf(room, me);
  if (tab === 0 && room.type === 'INTERNAL' && other !== undefined && !isActive(other.associatedParticipantId))
    return (
      <Suspense fallback={null}>
        <GoneBar room={room} />
      </Suspense>
    );
  const bar = (
    <Suspense fallback={<div className={styles.closed} />}>
      <ComposerBar record={record} channelId={wanted} />
    </Suspense>
  );
  if (isShut && room.type === 'EXTERNAL' && mayBegin(room, me))
    return (
      <Suspense fallback={bar}>
        <StartPlace record={record} wanted={wanted} />
      </Suspense>
    );
  if (channel === undefined) return bar;
  const choose = (channelId: string) => chooseChannel(store, room.id, channelId);
  return (
    <>
      {channel !== null && room.channels.some(({ channelType }) => channelType === 'EMAIL') ? (
        <Suspense fallback={null}>
          <EmailCommands record={record} />
        </Suspense>
      ) : null}
      <ComposerField
        record={record}
        tab={tab}
        channel={channel}
        chooser={channel === null || isAmongColleagues(room) ? null : <ChannelChooser room={room} chosen={channel} onChoose={choose} />}
      />
    </>
  );
}
