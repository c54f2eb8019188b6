import { memo } from 'react';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { dayName } from '../room/room-words.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { PendingBubble } from './PendingBubble.tsx';
import { SystemLines } from './SystemLines.tsx';
import styles from './TimelineRowView.module.css';
import type { TimelineRow } from './timeline-items.ts';

interface TimelineRowViewProps {
  row: TimelineRow;
  record: RoomRecord;
}

function Content({ row, record }: TimelineRowViewProps) {
  if (row.kind === 'message') return <MessageBubble row={row} room={record.room} />;
  return row.kind === 'system' ? <SystemLines row={row} /> : <PendingBubble row={row} />;
}

/** The same row of the same room is not drawn again because something else of the room changed. */
const isSame = (a: TimelineRowViewProps, b: TimelineRowViewProps): boolean =>
  a.record.room.name === b.record.room.name &&
  a.row.kind === b.row.kind &&
  a.row.key === b.row.key &&
  (Object.keys(a.row) as (keyof TimelineRow)[]).every((part) => sameContent(a.row[part], b.row[part]));

const sameContent = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((item, i) => item === b[i]) : a === b;

/** One row: the day and the line "New" where they begin, and what was said or recorded. */
export const TimelineRowView = memo(function TimelineRowView({ row, record }: TimelineRowViewProps) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      {row.day === null ? null : (
        <h3 className={styles.day}>
          <time dateTime={row.day}>{dayName(row.day, Date.now(), text, format)}</time>
        </h3>
      )}
      {row.isNewFromHere ? <div className={styles.newline}>{text('COMMUNICATIONS_NEW')}</div> : null}
      <Content row={row} record={record} />
    </>
  );
}, isSame);
