import { Suspense } from 'react';
import { type TextKey, useText } from '../../../text.ts';
import { Area } from '../../../ui/Area.tsx';
import { useCommunications } from '../context.ts';
import type { PendingSend } from '../state/pending.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import type { HistoryReading } from '../store.ts';
import { loadAgain } from '../sync/history.ts';
import { Strip } from './Strip.tsx';
import styles from './Timeline.module.css';
import { DayOnTop, MessageWalk, TimelineRowView } from './TimelineRowView.tsx';
import { eventsOf, type TimelineRow } from './timeline-items.ts';
import { useForgetEvent } from './use-history.ts';
import { useTimelineScroll } from './use-timeline-scroll.ts';

interface TimelineRowsProps {
  record: RoomRecord;
  tab: 0 | 2;
  rows: readonly TimelineRow[];
  sends: readonly PendingSend[];
  reading: HistoryReading | undefined;
  eventId: string | null;
  isAway: boolean;
  onUp: (isUp: boolean) => void;
}

const failures = {
  older: 'COMMUNICATIONS_EARLIER_FAILED',
  newer: 'COMMUNICATIONS_LATER_FAILED',
  newest: 'COMMUNICATIONS_LATER_FAILED',
  around: 'COMMUNICATIONS_EVENT_FAILED',
} as const satisfies Record<string, TextKey>;

const loadings = {
  older: 'COMMUNICATIONS_EARLIER_LOADING',
  newest: 'COMMUNICATIONS_LATER_LOADING',
  around: 'COMMUNICATIONS_EVENT_LOADING',
} as const satisfies Record<string, TextKey>;

/** What is said of a reading under way: pages that come ahead of need are not spoken of. */
function loadingOf(reading: HistoryReading | undefined, isAtStart: boolean): TextKey | null {
  if (reading?.status !== 'loading' || reading.at === 'newer') return null;
  return reading.at === 'older' && !isAtStart ? null : loadings[reading.at];
}

/** The rows of a timeline; only those near the screen are drawn. */
export function TimelineRows({ record, tab, rows, sends, reading, eventId, isAway, onUp }: TimelineRowsProps) {
  const text = useText();
  const { store } = useCommunications();
  const name = historyOfTab(tab);
  const onLeft = useForgetEvent(eventId);
  const status = reading?.status ?? 'ready';
  const scroll = useTimelineScroll({ record, tab, rows, sends, status, onUp, eventId, isAway, onLeft });
  const loading = loadingOf(reading, scroll.isAtStart);
  return (
    <>
      <div className={styles.frame}>
        {reading?.status === 'failed' ? (
          <p className={styles.trouble} role="alert">
            {text(failures[reading.at])}
            <button type="button" onClick={() => loadAgain(store, record.room.id, name)}>
              {text('FRAME_TRY_AGAIN')}
            </button>
          </p>
        ) : null}
        {loading === null ? null : (
          <p className={styles.earlier} role="status">
            {text(loading)}
          </p>
        )}
        <Suspense fallback={null}>
          <DayOnTop scroller={scroll.scroller} rows={rows} />
          <MessageWalk scroller={scroll.scroller} rows={rows} focusRow={scroll.focusRow} />
        </Suspense>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className={styles.scroller} ref={scroll.scroller} tabIndex={0} aria-label={text('COMMUNICATIONS_TIMELINE')} data-timeline>
          <ol className={styles.canvas} style={{ height: scroll.height }}>
            {scroll.virtual.map(({ index, key, start }) => {
              const row = rows[index];
              const isMarked = scroll.marked !== null && row !== undefined && eventsOf(row).some(({ id }) => id === scroll.marked);
              return row === undefined ? null : (
                <li
                  key={key}
                  tabIndex={-1}
                  ref={scroll.measure}
                  data-index={index}
                  data-row={row.key}
                  data-marked={isMarked}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Area name={text('COMMUNICATIONS_TIMELINE_ROW')} shows={row} place="line">
                    <TimelineRowView row={row} record={record} isMarked={isMarked} />
                  </Area>
                </li>
              );
            })}
          </ol>
        </section>
      </div>
      <Strip record={record} tab={tab} isUp={scroll.isUp} onDown={scroll.toNewest} />
    </>
  );
}
