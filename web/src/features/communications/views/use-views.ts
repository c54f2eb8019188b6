import type { SavedView } from '@parley/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { orpc } from '../../../api/client.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { filterOf, narrowingOf, sameFilter } from '../narrow/narrowing.ts';
import { type Show, usePlace } from '../place.ts';
import { listsOf } from '../rooms/list-choice.ts';
import { rowsOf } from '../state/lists.ts';
import { isPaged, readWith } from '../sync/lists.ts';
import { type Counting, startCounting } from './counting.ts';

const views = () => orpc.roomViews.list.queryOptions();

export const useViewList = () => useQuery({ ...views(), staleTime: Number.POSITIVE_INFINITY });

/** Reads the views again: one of mine or of everybody's has changed. */
export const viewsChanged = (client: QueryClient): Promise<void> => client.invalidateQueries(views());

/** The filter part of the address of a view. */
export const filterOfView = ({ filters, sort }: Pick<SavedView, 'filters' | 'sort'>): string => filterOf({ filters, sort });

/** Whether it says what the list shows now. */
export const isViewOf = (view: SavedView, show: Show, filter: string): boolean =>
  view.list === show && sameFilter(filter, filterOfView(view));

/** Whether what the list shows now is kept as a view. */
export function useIsKept(): boolean {
  const { show, filter } = usePlace();
  return useViewList().data?.content.some((view) => isViewOf(view, show, filter)) === true;
}

/** Whether all rooms that could be in it are held here, and with them its count. */
const isHeldWhole = ({ list }: SavedView): boolean => !listsOf[list].some(isPaged);

/**
 * Everybody's views and mine, each with how many rooms are in it: those of lists that are held here are counted here, with every change; the
 * others by the server, all by one question, some seconds after a change.
 */
export function useCountedViews(): readonly SavedView[] {
  const { me, line } = useCommunications();
  const client = useQueryClient();
  const { data } = useViewList();
  const content = data?.content;
  const rooms = useDeferredValue(useStorePart(({ state }) => state.rooms));
  const lists = useStorePart((all) => all.lists);
  const counting = useRef<Counting | null>(null);
  useEffect(() => {
    const started = startCounting({
      me,
      ask: () => client.fetchQuery({ ...views(), staleTime: 0 }),
      heard: (told) => client.setQueryData(views().queryKey, told),
    });
    counting.current = started;
    const stops = [
      started.stop,
      line.subscribe('RoomViewsChanged', started.viewsChanged),
      line.onOpen(({ first }) => (first ? undefined : started.lineIsBack())),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, line, me]);
  // Nor is the list of all, which those have who may see all rooms.
  const isAsked = data !== undefined && (data.all !== null || data.content.some((view) => !isHeldWhole(view)));
  const countedAt = useRef(rooms);
  useEffect(() => {
    if (!isAsked || countedAt.current === rooms) return;
    countedAt.current = rooms;
    counting.current?.roomsChanged();
  }, [rooms, isAsked]);
  return useMemo(() => {
    const isRead = (view: SavedView) => listsOf[view.list].every((name) => lists[readWith(name)]?.reading.status === 'ready');
    const held = new Map(
      content?.some(isHeldWhole)
        ? (['mine', 'waiting', 'snoozed', 'internal'] as const).map((name) => [name, rowsOf(rooms.values(), name, me)])
        : [],
    );
    const countOf = (view: SavedView): number => {
      const { fits } = narrowingOf(filterOfView(view));
      const rows = listsOf[view.list].flatMap((name) => (isPaged(name) ? [] : (held.get(name as 'mine') ?? [])));
      return rows.filter((row) => fits(row, me)).length;
    };
    return content?.map((view) => (isHeldWhole(view) && isRead(view) ? { ...view, count: countOf(view) } : view)) ?? [];
  }, [content, rooms, lists, me]);
}
