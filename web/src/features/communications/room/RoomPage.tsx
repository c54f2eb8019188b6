import type { Room } from '@parley/contract';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { lateParts } from '../../../late-parts.ts';
import { quietly } from '../../../replaced.ts';
import { useText } from '../../../text.ts';
import { Area } from '../../../ui/Area.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { isAmongColleagues } from '../colleagues/among-colleagues.ts';
import { PlacesOfReaders, usePlacesOfReaders } from '../colleagues/readers.ts';
import { Composer } from '../composer/Composer.tsx';
import { KeptPlace } from '../composer/KeptPlace.tsx';
import { DropSurface, loadLaterParts } from '../composer/later.ts';
import { useToNotes } from '../composer/use-to-notes.ts';
import { useCommunications, useRecord, useStorePart } from '../context.ts';
import { loadDelivery } from '../delivery/later.ts';
import { picturesOf } from '../files/event-file.ts';
import { PicturesOfRoom } from '../files/PicturesOfRoom.tsx';
import { AskOfGroup, type GroupQuestion } from '../group/asking.ts';
import { GroupDialog, Members } from '../group/later.ts';
import { loadOthersLooking } from '../others/later.ts';
import { useGo, usePlace } from '../place.ts';
import { loadSaid } from '../said/later.ts';
import { AboveComposer, loadScheduled } from '../scheduled/later.ts';
import { loadSnooze } from '../snooze/later.ts';
import { loadChannelItems } from '../starting/items-later.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import { cannotBeSeen, lookUpRoom } from '../sync/look-up.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { loadSystemLines } from '../timeline/TimelineRowView.tsx';
import { TimelineSkeleton } from '../timeline/TimelineSkeleton.tsx';
import { readAhead } from '../timeline/use-history.ts';
import { RoomHead } from './RoomHead.tsx';
import { loadRoomMenu, RoomHeader } from './RoomHeader.tsx';
import styles from './RoomPage.module.css';
import { RoomTabs } from './RoomTabs.tsx';
import { ColleaguesHeader, loadRest } from './rest.ts';
import { roomName } from './room-words.ts';
import { Chosen, useChosenOf } from './use-chosen.ts';

/** Comes after the talk, which is what somebody is waiting for. */
const customer = lateParts(() => import('../customer/Customer.tsx'));
const Customer = customer.late('Customer');

/** What an open room shows beside its messages, so that none of it moves them when it comes. */
export async function preloadRest(): Promise<void> {
  await quietly(loadRest, loadSaid, loadSystemLines, loadScheduled, loadDelivery, customer.load);
  // What nobody misses before they look for it. A part that is here is drawn with the room, one that comes is drawn after it once more.
  await quietly(loadOthersLooking, loadSnooze, loadRoomMenu, goneRoom.load, loadLaterParts, loadChannelItems);
}

export { readAhead };

/** Rooms seldom go out of sight while they are open. Fetched before, it is drawn in the same moment: whoever was typing goes on in the field that it keeps. */
const goneRoom = lateParts(() => import('./GoneRoom.tsx'));
const Gone = goneRoom.late('GoneRoom');
const OutOfSight = goneRoom.late('OutOfSight');

/** Whom the room is about: its customer, or the colleagues in it. */
const besideName = (record: RoomRecord) => (isAmongColleagues(record.room) ? 'COMMUNICATIONS_TAB_MEMBERS' : 'COMMUNICATIONS_TAB_CUSTOMER');

function BesideTheTalk({ record, alone = false }: { record: RoomRecord; alone?: boolean }) {
  const text = useText();
  return (
    <Area name={text(besideName(record))}>
      <Suspense fallback={<SkeletonRows rows={3} />}>
        {isAmongColleagues(record.room) ? <Members record={record} /> : <Customer record={record} alone={alone} />}
      </Suspense>
    </Area>
  );
}

/** A room that no list has brought is read by its address. */
function useLookUp(roomId: string, record: RoomRecord | undefined) {
  const { store } = useCommunications();
  const reading = useStorePart(({ lookUps }) => lookUps.get(roomId));
  const wasHeld = useRef(false);
  if (record !== undefined) wasHeld.current = true;
  const lookUp = useCallback(() => lookUpRoom(store, roomId), [store, roomId]);
  const gone = useStorePart(({ state }) => state.gone.get(roomId));
  // What goes out of sight while it is open is known to be gone; whoever comes back to it asks whether it is.
  const isMissing = record === undefined && (gone === undefined || !wasHeld.current);
  useEffect(() => {
    if (isMissing) void lookUp();
  }, [isMissing, lookUp]);
  return { reading, lookUp, gone };
}

/** The open room on its sheet, and the customer beside it where there is room; over it what is asked about a group, which outlives its sight. */
export function RoomPage({ roomId }: { roomId: string }) {
  const record = useRecord(roomId);
  const [asked, setAsked] = useState<{ question: GroupQuestion; room: Room } | null>(null);
  const ask = (question: GroupQuestion) => setAsked(record === undefined ? null : { question, room: record.room });
  return (
    <AskOfGroup value={ask}>
      <RoomOrWhyNot roomId={roomId} />
      {asked === null ? null : (
        <Suspense fallback={null}>
          <GroupDialog
            question={asked.question}
            room={record?.room ?? asked.room}
            isGone={record === undefined}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </AskOfGroup>
  );
}

function RoomOrWhyNot({ roomId }: { roomId: string }) {
  const text = useText();
  const go = useGo();
  const record = useRecord(roomId);
  const { reading, lookUp, gone } = useLookUp(roomId, record);
  useCommand('room.close', () => go({ roomId: null, tab: 0 }));
  useEffect(() => void quietly(goneRoom.load), []);
  if (record !== undefined) return <OpenRoom record={record} />;
  if (gone !== undefined && (reading === undefined || reading.status !== 'loading'))
    return (
      <Suspense fallback={<TimelineSkeleton />}>
        <Gone gone={gone} />
      </Suspense>
    );
  const back = (
    <button type="button" className={styles.back} onClick={() => go({ roomId: null, tab: 0 })}>
      {text('COMMUNICATIONS_BACK_TO_ROOMS')}
    </button>
  );
  return (
    <section className={styles.sheet} data-covers-bars>
      {reading?.status !== 'failed' ? (
        <TimelineSkeleton />
      ) : cannotBeSeen(reading.problem) ? (
        <Suspense fallback={<TimelineSkeleton />}>
          <OutOfSight back={back} />
        </Suspense>
      ) : (
        <ErrorState title={text('COMMUNICATIONS_ROOM_FAILED')} problem={reading.problem} onRetry={() => void lookUp()} />
      )}
    </section>
  );
}

/** What is said in a tab, and where one writes into it. */
function Talk({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const text = useText();
  const { events } = record[historyOfTab(tab)];
  const pictures = useMemo(() => picturesOf(events), [events]);
  const readers = usePlacesOfReaders(record);
  return (
    <PicturesOfRoom pictures={pictures}>
      <Area name={text('COMMUNICATIONS_TIMELINE')}>
        <PlacesOfReaders value={readers}>
          <Timeline record={record} tab={tab} />
        </PlacesOfReaders>
      </Area>
      <Area name={text('COMMUNICATIONS_COMPOSER_AREA')} place="line">
        {tab === 0 && record.room.type === 'EXTERNAL' ? (
          <Suspense fallback={null}>
            <AboveComposer room={record.room} />
          </Suspense>
        ) : null}
        {tab === 0 && record.room.type === 'EXTERNAL' ? <KeptPlace record={record} /> : null}
        <Composer record={record} tab={tab} />
      </Area>
    </PicturesOfRoom>
  );
}

function OpenRoom({ record }: { record: RoomRecord }) {
  const text = useText();
  const { tab } = usePlace();
  const { me } = useCommunications();
  const { room } = record;
  const chosen = useChosenOf(record);
  const isColleagues = isAmongColleagues(room);
  const hasNotes = !isColleagues || room.privateCount > 0;
  const sheet = useRef<HTMLElement>(null);
  const go = useGo();
  const toNotes = useToNotes(room.id);
  useCommand('room.conversation', tab === 0 ? null : () => go({ tab: 0 }));
  useCommand('room.customer', tab === 1 ? null : () => go({ tab: 1 }));
  useCommand('room.note', isColleagues ? null : toNotes);
  // An address of a tab that this room does not have.
  useEffect(() => {
    if (tab === 2 && !hasNotes) go({ tab: 0 }, { replace: true });
  });
  return (
    <Chosen value={chosen}>
      <section
        ref={sheet}
        className={styles.sheet}
        data-covers-bars
        data-tab={tab}
        // As SnoozeInHead shows it: a selector that looks for it would be asked for everything that is drawn in here.
        data-snoozed={chosen?.assignedUserId != null && chosen.snooze !== null}
        aria-label={roomName(room, text, me)}
      >
        <Area name={text('COMMUNICATIONS_ROOM_HEADER')} place="line">
          {isColleagues ? (
            <Suspense fallback={<RoomHead record={record} />}>
              <ColleaguesHeader record={record} />
            </Suspense>
          ) : (
            <RoomHeader record={record} />
          )}
        </Area>
        <RoomTabs record={record} />
        <div className={styles.body} role="tabpanel" id="room-panel" aria-labelledby={`room-tab-${tab}`}>
          {tab === 1 ? (
            <div className={styles.customerTab}>
              <BesideTheTalk record={record} alone />
            </div>
          ) : (
            <Talk key={historyOfTab(tab)} record={record} tab={tab} />
          )}
        </div>
        {tab === 1 ? null : (
          <Suspense fallback={null}>
            <DropSurface record={record} tab={tab} room={sheet} />
          </Suspense>
        )}
      </section>
      {tab === 1 ? null : (
        <aside className={styles.customer} aria-label={text(besideName(record))}>
          <BesideTheTalk record={record} />
        </aside>
      )}
    </Chosen>
  );
}
