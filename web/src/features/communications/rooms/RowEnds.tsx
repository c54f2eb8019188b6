import { Icon } from '../../../ui/Icon.tsx';
import styles from './RoomList.module.css';

const ends = [
  { side: 'before', icon: 'back', by: -1 },
  { side: 'after', icon: 'next', by: 1 },
] as const;

/** Behind a row that may be wider than its place: buttons that draw it on, each where it goes on. For who points: keys reach every chip, and a finger draws the row itself. */
export function RowEnds() {
  return ends.map(({ side, icon, by }) => (
    <button
      key={side}
      type="button"
      className={styles.end}
      data-side={side}
      aria-hidden="true"
      tabIndex={-1}
      onClick={({ currentTarget }) => {
        const row = currentTarget.parentElement?.firstElementChild;
        row?.scrollBy({ left: by * row.clientWidth * 0.7 });
      }}
    >
      <Icon name={icon} size={14} />
    </button>
  ));
}
