import { countsMissed } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useCommunications } from '../context.ts';
import type { RoomRecord } from '../state/room-record.ts';
import { missedInTab } from '../state/seen.ts';
import styles from './Strip.module.css';

interface BelowButtonProps {
  record: RoomRecord;
  tab: 0 | 2;
  /** So many messages of the tab have come since the reader went up. */
  since: number;
  onDown: () => void;
}

/** The way to the newest end: how many messages below the reader has not seen, which is what they missed, or who keeps no such count, what came since. */
export function BelowButton({ record, tab, since, onDown }: BelowButtonProps) {
  const text = useText();
  const { me } = useCommunications();
  const count = countsMissed(record.room, record.membership, me) ? missedInTab(record, tab) : since;
  return (
    <button type="button" className={styles.below} onClick={onDown}>
      <Icon name="arrowdown" size={14} />
      {count > 0 ? text('COMMUNICATIONS_NEW_BELOW', { count }) : text('COMMUNICATIONS_TO_NEWEST')}
    </button>
  );
}
