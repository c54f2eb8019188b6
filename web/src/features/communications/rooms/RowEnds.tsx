import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './RoomList.module.css';

const ends = [
  { side: 'before', icon: 'back', by: -1 },
  { side: 'after', icon: 'next', by: 1 },
] as const;

/** How many views lie beyond the right end of the row: one that a colleague shares comes there. */
function useViewsBeyond(end: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const row = end.current?.parentElement?.firstElementChild;
    if (row == null) return;
    const look = () => {
      const { right } = row.getBoundingClientRect();
      const views = [...row.querySelectorAll('[data-view]')];
      setCount(views.filter((view) => view.getBoundingClientRect().left > right - 12).length);
    };
    // The row hears of views that come (ViewChips).
    row.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(row);
    return () => {
      row.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [end]);
  return count;
}

/**
 * Behind a row that may be wider than its place: buttons that draw it on, each where it goes on, with the number of views that are not seen. For who
 * points: keys reach every chip, and a finger draws the row itself.
 */
export function RowEnds() {
  const end = useRef<HTMLButtonElement>(null);
  const views = useViewsBeyond(end);
  return ends.map(({ side, icon, by }) => (
    <button
      key={side}
      ref={side === 'after' ? end : null}
      type="button"
      className={styles.end}
      data-side={side}
      data-views={side === 'after' && views > 0 ? views : undefined}
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
