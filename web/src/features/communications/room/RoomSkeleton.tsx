import { TimelineSkeleton } from '../timeline/TimelineSkeleton.tsx';
import styles from './RoomPage.module.css';

/** The place of an open room, as large as it will be, while its code comes. */
export function RoomSkeleton() {
  return (
    <>
      <section className={styles.sheet} data-covers-bars>
        <div className={styles.headPlace} />
        <TimelineSkeleton />
        <div className={styles.composerPlace} />
      </section>
      <div className={styles.customer} />
    </>
  );
}
