import type { Room } from '@parley/contract';
import { Suspense } from 'react';
import { useReadersAt } from '../colleagues/readers.ts';
import { ReadersNames } from '../room/rest.ts';
import styles from './SeenBy.module.css';

/** Below a message: the colleagues who have read up to it, whose line is kept until their names are there. Nothing where nobody stands at it. */
export function SeenBy({ eventId, room }: { eventId: string; room: Pick<Room, 'type'> }) {
  const readers = useReadersAt(eventId);
  return readers === undefined ? null : (
    <div className={styles.seen}>
      <Suspense fallback={null}>
        <ReadersNames type={room.type} {...readers} />
      </Suspense>
    </div>
  );
}
