import type { Room } from '@parley/contract';
import { currentLanguage, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useReadersAt } from '../colleagues/readers.ts';
import { useColleagueName } from '../names.ts';
import styles from './SeenBy.module.css';

/** So many are named; of more it is said how many. */
const NAMED = 3;

/** Below a message: the colleagues who have read up to it. Nothing where nobody stands at it. */
export function SeenBy({ eventId, room }: { eventId: string; room: Pick<Room, 'type'> }) {
  const text = useText();
  const nameOf = useColleagueName();
  const readers = useReadersAt(eventId);
  if (readers === undefined) return null;
  const { userIds, areAll } = readers;
  const names = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(userIds.map(nameOf));
  const words =
    room.type === 'INTERNAL'
      ? text('COMMUNICATIONS_STATUS_SEEN')
      : areAll
        ? text('COMMUNICATIONS_SEEN_BY_ALL')
        : userIds.length > NAMED
          ? text('COMMUNICATIONS_SEEN_BY_MANY', { count: userIds.length })
          : text('COMMUNICATIONS_SEEN_BY', { names });
  return (
    <div className={styles.seen} title={names}>
      <Icon name="eye" size={14} />
      {words}
    </div>
  );
}
