import type { SavedView } from '@parley/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { orpc } from '../../../api/client.ts';
import { useCommunications, useStorePart } from '../context.ts';
import { filterOf, narrowingOf } from '../narrow/narrowing.ts';
import { listsOf } from '../rooms/list-choice.ts';
import { listRooms } from '../state/lists.ts';
import { isPaged, readWith } from '../sync/lists.ts';

/** What the server counts is counted again this long after something has changed, all views together. */
const COUNTED_AGAIN_MS = 5000;

const views = () => orpc.roomViews.list.queryOptions();

export const useViewList = () => useQuery({ ...views(), staleTime: Number.POSITIVE_INFINITY });

/** Reads the views again: one of mine or of everybody's has changed. */
export const viewsChanged = (client: QueryClient): Promise<void> => client.invalidateQueries(views());

/** The filter part of the address of a view. */
export const filterOfView = ({ filters, sort }: Pick<SavedView, 'filters' | 'sort'>): string => filterOf({ filters, sort });

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
  useEffect(() => {
    const again = () => void viewsChanged(client);
    const stops = [line.subscribe('RoomViewsChanged', again), line.onOpen(({ first }) => (first ? undefined : again()))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, line]);
  const isAsked = content?.some((view) => !isHeldWhole(view)) === true;
  const countedAt = useRef(rooms);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (!isAsked || countedAt.current === rooms) return;
    countedAt.current = rooms;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void viewsChanged(client);
    }, COUNTED_AGAIN_MS);
  }, [rooms, isAsked, client]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    const isRead = (view: SavedView) => listsOf[view.list].every((name) => lists[readWith(name)]?.reading.status === 'ready');
    const held = new Map(
      content?.some(isHeldWhole)
        ? (['mine', 'waiting', 'snoozed', 'internal'] as const).map((name) => [name, listRooms(rooms.values(), name, me)])
        : [],
    );
    const countOf = (view: SavedView): number => {
      const { fits } = narrowingOf(filterOfView(view));
      const ids = new Set(listsOf[view.list].flatMap((name) => (isPaged(name) ? [] : (held.get(name as 'mine') ?? []))));
      return [...ids].filter((id) => {
        const record = rooms.get(id);
        return record !== undefined && fits(record, me);
      }).length;
    };
    return content?.map((view) => (isHeldWhole(view) && isRead(view) ? { ...view, count: countOf(view) } : view)) ?? [];
  }, [content, rooms, lists, me]);
}
