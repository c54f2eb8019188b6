import { useEffect, useRef } from 'react';
import { usePaletteSource } from '../../../commands/active.ts';
import { everyText, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { useGone } from '../narrow/filter-words.ts';
import { sameFilter } from '../narrow/narrowing.ts';
import { useGo, usePlace } from '../place.ts';
import styles from '../rooms/RoomList.module.css';
import { filterOfView, useCountedViews } from './use-views.ts';

/** Views behind the lists in their row, each with the number of its rooms; one that names what is gone says so. */
export function ViewChips() {
  const text = useText();
  const go = useGo();
  const { show, filter } = usePlace();
  const views = useCountedViews();
  const goneOf = useGone();
  const begin = useRef<HTMLSpanElement>(null);
  const open = ({ list, ...view }: (typeof views)[number]) => go({ show: list, filter: filterOfView(view) });
  // The row hears of it that it has become longer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as it has the same views it is as long as before.
  useEffect(() => void begin.current?.parentElement?.dispatchEvent(new Event('scroll')), [views.length]);
  const hasViews = views.length > 0;
  // Of what the chips say beside their names little is seen at once.
  useEffect(() => {
    if (hasViews) void everyText().catch(() => undefined);
  }, [hasViews]);
  usePaletteSource('VIEWS_TITLE', () => views.map((view) => ({ id: view.id, name: view.name, icon: 'filter', run: () => open(view) })));
  return (
    <>
      <span ref={begin} hidden />
      {views.map((view) => {
        const { queues, agents } = goneOf(view.filters);
        const isGone = queues.length + agents.length > 0;
        const isChosen = show === view.list && sameFilter(filter, filterOfView(view));
        return (
          <button
            key={view.id}
            type="button"
            className={styles.chip}
            data-view={view.id}
            aria-pressed={isChosen}
            title={isGone ? text('VIEW_GONE') : undefined}
            onClick={() => (isChosen ? go({ filter: '' }) : open(view))}
          >
            <Icon name={isGone ? 'alert' : 'filter'} size={14} />
            {view.name}
            {view.count === null ? null : (
              <span className={styles.n} aria-hidden="true">
                {view.count > 99 ? '99+' : view.count}
              </span>
            )}
            <Unseen>
              {view.count === null ? '' : view.count > 99 ? '99+' : text('VIEW_ROOMS', { count: view.count })}
              {isGone ? ` ${text('VIEW_GONE')}` : ''}
            </Unseen>
          </button>
        );
      })}
    </>
  );
}
