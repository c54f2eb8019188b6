import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Tab } from './state/room-record.ts';

const shows = ['work', 'mine', 'waiting', 'snoozed', 'all', 'resolved', 'internal'] as const;
/** What the list shows: waiting and mine together, or one of the lists. */
export type Show = (typeof shows)[number];

const tabs = [0, 1, 2] as const satisfies readonly Tab[];
type PlaceSearch = { tab?: Tab; show?: Show };

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readSearch(search: Record<string, unknown>): PlaceSearch {
  const tab = tabs.find((known) => known === search.tab);
  const show = shows.find((known) => known === search.show);
  return { ...(tab === undefined ? {} : { tab }), ...(show === undefined ? {} : { show }) };
}

export const ROUTE = '/communications/{-$roomId}';
const route = getRouteApi(ROUTE);

export interface Place {
  readonly roomId: string | null;
  readonly tab: Tab;
  readonly show: Show;
}

/** Where the reader is: room, tab and list, all from the address, so that a link reproduces them. */
export function usePlace(): Place {
  const { roomId } = route.useParams();
  const { tab, show } = route.useSearch();
  return { roomId: roomId ?? null, tab: tab ?? 0, show: show ?? 'work' };
}

/** Search part of the address of a tab and a list; the usual ones are not written down. */
export const searchOf = (tab: Tab, show: Show): PlaceSearch => ({
  ...(tab === 0 ? {} : { tab }),
  ...(show === 'work' ? {} : { show }),
});

/** Goes to another room, tab or list; what is not named stays. `replace` leaves no step to come back to. */
export function useGo(): (to: Partial<Place>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  const here = usePlace();
  return (to, options) => {
    const { roomId, tab, show } = { ...here, ...to };
    void navigate({
      to: ROUTE,
      // Named also when there is none: what is not named would stay as it is.
      params: { roomId: roomId ?? undefined },
      search: searchOf(tab, show),
      replace: options?.replace ?? false,
    });
  };
}
