import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import styles from './RoomPage.module.css';
import { RoomSkeleton } from './RoomSkeleton.tsx';
import { onRoomPart, roomPart, waitForRoomPart } from './room-part.ts';

/** The open room: a part of its own, which is there before one opens a room, or comes while its place is kept. */
export function RoomPlace({ roomId }: { roomId: string }) {
  const text = useText();
  const part = useSyncExternalStore(onRoomPart, roomPart);
  const triedAgain = useRef(false);
  // Before anything is drawn: that it did not come while nobody waited for it is no news. What does not come now stands in its place, and is told there.
  useLayoutEffect(waitForRoomPart, []);
  if (part.status === 'here') return <part.RoomPage roomId={roomId} />;
  if (part.status === 'coming') return <RoomSkeleton />;
  const again = () => {
    // A browser may go on refusing a part of the page that it once failed to load.
    if (triedAgain.current) return location.reload();
    triedAgain.current = true;
    waitForRoomPart();
  };
  return (
    <section className={styles.sheet} data-covers-bars>
      <ErrorState title={text('COMMUNICATIONS_ROOM_FAILED')} problem={part.problem} onRetry={again} />
    </section>
  );
}
