import type { Conversation } from '@parley/contract';
import { type ReactNode, Suspense } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { lateParts } from '../../../late-parts.ts';
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
import { useDeedOn } from './meant-channels.ts';
import { ResolveButton } from './ResolveButton.tsx';
import { RoomHead } from './RoomHead.tsx';
import styles from './RoomHeader.module.css';
import { HeadRoom, TakeOthers, TakeOverButton, TransferButton } from './rest.ts';
import { asSentence, shortWhen } from './room-words.ts';
import { TakeButton } from './TakeButton.tsx';
import { useChosen } from './use-chosen.ts';

/** Wide screens do without it. */
const menu = lateParts(() => import('./RoomMenu.tsx'), null);
const RoomMenu = menu.late('RoomMenu');
export const loadRoomMenu = menu.load;

/**
 * Who holds the room's chosen conversation and since when; or since when it waits; or that it is resolved. In parts: a narrow head has of a colleague the
 * name alone, and of what is cut never the time.
 */
function useStanding(first: Conversation | undefined): readonly [words: ReactNode, time?: string] {
  const text = useText();
  const format = useFormat();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
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
        : text('COMMUNICATIONS_HELD_BY', { name: `\n${nameOf(holder)}\n`, time });
  // It stands last in every language.
  const [before = '', name, after] = words.slice(0, -time.length).split('\n');
  if (name === undefined && holder !== null)
    return [
      <>
        <span>{before}</span>
        <i className={styles.short} data-short={text('COMMUNICATIONS_YOU')} />
      </>,
      time,
    ];
  if (name === undefined) return [before, time];
  return [
    <>
      <span>{before}</span>
      {before === '' ? asSentence(name) : name}
      <span>{after}</span>
    </>,
    time,
  ];
}

/** Name, star, who holds the conversation and over which channels, and the one main action, which stands last. */
export function RoomHeader({ record }: { record: RoomRecord }) {
  const text = useText();
  const { me } = useCommunications();
  const { room } = record;
  const chosen = useChosen();
  const [standing, since] = useStanding(chosen);
  const deedOn = useDeedOn(room, chosen);
  const isMine = chosen?.assignedUserId === me;
  const resolves = useCan(['rooms', 'resolveOthers']) || isMine;
  const reassigns = useCan(['rooms', 'reassign']);
  const handsOn = reassigns || isMine;
  // Of several it is told of the chosen one: which of them, its channels say.
  const channels = [...new Set(chosen?.channels.map(({ channelType }) => channelType))];
  const [waiting, ...others] = waitingConversations(room).toSorted((a, b) => Number(b === chosen) - Number(a === chosen));
  // Of a colleague's, to end it is not what one looks at it for.
  const isColleagues = reassigns && !isMine && chosen?.assignedUserId != null;
  // One main action, of the chosen one: to take what waits, else to end it.
  const isHeld = waiting !== chosen || !waiting;
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
  const resolve = chosen && resolves && (
    <ResolveButton key={chosen.id} room={room} conversation={chosen} isBeside={!isHeld || isColleagues} />
  );
  const takeOver = isColleagues && (
    <Suspense fallback={null}>
      <TakeOverButton key={`to take over ${chosen.id}`} room={room} conversation={chosen} />
    </Suspense>
  );
  return (
    <RoomHead
      record={record}
      sub={
        <>
          {channels.map((type) => (
            <ChannelMark key={type} type={type} size={16} />
          ))}
          <span className={styles.standing}>
            <span data-whole>{standing}</span>
            {since}
          </span>
          <Suspense fallback={null}>
            <OthersLooking record={record} />
          </Suspense>
        </>
      }
    >
      {isHeld ? take : resolve}
      {takeOver && resolve}
      <Area name={text('COMMUNICATIONS_SNOOZE')} place="line">
        <Suspense fallback={null}>
          <SnoozeInHead room={room} />
        </Suspense>
      </Area>
      <Suspense fallback={null}>
        <HeadRoom />
        {chosen && handsOn ? <TransferButton key={`to hand over ${chosen.id}`} room={room} conversation={chosen} /> : null}
        <RoomMenu isStarred={record.membership.starred} resolves={!isHeld || isColleagues} deedOn={deedOn} />
      </Suspense>
      {isHeld ? takeOver || resolve : take}
    </RoomHead>
  );
}
