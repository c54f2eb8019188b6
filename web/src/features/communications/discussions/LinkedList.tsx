import type { LinkedRoom } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ROUTE } from '../place.ts';
import { shortWhen } from '../room/room-words.ts';
import styles from './Discussions.module.css';
import { linkedName } from './linked-rooms.ts';

function Entry({ room, begunAt }: LinkedRoom) {
  const text = useText();
  const format = useFormat();
  const when = <time dateTime={begunAt}>{shortWhen(begunAt, serverNow(), text, format)}</time>;
  if (room === null)
    return (
      <span className={styles.unknown}>
        <Icon name="lock" size={14} />
        <span className={styles.name}>{text('DISCUSS_UNSEEN')}</span>
        {when}
      </span>
    );
  return (
    <Link
      to={ROUTE}
      params={{ roomId: room.id }}
      search={room.type === 'EXTERNAL' ? {} : { show: 'internal' }}
      className={styles.link ?? ''}
    >
      <Icon name={room.type === 'EXTERNAL' ? 'person' : 'people'} size={14} />
      <span className={styles.name}>{linkedName(room, text)}</span>
      {when}
    </Link>
  );
}

/** Rooms that are linked with this one, each a way there for who sees it. */
export function LinkedList({ title, content }: { title: string; content: readonly LinkedRoom[] }) {
  return (
    <ul className={styles.list} aria-label={title}>
      {content.map((one) => (
        <li key={`${one.room?.id} ${one.begunAt}`}>
          <Entry {...one} />
        </li>
      ))}
    </ul>
  );
}
