import type { ReactNode } from 'react';
import { useCommand } from '../../../commands/active.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications } from '../context.ts';
import { useGo, usePlace } from '../place.ts';
import type { RoomRecord } from '../state/room-record.ts';
import styles from './RoomHeader.module.css';
import { roomName } from './room-words.ts';

interface RoomHeadProps {
  record: RoomRecord;
  /** The line below the name. */
  sub?: ReactNode;
  /** What can be done with the room. */
  children?: ReactNode;
}

/** The head of any room: the way back, its name, and the star. */
export function RoomHead({ record, sub, children }: RoomHeadProps) {
  const text = useText();
  const go = useGo();
  const { tab } = usePlace();
  const { me } = useCommunications();
  const { star } = useRoomActions();
  const { room, membership } = record;
  const starLabel = text(membership.starred ? 'COMMUNICATIONS_UNSTAR' : 'COMMUNICATIONS_STAR');
  useCommand('room.star', () => void star(room.id, !membership.starred));
  const back = tab === 1 ? 'COMMUNICATIONS_BACK_TO_ROOM' : 'COMMUNICATIONS_BACK_TO_ROOMS';
  return (
    // Its bare ground takes the focus from nobody: a second press meets it, where a button is still deaf (RoomHeader.module.css).
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done by pressing it.
    <header className={styles.head} onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}>
      <span className={styles.back}>
        <IconButton onClick={() => go(tab === 1 ? { tab: 0 } : { roomId: null, tab: 0 })} aria-label={text(back)} title={text(back)}>
          <Icon name="back" size={20} />
        </IconButton>
      </span>
      <div className={styles.who}>
        <div className={styles.titled}>
          <h2 className={styles.title} data-whole>
            {roomName(room, text, me)}
          </h2>
          <button
            type="button"
            className={styles.star}
            onClick={() => void star(room.id, !membership.starred)}
            aria-pressed={membership.starred}
            aria-label={starLabel}
            title={starLabel}
          >
            <Icon name="star" filled={membership.starred} />
          </button>
        </div>
        <div className={styles.sub}>{sub}</div>
      </div>
      {children}
    </header>
  );
}
