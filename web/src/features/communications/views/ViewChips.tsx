import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePaletteSource } from '../../../commands/active.ts';
import { quietly } from '../../../replaced.ts';
import { everyText, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { useGone } from '../narrow/filter-words.ts';
import { useGo, usePlace } from '../place.ts';
import { AllChip } from '../rooms/AllChip.tsx';
import styles from '../rooms/RoomList.module.css';
import { showPressed } from '../rooms/use-row-aside.ts';
import { filterOfView, isViewOf, useCountedViews, useViewList } from './use-views.ts';

/**
 * The view that was made of what the list shows, as long as the address is the same: undefined for one that was gone to. The row begins at its
 * start then, where the lists are.
 */
function useMade(address: string, chosenId: string | undefined): string | undefined {
  const isRead = useViewList().data !== undefined;
  const last = useRef<{ address: string; chosenId: string | undefined; made: string | undefined } | null>(null);
  const before = last.current?.address === address ? last.current : null;
  const isMade = before !== null && before.chosenId === undefined;
  const made = chosenId === undefined ? undefined : isMade ? chosenId : before?.made;
  last.current = isRead ? { address, chosenId, made } : null;
  return made;
}

/** Behind the lists in their row the one that an agent needs now and then, and views, each with the number of its rooms; one that names what is gone says so. */
export function ViewChips() {
  const text = useText();
  const go = useGo();
  const { show, filter } = usePlace();
  const views = useCountedViews();
  const goneOf = useGone();
  const begin = useRef<HTMLSpanElement>(null);
  const open = ({ list, ...view }: (typeof views)[number]) => go({ show: list, filter: filterOfView(view) });
  const isChosen = (view: (typeof views)[number]) => isViewOf(view, show, filter);
  // The row hears of it that it has become longer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as it has the same views it is as long as before.
  useEffect(() => void begin.current?.parentElement?.dispatchEvent(new Event('scroll')), [views.length]);
  const hasViews = views.length > 0;
  const chosen = views.find((view) => isChosen(view));
  const [chosenId, count] = [chosen?.id, chosen?.count];
  const made = useMade(`${show} ${filter}`, chosenId);
  useLayoutEffect(() => {
    if (made !== undefined) begin.current?.parentElement?.scrollTo({ left: 0 });
  }, [made]);
  // The row looks by itself where another list is chosen; a view may come later than what it says.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with its number it is wider.
  useEffect(() => {
    if (chosenId !== undefined) showPressed(begin.current?.parentElement ?? null);
  }, [chosenId, count]);
  // Of what the chips say beside their names little is seen at once.
  useEffect(() => {
    if (hasViews) void quietly(everyText);
  }, [hasViews]);
  usePaletteSource('VIEWS_TITLE', () => views.map((view) => ({ id: view.id, name: view.name, icon: 'filter', run: () => open(view) })));
  return (
    <>
      <AllChip />
      <span ref={begin} hidden />
      {views.map((view) => {
        const { queues, agents, tags } = goneOf(view.filters);
        const isGone = queues.length + agents.length + tags.length > 0;
        return (
          <button
            key={view.id}
            type="button"
            className={styles.chip}
            data-view={view.id}
            data-made={view.id === made || undefined}
            aria-pressed={isChosen(view)}
            title={isGone ? text('VIEW_GONE') : view.name}
            onClick={() => (isChosen(view) ? go({ filter: '' }) : open(view))}
          >
            <Icon name={isGone ? 'alert' : 'filter'} size={14} />
            <span className={styles.chipName}>{view.name}</span>
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
