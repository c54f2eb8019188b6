import styles from '../rooms/RoomList.module.css';
import { useViewList } from './use-views.ts';

/** How many rooms the list of all holds, as far as the server counts it. */
export function AllCount() {
  const all = useViewList().data?.all ?? null;
  return all === null ? null : <span className={styles.n}>{all > 99 ? '99+' : all}</span>;
}
