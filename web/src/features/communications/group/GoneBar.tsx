import type { Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import styles from '../composer/Composer.module.css';
import { useCommunications } from '../context.ts';
import { roomName } from '../room/room-words.ts';

/** Why nothing can be written here now: the other one is no user any more. */
export function GoneBar({ room }: { room: Room }) {
  const text = useText();
  const { me } = useCommunications();
  return (
    <div className={styles.closed}>
      <span className={styles.why}>{text('COMMUNICATIONS_BAR_GONE', { name: roomName(room, text, me) })}</span>
    </div>
  );
}
