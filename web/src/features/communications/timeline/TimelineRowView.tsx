import { customerAddress } from '@parley/contract';
import { memo, Suspense } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { lateParts } from '../../../late-parts.ts';
import { useText } from '../../../text.ts';
import { dayName } from '../room/room-words.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { PendingBubble } from './PendingBubble.tsx';
import styles from './TimelineRowView.module.css';
import type { SystemRow, TimelineRow } from './timeline-items.ts';

/** What was said comes first; what the system recorded comes after it, with its words, and what goes through all of it by keys. */
const system = lateParts(() => import('./SystemLines.tsx'));
const SystemLines = system.late('SystemLines');
export const DayOnTop = system.late('DayOnTop');
export const MessageWalk = system.late('MessageWalk');
export const loadSystemLines = system.load;

/** As high as SystemLines.module.css has lines. */
const heightOf = ({ isFolded, events }: SystemRow): string => `calc(var(--group-gap) + ${(isFolded ? 1 : events.length) * 20 - 4}px)`;

interface TimelineRowViewProps {
  row: TimelineRow;
  record: RoomRecord;
  /** Somebody went to it. */
  isMarked: boolean;
}

function Content({ row, record, isMarked }: TimelineRowViewProps) {
  if (row.kind === 'message') return <MessageBubble row={row} room={record.room} />;
  if (row.kind === 'pending') return <PendingBubble row={row} room={record.room} />;
  return (
    <Suspense fallback={<div style={{ height: heightOf(row) }} />}>
      <SystemLines row={row} isMarked={isMarked} />
    </Suspense>
  );
}

/** The same row of the same room is not drawn again because something else of the room changed. */
const isSame = (a: TimelineRowViewProps, b: TimelineRowViewProps): boolean =>
  a.record.room.name === b.record.room.name &&
  a.record.room.channels.length === b.record.room.channels.length &&
  customerAddress(a.record.room.channels) === customerAddress(b.record.room.channels) &&
  a.record.room.pictureId === b.record.room.pictureId &&
  a.isMarked === b.isMarked &&
  a.row.kind === b.row.kind &&
  a.row.key === b.row.key &&
  (Object.keys(a.row) as (keyof TimelineRow)[]).every((part) => sameContent(a.row[part], b.row[part]));

const sameContent = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((item, i) => item === b[i]) : a === b;

/** One row: the day and the line "New" where they begin, and what was said or recorded. */
export const TimelineRowView = memo(function TimelineRowView({ row, record, isMarked }: TimelineRowViewProps) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      {row.day === null ? null : (
        <h3 className={styles.day}>
          <time dateTime={row.day}>{dayName(row.day, serverNow(), text, format)}</time>
        </h3>
      )}
      {row.isNewFromHere ? <div className={styles.newline}>{text('COMMUNICATIONS_NEW')}</div> : null}
      <Content row={row} record={record} isMarked={isMarked} />
    </>
  );
}, isSame);
