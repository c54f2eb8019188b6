import type { Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import styles from './Discussions.module.css';
import { LinkedList } from './LinkedList.tsx';
import { useLinkedRooms } from './linked-rooms.ts';

/** Beside a chat of colleagues: the customers' rooms that it is about. Nothing where it is about none. */
export function AboutRooms({ room }: { room: Room }) {
  const text = useText();
  const { data } = useLinkedRooms(room.id);
  if (data === undefined || data.content.length === 0) return null;
  return (
    <section className={styles.discussions} aria-label={text('DISCUSS_ABOUT')}>
      <h3 className={styles.title}>{text('DISCUSS_ABOUT')}</h3>
      <LinkedList title={text('DISCUSS_ABOUT')} content={data.content} />
    </section>
  );
}
