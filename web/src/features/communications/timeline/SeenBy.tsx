import type { Room } from '@parley/contract';
import { currentLanguage, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { othersOf } from '../colleagues/among-colleagues.ts';
import { useReadersAt } from '../colleagues/readers.ts';
import { useCommunications } from '../context.ts';
import { useColleagueName } from '../names.ts';
import styles from './SeenBy.module.css';

/** So many are named; of more it is said how many. */
const NAMED = 3;

/** Below a message: the colleagues who have read up to it. Nothing where nobody stands at it. */
export function SeenBy({ eventId, room }: { eventId: string; room: Room }) {
  const text = useText();
  const { me } = useCommunications();
  const nameOf = useColleagueName();
  const readers = useReadersAt(eventId);
  if (readers === undefined) return null;
  const others = othersOf(room, me);
  const here = readers.filter((userId) => others.some(({ associatedParticipantId }) => associatedParticipantId === userId));
  if (here.length === 0) return null;
  const names = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(here.map(nameOf));
  const words =
    room.type === 'INTERNAL'
      ? text('COMMUNICATIONS_STATUS_SEEN')
      : here.length === others.length
        ? text('COMMUNICATIONS_SEEN_BY_ALL')
        : here.length > NAMED
          ? text('COMMUNICATIONS_SEEN_BY_MANY', { count: here.length })
          : text('COMMUNICATIONS_SEEN_BY', { names });
  return (
    <div className={styles.seen} title={names}>
      <Icon name="eye" size={14} />
      {words}
    </div>
  );
}
