import { countsMissed } from '@parley/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCommunications } from '../context.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { missedInTab } from '../state/seen.ts';
import { isAttentive } from './attention.ts';

export interface NewAfter {
  /** The line "New" stands after this number of the tab; null: it does not stand. */
  readonly number: number | null;
  /** To be told when the reader scrolls up from the newest end, and back. */
  readonly setUp: (isUp: boolean) => void;
}

/**
 * Where the line "New" stands: after what was seen when the tab was opened. It moves on only when something arrives that
 * the reader does not have before their eyes, and never while they read.
 */
export function useNewAfter(record: RoomRecord, tab: 0 | 2): NewAfter {
  const { me } = useCommunications();
  const missed = countsMissed(record.room, record.membership, me) ? missedInTab(record, tab) : 0;
  const seenNo = tab === 2 ? record.membership.seenPrivateNo : record.membership.seenPublicNo;
  const [number, setNumber] = useState(missed > 0 ? seenNo : null);
  const before = useRef(missed);
  const up = useRef(false);
  useEffect(() => {
    if (before.current === 0 && missed > 0 && (!isAttentive() || up.current)) setNumber(seenNo);
    before.current = missed;
  }, [missed, seenNo]);
  const setUp = useCallback((isUp: boolean) => {
    up.current = isUp;
  }, []);
  return { number, setUp };
}
