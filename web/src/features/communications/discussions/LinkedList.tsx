import type { LinkedRoom } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ROUTE } from '../place.ts';
import { shortWhen } from '../room/room-words.ts';
import styles from './Discussions.module.css';
import { type LinkedRooms, linkedName } from './linked-rooms.ts';
import type { Ending } from './use-ending.tsx';

function Entry({ room, begunAt, onEnd }: LinkedRoom & { onEnd: Ending['ask'] }) {
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
  const name = linkedName(room, text);
  const end = text('DISCUSS_END', { name });
  return (
    <span className={styles.entry}>
      <Link
        to={ROUTE}
        params={{ roomId: room.id }}
        search={room.type === 'EXTERNAL' ? {} : { show: 'internal' }}
        className={styles.link ?? ''}
      >
        <Icon name={room.type === 'EXTERNAL' ? 'person' : 'people'} size={14} />
        <span className={styles.name}>{name}</span>
        {when}
      </Link>
      {onEnd === null ? null : (
        <IconButton aria-label={end} title={end} onClick={() => onEnd(room)}>
          <Icon name="x" size={16} />
        </IconButton>
      )}
    </span>
  );
}

/** Rooms that are linked with this one, each a way there for who sees it, and how the link ends for who may begin one. */
export function LinkedList({ title, linked, onEnd }: { title: string; linked: LinkedRooms; onEnd: Ending['ask'] }) {
  const text = useText();
  const content = linked.data?.pages.flatMap((page) => page.content) ?? [];
  return (
    <>
      <ul className={styles.list} aria-label={title}>
        {content.map((one, place) => (
          <li key={one.room?.id ?? `unseen ${place}`}>
            <Entry {...one} onEnd={onEnd} />
          </li>
        ))}
      </ul>
      {linked.isFetchNextPageError ? (
        <p className={styles.trouble} role="alert">
          {text('DISCUSS_MORE_FAILED')}
        </p>
      ) : null}
      {linked.hasNextPage ? (
        <button type="button" className={styles.more} aria-disabled={linked.isFetchingNextPage} onClick={() => void linked.fetchNextPage()}>
          {text(linked.isFetchingNextPage ? 'FRAME_LOADING' : linked.isFetchNextPageError ? 'FRAME_TRY_AGAIN' : 'DISCUSS_MORE')}
        </button>
      ) : null}
    </>
  );
}
