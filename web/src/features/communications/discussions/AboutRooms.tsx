import type { Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import styles from './Discussions.module.css';
import { LinkedList } from './LinkedList.tsx';
import type { LinkedRooms } from './linked-rooms.ts';
import { useEnding } from './use-ending.tsx';

/** Beside a chat of colleagues: the customers' rooms that it is about. Nothing where it is about none. */
export function AboutRooms({ room, linked }: { room: Room; linked: LinkedRooms }) {
  const text = useText();
  const ending = useEnding(room.id, linked);
  if (!linked.data?.pages.some(({ content }) => content.length > 0)) return null;
  return (
    <section className={styles.about} aria-label={text('DISCUSS_ABOUT')}>
      <h3 className={styles.title}>{text('DISCUSS_ABOUT')}</h3>
      <div ref={ending.place} className={styles.linked} tabIndex={-1}>
        <LinkedList title={text('DISCUSS_ABOUT')} linked={linked} onEnd={ending.ask} />
      </div>
      {ending.dialog}
    </section>
  );
}
