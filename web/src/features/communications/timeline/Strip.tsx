import { Suspense, useRef } from 'react';
import { BelowButton, TypingWords } from '../room/rest.ts';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './Strip.module.css';

interface StripProps {
  record: RoomRecord;
  tab: 0 | 2;
  isUp: boolean;
  onDown: () => void;
}

/** Typing and "new below" share one strip of fixed height above the composer, so that nothing is ever covered or moved. */
export function Strip({ record, tab, isUp, onDown }: StripProps) {
  const { privateCount, publicCount } = record.room;
  const count = tab === 2 ? privateCount : publicCount;
  const before = useRef(count);
  if (!isUp) before.current = count;
  return (
    <div className={styles.strip}>
      <span className={styles.typing} role="status">
        {record.typists.length === 0 ? null : (
          <Suspense fallback={null}>
            <TypingWords record={record} tab={tab} />
          </Suspense>
        )}
      </span>
      {isUp ? (
        <Suspense fallback={null}>
          <BelowButton record={record} tab={tab} since={count - before.current} onDown={onDown} />
        </Suspense>
      ) : null}
    </div>
  );
}
