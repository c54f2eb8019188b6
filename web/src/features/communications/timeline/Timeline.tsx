import { Suspense, useMemo, useState } from 'react';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useCommunications, useStorePart } from '../context.ts';
import { EmptyTalk, LiveWords } from '../room/rest.ts';
import { isLoaded } from '../state/history.ts';
import type { PendingSend } from '../state/pending.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import { loadAgain, loadNewest } from '../sync/history.ts';
import { Strip } from './Strip.tsx';
import styles from './Timeline.module.css';
import { TimelineRows } from './TimelineRows.tsx';
import { TimelineSkeleton } from './TimelineSkeleton.tsx';
import { timelineRows } from './timeline-items.ts';
import { useHistory } from './use-history.ts';
import { useNewAfter } from './use-new-after.ts';
import { useSettled } from './use-settled.ts';

const none: readonly PendingSend[] = [];

/** What was said in a tab, oldest above; the newest end is where the reader begins unless something new stands above it. */
export function Timeline({ record, tab }: { record: RoomRecord; tab: 0 | 2 }) {
  const text = useText();
  const format = useFormat();
  const { me, store } = useCommunications();
  const name = historyOfTab(tab);
  const { id: roomId, privateCount: notes } = record.room;
  const history = record[name];
  const isSettled = useSettled(record, tab, isLoaded(history));
  const loaded = isLoaded(history) && isSettled;
  const { reading, eventId, isAway } = useHistory(record, tab);
  const sends = useStorePart(({ state }) => state.pending.get(roomId)) ?? none;
  const newAfter = useNewAfter(record, tab);
  const [keys] = useState(() => new Map<string, string>());

  const rows = useMemo(() => {
    const pending = history.newer ? none : sends.filter(({ kind }) => (kind === 'Note') === (tab === 2));
    return timelineRows({
      events: history.events,
      pending,
      me,
      newAfterNo: newAfter.number,
      isPrivate: tab === 2,
      notes: history.newer ? 0 : notes,
      dayOf: format.dayKey,
      keys,
    });
  }, [history, sends, me, newAfter.number, tab, notes, format, keys]);

  if (!loaded && reading?.status === 'failed') {
    return (
      <ErrorState
        title={text('COMMUNICATIONS_ROOM_FAILED')}
        problem={reading.problem}
        onRetry={() => (eventId === null ? void loadNewest(store, roomId, name) : loadAgain(store, roomId, name))}
      />
    );
  }
  return (
    <>
      {loaded && rows.length > 0 ? (
        <TimelineRows
          record={record}
          tab={tab}
          rows={rows}
          sends={sends}
          reading={reading}
          eventId={eventId}
          isAway={isAway}
          onUp={newAfter.setUp}
        />
      ) : (
        <>
          {loaded ? (
            <div className={styles.empty}>
              <Suspense fallback={null}>
                <EmptyTalk room={record.room} tab={tab} />
              </Suspense>
            </div>
          ) : (
            <TimelineSkeleton />
          )}
          <Strip record={record} tab={tab} isUp={false} onDown={() => undefined} />
        </>
      )}
      {loaded ? (
        <Suspense fallback={null}>
          <LiveWords record={record} tab={tab} />
        </Suspense>
      ) : null}
    </>
  );
}
