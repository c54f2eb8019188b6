import { useCallback, useEffect } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Composer } from '../composer/Composer.tsx';
import { useCommunications, useRecord, useStorePart } from '../context.ts';
import { Customer } from '../customer/Customer.tsx';
import { useGo, usePlace } from '../place.ts';
import { applyReading } from '../state/apply-reading.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import { changeState, setLookUp } from '../store.ts';
import { readRoom } from '../sync/read-room.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { TimelineSkeleton } from '../timeline/TimelineSkeleton.tsx';
import { useKeys } from '../use-keys.ts';
import { RoomHeader } from './RoomHeader.tsx';
import styles from './RoomPage.module.css';
import { RoomTabs } from './RoomTabs.tsx';
import { roomName } from './room-words.ts';

/** A room that no list has brought is read by its address. */
function useLookUp(roomId: string, record: RoomRecord | undefined) {
  const { store } = useCommunications();
  const reading = useStorePart(({ lookUps }) => lookUps.get(roomId));
  const lookUp = useCallback(async () => {
    setLookUp(store, roomId, { status: 'loading' });
    try {
      const answer = await readRoom(roomId, undefined);
      changeState(store, (state) => applyReading(state, roomId, answer, Date.now()));
      setLookUp(store, roomId, { status: 'ready' });
    } catch (problem) {
      setLookUp(store, roomId, { status: 'failed', problem });
    }
  }, [store, roomId]);
  const isMissing = record === undefined;
  useEffect(() => {
    if (isMissing) void lookUp();
  }, [isMissing, lookUp]);
  return { reading, lookUp };
}

const cannotBeSeen = (problem: unknown): boolean => problem instanceof ApiProblem && [400, 403, 404].includes(problem.status);

/** The open room on its sheet, and the customer beside it where there is room. */
export function RoomPage({ roomId }: { roomId: string }) {
  const text = useText();
  const go = useGo();
  const record = useRecord(roomId);
  const { reading, lookUp } = useLookUp(roomId, record);
  useKeys({ escape: () => go({ roomId: null, tab: 0 }) });
  if (record !== undefined) return <OpenRoom record={record} />;
  const back = (
    <button type="button" className={styles.back} onClick={() => go({ roomId: null, tab: 0 })}>
      {text('COMMUNICATIONS_BACK_TO_ROOMS')}
    </button>
  );
  return (
    <section className={styles.sheet}>
      {reading?.status !== 'failed' ? (
        <TimelineSkeleton />
      ) : cannotBeSeen(reading.problem) ? (
        <EmptyState icon="lock" title={text('COMMUNICATIONS_ROOM_GONE')} words={text('COMMUNICATIONS_ROOM_GONE_WORDS')} action={back} />
      ) : (
        <ErrorState title={text('COMMUNICATIONS_ROOM_FAILED')} problem={reading.problem} onRetry={() => void lookUp()} />
      )}
    </section>
  );
}

function OpenRoom({ record }: { record: RoomRecord }) {
  const text = useText();
  const { tab } = usePlace();
  const { room } = record;
  return (
    <>
      <section className={styles.sheet} data-tab={tab} aria-label={roomName(room, text)}>
        <RoomHeader record={record} />
        <RoomTabs record={record} />
        <div className={styles.body} role="tabpanel" id="room-panel" aria-labelledby={`room-tab-${tab}`}>
          {tab === 1 ? (
            <div className={styles.customerTab}>
              <Customer record={record} />
            </div>
          ) : (
            <>
              <Timeline key={historyOfTab(tab)} record={record} tab={tab} />
              <Composer key={`composer-${tab}`} record={record} tab={tab} />
            </>
          )}
        </div>
      </section>
      {tab === 1 ? null : (
        <aside className={styles.customer} aria-label={text('COMMUNICATIONS_TAB_CUSTOMER')}>
          <Customer record={record} />
        </aside>
      )}
    </>
  );
}
