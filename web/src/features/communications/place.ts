import type { RoomEvent } from '@parley/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { keep, kept } from '../../kept.ts';
import { useCan } from '../../session/current-user.ts';
import type { Tab } from './state/room-record.ts';

const shows = ['work', 'mine', 'waiting', 'snoozed', 'all', 'resolved', 'internal'] as const;
/** What the list shows: waiting and mine together, or one of the lists. */
export type Show = (typeof shows)[number];

/** What whoever oversees may begin with: all that is open, or their own work. */
const begins = ['all', 'work', 'mine', 'waiting'] as const satisfies readonly Show[];
const KEPT = 'first-list';
let first: Show | undefined;

/** What the list shows where the address does not say it. Agents begin with their work, who oversees as they chose last: the same as long as the page is open. */
export function useFirst(): Show {
  const oversees = useCan(['rooms', 'readAll']);
  first ??= oversees ? (begins.find((one) => one === kept(KEPT)) ?? 'all') : 'work';
  return first;
}

const tabs = [0, 1, 2] as const satisfies readonly Tab[];
type PlaceSearch = { [Part in keyof Parts]?: Parts[Part] | undefined };
interface Parts {
  tab: Tab;
  show: Show;
  filter: string;
  conversation: string;
  scrollToRoomEventId: string;
}

const written = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads the part of the address behind the question mark. What does not fit is said to be none: left out, the router would keep it as it stands. */
export function readSearch(search: Record<string, unknown>): PlaceSearch {
  return {
    tab: tabs.find((known) => known === search.tab),
    show: shows.find((known) => known === search.show),
    filter: written(search.filter),
    conversation: written(search.conversation),
    scrollToRoomEventId: written(search.scrollToRoomEventId),
  };
}

export const ROUTE = '/communications/{-$roomId}';
const route = getRouteApi(ROUTE);

export interface Place {
  readonly roomId: string | null;
  readonly tab: Tab;
  readonly show: Show;
  /** What narrows and orders the list (`narrow/narrowing.ts` reads it); empty for nothing. */
  readonly filter: string;
  /** Of the room's open conversations the chosen one, named where there are several (`room/chosen-conversation.ts`). */
  readonly conversationId: string | null;
  /** The event of the room to be gone to (communications, section 3: scrollToRoomEventId). */
  readonly eventId: string | null;
}

/** Where the reader is: room, conversation, tab, list and event, all from the address, so that a link reproduces them. */
export function usePlace(): Place {
  const { roomId } = route.useParams();
  const { tab, show, filter, conversation, scrollToRoomEventId } = route.useSearch();
  const begin = useFirst();
  return {
    roomId: roomId ?? null,
    tab: tab ?? 0,
    show: show ?? begin,
    filter: filter ?? '',
    conversationId: conversation ?? null,
    eventId: scrollToRoomEventId ?? null,
  };
}

/** Search part of the address of a tab, a list, an event and a conversation; the usual ones are not written down, nor a list that is not known. One that means another to somebody else is. */
export const searchOf = (
  tab: Tab,
  show: Show | undefined,
  filter: string,
  eventId: string | null = null,
  conversationId: string | null = null,
): PlaceSearch => ({
  ...(tab === 0 ? {} : { tab }),
  ...(show === undefined || (show === 'work' && (first ?? show) === show) ? {} : { show }),
  ...(filter === '' ? {} : { filter }),
  ...(conversationId === null ? {} : { conversation: conversationId }),
  ...(eventId === null ? {} : { scrollToRoomEventId: eventId }),
});

/** The address of an event in its room, as a link that somebody else may follow who sees the room. */
export const pathOfEvent = ({ roomId, id, eventData }: RoomEvent): string =>
  `/communications/${roomId}?${eventData.privateMessage ? 'tab=2&' : ''}scrollToRoomEventId=${id}`;

/** Goes to another room, tab or list; what is not named stays, but for the event, the conversation of another room, and the filter where the other kind of rooms is gone to. `replace` leaves no step to come back to. */
export function useGo(): (to: Partial<Place>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  const here = usePlace();
  return (to, options) => {
    if (begins.some((one) => one === to.show)) keep(KEPT, to.show as Show);
    const isElsewhere = to.show !== undefined && (to.show === 'internal') !== (here.show === 'internal');
    const isOther = to.roomId !== undefined && to.roomId !== here.roomId;
    const { roomId, tab, show, filter, eventId, conversationId } = {
      ...here,
      eventId: null,
      ...(isOther ? { conversationId: null } : {}),
      ...(isElsewhere ? { filter: '' } : {}),
      ...to,
    };
    void navigate({
      to: ROUTE,
      // Named also when there is none: what is not named would stay as it is.
      params: { roomId: roomId ?? undefined },
      search: searchOf(tab, show, filter, eventId, conversationId),
      replace: options?.replace ?? false,
    });
  };
}
