import { type CSSProperties, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { afterwards } from '../../afterwards.ts';
import { lateParts } from '../../late-parts.ts';
import { useConnection } from '../../realtime/connection.tsx';
import { quietly } from '../../replaced.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import { Area } from '../../ui/Area.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './CommunicationsPage.module.css';
import { usePresenceInStep } from './colleagues/presence.ts';
import { CommunicationsContext, useCommunications, useStorePart } from './context.ts';
import { ColleagueNames, ColleaguePictures } from './names.ts';
import { useFirst, useGo, usePlace } from './place.ts';
import { useColleagueNames, useColleaguePictures, useColleaguesInStep, useFailedReadAgain } from './queries.ts';
import { RoomPlace } from './room/RoomPlace.tsx';
import { loadRoomPart } from './room/room-part.ts';
import { RoomList } from './rooms/RoomList.tsx';
import { roomsStore, setOpenRoom } from './store.ts';
import type { startSoon } from './sync/soon.ts';
import { startSync } from './sync/sync.ts';
import { readWhileLost } from './sync/while-lost.ts';
import { useColumnWidth } from './use-column-width.ts';
import { useSwipe } from './use-swipe.ts';

/** Comes after the first screen: nothing is offered before something was done. */
const OfferPlace = lateParts(() => import('./bulk/OfferPlace.tsx'), null).late('OfferPlace');

/** Until it comes the palette asks the server for rooms. Its words come with the palette. */
const RoomsForPalette = lateParts(() => import('./rooms/RoomsForPalette.tsx'), null).late('RoomsForPalette');

const ColumnGrip = lateParts(() => import('./ColumnGrip.tsx'), null).late('ColumnGrip');

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
  usePresenceInStep(line);
  const communications = useMemo(() => ({ me, store, line }), [me, store, line]);
  const names = useColleagueNames();
  const pictures = useColleaguePictures();
  return (
    <CommunicationsContext value={communications}>
      <ColleagueNames value={names}>
        <ColleaguePictures value={pictures}>
          <Columns />
        </ColleaguePictures>
      </ColleagueNames>
    </CommunicationsContext>
  );
}

const stays = () => undefined;

/** What the page does without: where it does not come, or breaks, the rest stays as it is; it is tried again whenever the connection changes. */
const Beside = ({ children }: { children: ReactNode }) => (
  <Area name="" shows={useConnection().state} onBroken={stays}>
    <Suspense fallback={null}>{children}</Suspense>
  </Area>
);

/** Whether the list stands on the screen; what comes after that does not delay it. */
function useIsShown(): boolean {
  const isListed = useStorePart(({ lists }) => lists.mine !== undefined && lists.mine.reading.status !== 'loading');
  const [isShown, setShown] = useState(false);
  useEffect(() => (isListed ? afterwards(() => setShown(true)) : undefined), [isListed]);
  return isShown;
}

/** Whoever comes to a room, by whichever way, finds it in the list beside it: customers' rooms and those of colleagues stand apart. */
function useAsideOfRoom(): void {
  const go = useGo();
  const { roomId, show, eventId } = usePlace();
  const first = useFirst();
  const type = useStorePart(({ state }) => (roomId === null ? undefined : state.rooms.get(roomId)?.room.type));
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (type === undefined || roomId === followed.current) return;
    followed.current = roomId;
    const isInternal = type !== 'EXTERNAL';
    if (isInternal !== (show === 'internal')) go({ show: isInternal ? 'internal' : first, eventId }, { replace: true });
  }, [type, roomId, show, first, eventId, go]);
}

/**
 * Once the list stands on the screen: the open room's code, so that no click waits for it, and what keeps drafts, and what is to be sent later, the same
 * in all windows. A part that did not come is asked for again with the next connection.
 */
function useRestSoon(isShown: boolean): void {
  const { store, line } = useCommunications();
  const isOpen = useConnection().state === 'open';
  const [sync, setSync] = useState<{ startSoon: typeof startSoon } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection is a new chance.
  useEffect(() => {
    if (isShown && sync === null) void quietly(loadRoomPart, () => import('./sync/soon.ts').then(setSync));
  }, [isShown, isOpen, sync]);
  useEffect(() => sync?.startSoon(store, line), [sync, store, line]);
}

function Columns() {
  const text = useText();
  const isShown = useIsShown();
  useRestSoon(isShown);
  const { store } = useCommunications();
  const { roomId, tab, show } = usePlace();
  useEffect(() => setOpenRoom(store, roomId, tab), [store, roomId, tab]);
  useEffect(() => () => setOpenRoom(store, null, 0), [store]);
  const [width, setWidth] = useColumnWidth();
  useAsideOfRoom();
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
      <div className={styles.gap}>
        {isShown ? (
          <Beside>
            <ColumnGrip width={width} onWidth={setWidth} />
          </Beside>
        ) : null}
      </div>
      {roomId === null ? (
        <section className={styles.none}>
          <EmptyState icon="comm" title={text('COMMUNICATIONS_NONE_CHOSEN')} words={text('COMMUNICATIONS_NONE_CHOSEN_WORDS')} />
        </section>
      ) : (
        <Area key={roomId} name={text('COMMUNICATIONS_ROOM')} shows={tab}>
          <RoomPlace roomId={roomId} />
        </Area>
      )}
      {isShown ? (
        <Beside>
          <RoomsForPalette />
          <OfferPlace />
        </Beside>
      ) : null}
    </div>
  );
}
