import { useText } from '../../../text.ts';
import { Area } from '../../../ui/Area.tsx';
import { useCommunications } from '../context.ts';
import type { PendingSend } from '../state/pending.ts';
import { historyOfTab, type RoomRecord } from '../state/room-record.ts';
import type { Reading } from '../store.ts';
import { loadMore } from '../sync/history.ts';
import { Strip } from './Strip.tsx';
import styles from './Timeline.module.css';
import { TimelineRowView } from './TimelineRowView.tsx';
import type { TimelineRow } from './timeline-items.ts';
import { useTimelineScroll } from './use-timeline-scroll.ts';

interface TimelineRowsProps {
  record: RoomRecord;
  tab: 0 | 2;
  rows: readonly TimelineRow[];
  sends: readonly PendingSend[];
  reading: Reading | undefined;
  onUp: (isUp: boolean) => void;
}

/** The rows of a timeline; only those near the screen are drawn. */
export function TimelineRows({ record, tab, rows, sends, reading, onUp }: TimelineRowsProps) {
  const text = useText();
  const { store } = useCommunications();
  const name = historyOfTab(tab);
  const scroll = useTimelineScroll({ record, tab, rows, sends, status: reading?.status ?? 'ready', onUp });
  return (
    <>
      <div className={styles.frame}>
        {reading?.status === 'failed' ? (
          <p className={styles.trouble} role="alert">
            {text('COMMUNICATIONS_EARLIER_FAILED')}
            <button type="button" onClick={() => void loadMore(store, record.room.id, name, 'older')}>
              {text('FRAME_TRY_AGAIN')}
            </button>
          </p>
        ) : null}
        {reading?.status === 'loading' && scroll.isAtStart ? (
          <p className={styles.earlier} role="status">
            {text('COMMUNICATIONS_EARLIER_LOADING')}
          </p>
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className={styles.scroller} ref={scroll.scroller} tabIndex={0} aria-label={text('COMMUNICATIONS_TIMELINE')} data-timeline>
          <ol className={styles.canvas} style={{ height: scroll.height }}>
            {scroll.virtual.map(({ index, key, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <li
                  key={key}
                  ref={scroll.measure}
                  data-index={index}
                  data-row={row.key}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Area name={text('COMMUNICATIONS_TIMELINE_ROW')} shows={row} place="line">
                    <TimelineRowView row={row} record={record} />
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
