import { type ChannelType, countsMissed, missedCount } from '@parley/contract';
import { type CSSProperties, lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { usePaletteSource } from '../../commands/active.ts';
import { setTitleCount } from '../../frame/page-title.ts';
import { useConnection } from '../../realtime/connection.tsx';
import { quietly } from '../../replaced.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import { Area } from '../../ui/Area.tsx';
import { ChannelMark } from '../../ui/ChannelMark.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ColumnGrip, useColumnWidth } from './ColumnGrip.tsx';
import styles from './CommunicationsPage.module.css';
import { CommunicationsContext, useCommunications, useStorePart } from './context.ts';
import { CustomerAvatar } from './customer/CustomerAvatar.tsx';
import { ColleagueNames, ColleaguePictures, useColleagueName } from './names.ts';
import { useGo, usePlace } from './place.ts';
import { useColleagueNames, useColleaguePictures, useColleaguesInStep, useFailedReadAgain } from './queries.ts';
import { RoomPlace } from './room/RoomPlace.tsx';
import { loadRoomPart } from './room/room-part.ts';
import { channelOf, lastWords, roomName } from './room/room-words.ts';
import { RoomList } from './rooms/RoomList.tsx';
import { newestFirst } from './state/lists.ts';
import type { CommunicationsState } from './state/state.ts';
import { roomsStore, setOpenRoom, setWritesIn } from './store.ts';
import { startSync } from './sync/sync.ts';
import { readWhileLost } from './sync/while-lost.ts';
import { useSwipe } from './use-swipe.ts';

/** Comes after the first screen: nothing is offered before something was done. */
const OfferPlace = lazy(async () => ({ default: (await import('./bulk/OfferPlace.tsx')).OfferPlace }));

/** Rooms, the open room, and its customer. At phone width one of them at a time. */
export function CommunicationsPage() {
  const { id: me } = useCurrentUser();
  const { state, send, tell, subscribe, onOpen } = useConnection();
  const store = roomsStore(me);
  const line = useMemo(() => ({ send, tell, subscribe, onOpen }), [send, tell, subscribe, onOpen]);
  useEffect(() => startSync(store, line), [store, line]);
  const isLost = state !== 'open';
  useEffect(() => (isLost ? readWhileLost(store) : undefined), [isLost, store]);
  useFailedReadAgain(line);
  useColleaguesInStep(line);
  const communications = useMemo(() => ({ me, store, line }), [me, store, line]);
  const names = useColleagueNames();
  const pictures = useColleaguePictures();
  return (
    <CommunicationsContext value={communications}>
      <ColleagueNames value={names}>
        <ColleaguePictures value={pictures}>
          <Columns />
          <Suspense fallback={null}>
            <OfferPlace />
          </Suspense>
        </ColleaguePictures>
      </ColleagueNames>
    </CommunicationsContext>
  );
}

/** Customers' rooms in which I missed something: those that the lists show. */
function missedRooms({ rooms, me }: CommunicationsState): number {
  const known = missedIn.get(rooms);
  if (known !== undefined) return known;
  const missed = [...rooms.values()].filter(
    ({ room, membership }) =>
      room.type === 'EXTERNAL' && room.state !== 'RESOLVED' && countsMissed(room, membership, me) && missedCount(room, membership, me) > 0,
  ).length;
  missedIn.set(rooms, missed);
  return missed;
}

/** Asked after every change of the store and with every drawing, and the rooms are often the same. */
const missedIn = new WeakMap<CommunicationsState['rooms'], number>();

const markOf = (type: ChannelType | undefined) => (type === undefined ? null : <ChannelMark type={type} size={16} />);

/** Rooms that this page holds, newest first, for the palette. */
function useRoomsInPalette(): void {
  const text = useText();
  const go = useGo();
  const { store, me } = useCommunications();
  const nameOf = useColleagueName();
  usePaletteSource('COMMUNICATIONS_ROOMS', () =>
    [...store.getState().state.rooms.values()]
      .filter(({ room }) => room.type === 'EXTERNAL')
      .toSorted(newestFirst)
      .map(({ room }) => ({
        id: room.id,
        name: roomName(room, text),
        detail: lastWords(room, me, text, nameOf),
        icon: 'comm',
        face: <CustomerAvatar room={room} size={28} />,
        mark: markOf(channelOf(room)),
        run: () => {
          // Whoever names a room goes there to answer.
          setWritesIn(store, room.id);
          go({ roomId: room.id, tab: 0 });
        },
      })),
  );
}

/** The open room's code comes as soon as the list stands, so that no click waits for it. */
function useRoomPartSoon(): void {
  const isListed = useStorePart(({ lists }) => lists.mine !== undefined && lists.mine.reading.status !== 'loading');
  useEffect(() => {
    if (isListed) void quietly(loadRoomPart);
  }, [isListed]);
}

function Columns() {
  const text = useText();
  useRoomsInPalette();
  useRoomPartSoon();
  const { store } = useCommunications();
  const { roomId, tab, show } = usePlace();
  useEffect(() => setOpenRoom(store, roomId, tab), [store, roomId, tab]);
  useEffect(() => () => setOpenRoom(store, null, 0), [store]);
  const [width, setWidth] = useColumnWidth();
  const missed = useStorePart(({ state }) => missedRooms(state));
  useEffect(() => {
    setTitleCount(missed);
    return () => setTitleCount(0);
  }, [missed]);
  const page = useRef<HTMLDivElement>(null);
  useSwipe(page);
  const view = roomId === null ? 'list' : tab === 1 ? 'customer' : 'room';
  return (
    <div ref={page} className={styles.page} data-view={view} style={{ '--rooms-width': `${width}px` } as CSSProperties}>
      <aside className={styles.rooms} aria-label={text('COMMUNICATIONS_ROOMS')}>
        <Area name={text('COMMUNICATIONS_ROOMS')} shows={show}>
          <RoomList />
        </Area>
      </aside>
      <ColumnGrip width={width} onWidth={setWidth} />
      {roomId === null ? (
        <section className={styles.none}>
          <EmptyState icon="comm" title={text('COMMUNICATIONS_NONE_CHOSEN')} words={text('COMMUNICATIONS_NONE_CHOSEN_WORDS')} />
        </section>
      ) : (
        <Area key={roomId} name={text('COMMUNICATIONS_ROOM')} shows={tab}>
          <RoomPlace roomId={roomId} />
        </Area>
      )}
    </div>
  );
}
