import { useRef, useState } from 'react';
import { useText } from '../../../text.ts';
import { toastProblem } from '../../../ui/toast.ts';
import { useCommunications } from '../context.ts';
import { isParticipant } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './Customer.module.css';
import { stopFollowing } from './stop-following.ts';

/**
 * Why somebody who neither takes part nor starred the room has what is new there counted as missed, since a colleague named them; and how that
 * ends. Afterwards it says how they would follow it again, as long as they stay.
 */
export function Following({ record: { room, membership } }: { record: RoomRecord }) {
  const text = useText();
  const { store, me } = useCommunications();
  const place = useRef<HTMLDivElement>(null);
  const [hasStopped, setStopped] = useState(false);
  const isToldBy = membership.followed && !membership.starred && !isParticipant(room, me);
  const stop = async () => {
    try {
      await stopFollowing(store, room.id);
      setStopped(true);
      // What was pressed is there no more.
      place.current?.focus();
    } catch (problem) {
      toastProblem(problem);
    }
  };
  return (
    <div ref={place} role="status" tabIndex={-1} className={styles.followed}>
      {isToldBy ? (
        <p className={styles.following}>
          {text('FOLLOWED_WORDS')}{' '}
          <button type="button" className={styles.more} onClick={() => void stop()}>
            {text('FOLLOWED_STOP')}
          </button>
        </p>
      ) : hasStopped && !membership.followed && !membership.starred ? (
        <p className={styles.following}>{text('FOLLOWED_STOPPED')}</p>
      ) : null}
    </div>
  );
}
