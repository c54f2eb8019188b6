import type { Conversation, Room } from '@parley/contract';
import { lazy, Suspense } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useCan } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Area } from '../../../ui/Area.tsx';
import { ChannelMark } from '../../../ui/ChannelMark.tsx';
import { useBeingResolved } from '../bulk/being-resolved.ts';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import { OthersLooking } from '../others/later.ts';
import { SnoozeInHead } from '../snooze/later.ts';
import { waitingConversations, waitingSince } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { TakeOverButton } from '../transfer/later.ts';
import { ResolveButton } from './ResolveButton.tsx';
import { RoomHead } from './RoomHead.tsx';
import styles from './RoomHeader.module.css';
import { TakeOthers } from './rest.ts';
import { asSentence, openConversations, shortWhen } from './room-words.ts';
import { TakeButton } from './TakeButton.tsx';
import { TransferButton } from './TransferButton.tsx';

/** Wide screens do without it. */
const RoomMenu = lazy(async () => ({ default: (await import('./RoomMenu.tsx')).RoomMenu }));

/** Who holds the room's conversation and since when; or since when it waits; or that it is resolved. In two parts: of a narrow head the first is cut, never the time. */
function useStanding(room: Room): readonly [words: string, time?: string] {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const [first] = openConversations(room, me);
  const isUnderWay = useBeingResolved((ids) => first !== undefined && ids.has(first.id));
  if (first === undefined) return [text('COMMUNICATIONS_IS_RESOLVED')];
  const { assignedUserId: holder } = first;
  if (isUnderWay && holder !== null) return [text('COMMUNICATIONS_IS_BEING_RESOLVED')];
  const time = shortWhen(holder === null ? waitingSince(first) : (first.assignedSince ?? first.modifiedAt), serverNow(), text, format);
  const words =
    holder === null
      ? text('COMMUNICATIONS_WAITING_SINCE', { time })
      : holder === me
        ? text('COMMUNICATIONS_HELD_BY_YOU', { time })
        : asSentence(text('COMMUNICATIONS_HELD_BY', { name: nameOf(holder), time }));
  // It stands last in every language.
  return [words.slice(0, -time.length), time];
}

/** The conversation that Resolve is about: one that I hold; for those who may, also a colleague's or one that waits. */
function useResolvable(room: Room): Conversation | undefined {
  const { me } = useCommunications();
  const resolvesOthers = useCan(['rooms', 'resolveOthers']);
  return openConversations(room, me).find(({ assignedUserId }) => assignedUserId === me || resolvesOthers);
}

/** The conversation that may be handed on: one that I hold; for those who may, any that is open. */
function useTransferable(room: Room): Conversation | undefined {
  const { me } = useCommunications();
  const reassigns = useCan(['rooms', 'reassign']);
  return openConversations(room, me).find(({ assignedUserId }) => assignedUserId === me || reassigns);
}

/** Name, star, who holds the conversation and over which channels, and the one main action, which stands last. */
export function RoomHeader({ record }: { record: RoomRecord }) {
  const text = useText();
  const { me } = useCommunications();
  const { room } = record;
  const [standing, since] = useStanding(room);
  const resolvable = useResolvable(room);
  const transferable = useTransferable(room);
  // Of several it is told of the first: which of them, its channels say.
  const [first] = openConversations(room, me);
  const channels = [...new Set(first?.channels.map(({ channelType }) => channelType))];
  const [waiting, ...others] = waitingConversations(room);
  const holder = first?.assignedUserId ?? null;
  const reassigns = useCan(['rooms', 'reassign']);
  // Of a colleague's, to end it is not what one looks at it for.
  const colleagues = reassigns && holder !== null && holder !== me ? first : undefined;
  // One main action: to end what I hold, else to take what waits.
  const isHeld = waiting === undefined || holder === me;
  const take = waiting && (
    <>
      {others.length === 0 ? null : (
        <Suspense fallback={null}>
          <TakeOthers room={room} conversations={others} />
        </Suspense>
      )}
      <TakeButton key={waiting.id} room={room} conversation={waiting} isBeside={isHeld} />
    </>
  );
  const resolve = resolvable && (
    <ResolveButton key={resolvable.id} room={room} conversation={resolvable} isBeside={!isHeld || colleagues !== undefined} />
  );
  const takeOver = colleagues ? (
    <Suspense fallback={null}>
      <TakeOverButton key={colleagues.id} room={room} conversation={colleagues} isBeside={waiting !== undefined} />
    </Suspense>
  ) : null;
  return (
    <RoomHead
      record={record}
      sub={
        <>
          {channels.map((type) => (
            <ChannelMark key={type} type={type} size={16} />
          ))}
          <span className={styles.standing}>
            <span>{standing}</span>
            {since}
          </span>
          <Suspense fallback={null}>
            <OthersLooking record={record} />
          </Suspense>
        </>
      }
    >
      {isHeld && !colleagues ? take : resolve}
      {waiting && takeOver}
      <Area name={text('COMMUNICATIONS_SNOOZE')} place="line">
        <Suspense fallback={null}>
          <SnoozeInHead room={room} />
        </Suspense>
      </Area>
      {transferable === undefined ? null : <TransferButton room={room} conversation={transferable} />}
      <Suspense fallback={null}>
        <RoomMenu isStarred={record.membership.starred} resolves={!isHeld || colleagues !== undefined} />
      </Suspense>
      {isHeld ? (takeOver ?? resolve) : take}
    </RoomHead>
  );
}
