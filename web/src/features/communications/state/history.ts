import type { RoomEvent } from '@parley/contract';

/** Arrivals kept for a history that is not read up to its newest end. */
const ARRIVED_LIMIT = 100;
/** The same for one of which nothing is held: enough for the page that may be on its way, and of a thousand rooms most are like that. */
const UNREAD_LIMIT = 5;

/**
 * One of a room's two histories: an unbroken stretch of events in order of `seq`, with more before it (`older`) or
 * after it (`newer`). While there is more after it, events that arrive are kept in `arrived`, itself unbroken up to
 * this moment, so that the page which closes the distance leaves no hole. `trimmedTo` is the highest seq that
 * `arrived` had to let go.
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
  if (!isNew || holds(history, event.id)) return replaced;
  if (!history.newer) return { ...history, events: union(history.events, [event]) };
  // What comes again after it was let go would stand in `arrived` with a hole behind it.
  if (event.seq <= history.trimmedTo) return replaced;
  const arrived = union(history.arrived, [event]);
  const excess = arrived.length - (isLoaded(history) ? ARRIVED_LIMIT : UNREAD_LIMIT);
  if (excess <= 0) return { ...history, arrived };
  return { ...history, arrived: arrived.slice(excess), trimmedTo: arrived[excess - 1]?.seq ?? history.trimmedTo };
}

/** Every held event passed through `change`; the same history when none became another. */
export function replaceEvents(history: History, change: (event: RoomEvent) => RoomEvent): History {
  const events = mapIfChanged(history.events, change);
  const arrived = mapIfChanged(history.arrived, change);
  return events === history.events && arrived === history.arrived ? history : { ...history, events, arrived };
}

const holds = (history: History, id: string) => [...history.events, ...history.arrived].some((event) => event.id === id);

function mapIfChanged(events: readonly RoomEvent[], change: (event: RoomEvent) => RoomEvent): readonly RoomEvent[] {
  const next = events.map(change);
  return next.some((event, i) => event !== events[i]) ? next : events;
}

/** A page as the server gives it: ascending, with what lies beyond it. */
export interface Page {
  readonly events: readonly RoomEvent[];
  readonly older: boolean;
  readonly newer: boolean;
}

/** The newest page joins what is held when it reaches it; otherwise it takes its place. */
export function withNewestPage(history: History, page: Page): History {
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

/** As `withOlderPage`, to the other side. Reaching the newest end takes in what arrived meanwhile. */
export function withNewerPage(history: History, anchorId: string, page: Page): History {
  if (!history.events.some((event) => event.id === anchorId)) return history;
  const events = union(history.events, page.events);
  const wasNewest = history.events.at(-1)?.id === anchorId;
  if (!wasNewest || !history.newer) return { ...history, events };
  if (page.newer || (events.at(-1)?.seq ?? 0) < history.trimmedTo) return { ...history, events };
  return { ...history, events: union(events, history.arrived), newer: false, arrived: [], trimmedTo: 0 };
}

/** A page around some event takes the place of what is held: its surroundings may be far away. */
export function withPageAround(history: History, page: Page): History {
  if (!page.newer) return withNewestPage(history, page);
  const arrived = history.newer ? history.arrived : history.events.slice(-ARRIVED_LIMIT);
  const trimmedTo = history.newer ? history.trimmedTo : (history.events.at(-ARRIVED_LIMIT - 1)?.seq ?? 0);
  return { events: page.events, older: page.older, newer: true, arrived, trimmedTo };
}
