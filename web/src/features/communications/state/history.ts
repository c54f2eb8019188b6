import type { NotesBetween, RoomEvent } from '@parley/contract';

/** Arrivals kept for a history that is not read up to its newest end. */
const ARRIVED_LIMIT = 100;
/** The same for one of which nothing is held: enough for the page that may be on its way, and of a thousand rooms most are like that. */
const UNREAD_LIMIT = 5;
/** How much of a history is held while somebody reads it, so that a room of any length is as smooth as a short one. */
const HELD = {
  /** More events than this, and those far from the reader are let go. */
  limit: 1200,
  /** So many stay on either side of what stands on the screen. */
  beside: 400,
};

/**
 * One of a room's two histories: an unbroken stretch of events in order of `seq`, with more before it (`older`) or
 * after it (`newer`). While there is more after it, events that arrive are kept in `arrived`, itself unbroken up to
 * this moment, so that the page which closes the distance leaves no hole. `trimmedTo` is the seq that a page must reach
 * to close it: the highest that `arrived` had to let go, or the first that it began with.
 */
export interface History {
  readonly events: readonly RoomEvent[];
  readonly older: boolean;
  readonly newer: boolean;
  readonly arrived: readonly RoomEvent[];
  readonly trimmedTo: number;
}

/** Nothing read yet: everything is older or newer. */
export const unloadedHistory: History = { events: [], older: true, newer: true, arrived: [], trimmedTo: 0 };

export const isLoaded = (history: History): boolean => history.events.length > 0 || !history.newer;

/** Two unbroken stretches as one, each event once and in its latest version. */
export function union(left: readonly RoomEvent[], right: readonly RoomEvent[]): readonly RoomEvent[] {
  if (right.length === 0) return left;
  const byId = new Map(left.map((event) => [event.id, event]));
  for (const event of right) {
    const held = byId.get(event.id);
    if (held === undefined || held.change < event.change) byId.set(event.id, event);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** An event that came by frame: `isNew` when it is the room's newest, otherwise an older one that changed. */
export function withEvent(history: History, event: RoomEvent, isNew: boolean): History {
  const replaced = replaceEvents(history, (held) => (held.id === event.id && held.change < event.change ? event : held));
  if (!isNew || holds(history.arrived, event)) return replaced;
  if (!history.newer) return holds(history.events, event) ? replaced : { ...history, events: union(history.events, [event]) };
  // What comes again after it was let go would stand in `arrived` with a hole behind it.
  if (event.seq <= history.trimmedTo) return replaced;
  // Also what a page has brought before it arrived: without it, `arrived` would have a hole.
  const arrived = union(history.arrived, [event]);
  const excess = arrived.length - (isLoaded(history) ? ARRIVED_LIMIT : UNREAD_LIMIT);
  if (excess <= 0) return asOne({ ...replaced, arrived }, replaced.events, false);
  return { ...replaced, arrived: arrived.slice(excess), trimmedTo: arrived[excess - 1]?.seq ?? history.trimmedTo };
}

/** Every held event passed through `change`; the same history when none became another. */
export function replaceEvents(history: History, change: (event: RoomEvent) => RoomEvent): History {
  const events = mapIfChanged(history.events, change);
  const arrived = mapIfChanged(history.arrived, change);
  return events === history.events && arrived === history.arrived ? history : { ...history, events, arrived };
}

const holds = (events: readonly RoomEvent[], { id }: RoomEvent): boolean => events.some((event) => event.id === id);

function mapIfChanged(events: readonly RoomEvent[], change: (event: RoomEvent) => RoomEvent): readonly RoomEvent[] {
  const next = events.map(change);
  return next.some((event, i) => event !== events[i]) ? next : events;
}

/** A page as the server gives it: ascending, with what lies beyond it. */
export interface Page {
  readonly events: readonly RoomEvent[];
  readonly older: boolean;
  readonly newer: boolean;
  /** Of notes among them. */
  readonly notes?: readonly NotesBetween[];
}

/** The same history left at its newest end: what arrives from now on is kept apart, with the last of what was held there. */
function leavingEnd(history: History): Pick<History, 'newer' | 'arrived' | 'trimmedTo'> {
  const { events, newer, arrived, trimmedTo } = history;
  if (newer) return { newer, arrived, trimmedTo };
  const end = events.slice(-ARRIVED_LIMIT);
  // What was asked for before these came does not reach them, and is not the newest.
  return { newer: true, arrived: end, trimmedTo: end[0]?.seq ?? 0 };
}

/** The part around an event and the newest end are one unbroken stretch: one reaches into the other, or nothing lies between. */
function asOne(history: History, events: readonly RoomEvent[], isNewest: boolean): History {
  const last = events.at(-1)?.seq ?? 0;
  const [first] = history.arrived;
  const meets = first !== undefined && last >= first.seq;
  if (!meets && !(isNewest && last >= history.trimmedTo)) return { ...history, events };
  return { ...history, events: union(events, history.arrived), newer: false, arrived: [], trimmedTo: 0 };
}

/** Was asked for so long ago that everything held lies beyond it, and something may lie between. */
const isOutdated = (history: History, page: Page): boolean => (page.events.at(-1)?.seq ?? 0) < (history.events[0]?.seq ?? 0);

/** The newest page joins what is held when it reaches it; otherwise it takes its place. */
export function withNewestPage(history: History, page: Page): History {
  if (isOutdated(history, page)) return history;
  const first = page.events[0];
  const last = history.events.at(-1);
  const joins = !history.newer || !page.older || (first !== undefined && last !== undefined && first.seq <= last.seq);
  const kept = joins && isLoaded(history) ? history : { ...history, events: [], older: true };
  const reaches = (page.events.at(-1)?.seq ?? 0) >= history.trimmedTo;
  const older = kept.events.length > 0 && first !== undefined && (kept.events[0]?.seq ?? 0) < first.seq ? kept.older : page.older;
  const joined = union(kept.events, page.events);
  if (!reaches && joined.length === 0) return history;
  if (!reaches) return { ...kept, events: joined, older, newer: true };
  return { events: union(joined, history.arrived), older, newer: false, arrived: [], trimmedTo: 0 };
}

/** A page beside the event `anchorId`, which must still be held: what was asked for before a reload is dropped. */
export function withOlderPage(history: History, anchorId: string, page: Page): History {
  if (!history.events.some((event) => event.id === anchorId)) return history;
  const isOldest = history.events[0]?.id === anchorId;
  return { ...history, events: union(page.events, history.events), older: isOldest ? page.older : history.older };
}

/** As `withOlderPage`, to the other side. Meeting the newest end takes in what arrived there meanwhile. */
export function withNewerPage(history: History, anchorId: string, page: Page): History {
  if (!history.events.some((event) => event.id === anchorId)) return history;
  const events = union(history.events, page.events);
  const wasNewest = history.events.at(-1)?.id === anchorId;
  if (!wasNewest || !history.newer) return { ...history, events };
  return asOne(history, events, !page.newer);
}

/**
 * A page around some event takes the place of what is held: its surroundings may be far away. The newest end is kept apart
 * until pages in between reach it.
 */
export function withPageAround(history: History, page: Page): History {
  if (!page.newer && !isOutdated(history, page)) return withNewestPage(history, page);
  return asOne({ ...history, ...leavingEnd(history), older: page.older }, page.events, false);
}

/** Events that were read again: those that are held become what they are now, and none is added. */
function withEventsAgain(history: History, events: readonly RoomEvent[]): History {
  const byId = new Map(events.map((event) => [event.id, event]));
  return replaceEvents(history, (held) => {
    const now = byId.get(held.id);
    return now !== undefined && now.change > held.change ? now : held;
  });
}

/** A history as read again: the part that was held of it and, where that is an older one, its newest page as well. */
export interface ReadAgain extends Page {
  readonly end?: Page;
}

/** What was read again on top of what is held, of which nothing was lost. */
export function withReadAgain(history: History, read: ReadAgain | undefined): History {
  if (read === undefined) return history;
  return read.newer ? withEventsAgain(history, read.events) : withNewestPage(history, read);
}

/** What was read again in the place of what is held, of which changes were lost. Who went to the newest end meanwhile stays there. */
export function readAfresh(history: History, read: ReadAgain | undefined): History {
  if (read === undefined) return unloadedHistory;
  const { events, older, newer, end } = read;
  if (!newer || end === undefined) return { ...unloadedHistory, events, older, newer };
  if (isLoaded(history) && !history.newer) return { ...unloadedHistory, events: end.events, older: end.older, newer: false };
  return asOne({ events: [], older, newer, arrived: end.events, trimmedTo: end.events[0]?.seq ?? 0 }, events, false);
}

/** The places (`seq`) of the first and the last event on the screen. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Lets go of what is far from what stands on the screen, once much is held: it is read again when the reader goes there. */
export function withoutFar(history: History, { from, to }: Span, held = HELD): History {
  const { events } = history;
  if (events.length <= held.limit) return history;
  const first = events.findIndex(({ seq }) => seq >= from);
  const last = events.findLastIndex(({ seq }) => seq <= to);
  const start = Math.max(0, (first < 0 ? events.length : first) - held.beside);
  const end = Math.min(events.length, last + 1 + held.beside);
  if (end <= start || (start === 0 && end === events.length)) return history;
  const rest = end < events.length ? leavingEnd(history) : {};
  return { ...history, ...rest, events: events.slice(start, end), older: start > 0 || history.older };
}
