import type { RoomWithScheduled } from '@parley/contract';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { PagePlace } from './state/apply-reading.ts';
import type { HeldMark } from './state/channel-mark.ts';
import type { DraftStorage } from './state/draft-changes.ts';
import type { Drafts } from './state/drafts.ts';
import { dropHistories } from './state/drop-events.ts';
import type { Edits } from './state/edits.ts';
import type { HistoryName, Tab } from './state/room-record.ts';
import { type CommunicationsState, emptyState } from './state/state.ts';
import { isUnderway } from './state/underway.ts';
import type { Upload } from './state/uploads.ts';

/** How something that is read from the server stands. */
export type Reading = { status: 'loading' } | { status: 'ready' } | { status: 'failed'; problem: unknown };

/** The same of a history, with what was asked of it: what comes before or after, around an event, or the newest. */
export type HistoryReading =
  | { status: 'loading'; at: PagePlace['at'] }
  | { status: 'ready' }
  | { status: 'failed'; at: PagePlace['at']; problem: unknown };

export interface ListReading {
  readonly reading: Reading;
  /** Of a list that comes by pages: to which room’s place it was read without a gap, null for all of it; and whether more follow. */
  readonly since: string | null;
  readonly more: boolean;
  /** How far each of the server's lists was read of which it consists. */
  readonly read?: readonly ReadSoFar[];
  /** When a page of it came last. */
  readonly at?: number;
}

/** The server's cursor behind the last page, null at the end; and the place of the last room in it. */
export interface ReadSoFar {
  readonly next: string | null;
  readonly last: string | null;
}

/** `reason` is a key of the catalogue. */
export interface Unkept {
  readonly reason: string | null;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Where the reader stood in a tab of a room: an event near the top of the window, and how many pixels of its row were above that; less than none where it began below. */
export interface Place {
  readonly eventId: string;
  readonly into: number;
}

/** Where the reader is among the rooms (communications, section 3: client-side state). */
export interface Navigation {
  readonly openRoomId: string | null;
  readonly previousRoomId: string | null;
  /** Rooms that were open, the last one last: those whose events are held. */
  readonly visited: readonly string[];
  /** Tab of each room that was open, to come back to. */
  readonly tabs: ReadonlyMap<string, Tab>;
  /** The channel on which the composer of the open room stands. */
  readonly writesOn?: string | undefined;
}

export interface CommunicationsStore {
  /** Rooms and what happens in them: changed by the pure functions of `state/` only. */
  readonly state: CommunicationsState;
  readonly drafts: Drafts;
  /** Client message ids of drafts that were sent from this window. */
  readonly sentDrafts: ReadonlySet<string>;
  /** By draft that the server could not take (yet), why; without a reason it was not reached. */
  readonly unkept: ReadonlyMap<string, Unkept>;
  /** By room what of one's own is to be sent there later, or was not sent. */
  readonly scheduled: ReadonlyMap<string, readonly RoomWithScheduled[]>;
  /** By room the channel that was chosen for the next answer (communications, section 3: activeChannelId). */
  readonly channels: ReadonlyMap<string, string>;
  /** By room which of its conversations the reader was at last: to it belongs the channel that was chosen there. */
  readonly standsIn: ReadonlyMap<string, string>;
  /** By channel what this window has asked for on it: not answered yet, or to no avail. */
  readonly marks: ReadonlyMap<string, HeldMark>;
  /** By draft: what of this window is on its way into it, or could not get there. */
  readonly uploads: ReadonlyMap<string, readonly Upload[]>;
  /** By name; a list that is narrowed and comes by pages, by name and filters. */
  readonly lists: Readonly<Partial<Record<string, ListReading>>>;
  /** By room and history, `${roomId}.${name}`. */
  readonly histories: ReadonlyMap<string, HistoryReading>;
  /** By room: read by its address, not from a list. */
  readonly lookUps: ReadonlyMap<string, Reading>;
  readonly places: ReadonlyMap<string, Place>;
  readonly navigation: Navigation;
  /** Messages of one's own whose words are being changed. */
  readonly edits: Edits;
  /** The composer that is to have the focus as soon as it is there: the reader took or opened the room, or turned to its notes. */
  readonly writesIn: { readonly roomId: string; readonly tab: 0 | 2; readonly conversationId?: string | null } | null;
}

/** Rooms whose events stay in memory, so that going back to one shows it at once. A day has many hundreds of rooms. */
const ROOMS_HELD = 50;

export type RoomsStore = StoreApi<CommunicationsStore>;

export const historyKey = (roomId: string, name: HistoryName): string => `${roomId}.${name}`;

const stores = new Map<string, RoomsStore>();

/** Storage that was refused (private windows, policies): drafts then live as long as the page. */
const noStorage: DraftStorage = { length: 0, key: () => null, getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** This opening of the application. */
export const WINDOW = crypto.randomUUID();

export function draftStorage(): DraftStorage {
  try {
    return window.localStorage;
  } catch {
    return noStorage;
  }
}

/** A store that holds nothing yet. */
export const newRoomsStore = (userId: string): RoomsStore =>
  createStore<CommunicationsStore>(() => ({
    state: emptyState(userId),
    drafts: new Map(),
    sentDrafts: new Set(),
    unkept: new Map(),
    scheduled: new Map(),
    channels: new Map(),
    standsIn: new Map(),
    marks: new Map(),
    uploads: new Map(),
    lists: {},
    histories: new Map(),
    lookUps: new Map(),
    places: new Map(),
    navigation: { openRoomId: null, previousRoomId: null, visited: [], tabs: new Map() },
    edits: new Map(),
    writesIn: null,
  }));

/** The one store of this person in this window; it outlives the page, so that coming back shows what is known at once. */
export function roomsStore(userId: string): RoomsStore {
  const known = stores.get(userId);
  if (known !== undefined) return known;
  const store = newRoomsStore(userId);
  // While a file is on its way, leaving asks first: the browser would stop it.
  window.addEventListener('beforeunload', (event) => {
    if ([...store.getState().uploads.values()].flat().some(isUnderway)) event.preventDefault();
  });
  stores.set(userId, store);
  return store;
}

/** Applies one of the pure functions of `state/`. */
export function changeState(store: RoomsStore, change: (state: CommunicationsState) => CommunicationsState): void {
  const { state } = store.getState();
  const next = change(state);
  if (next !== state) store.setState({ state: next });
}

export function setPlace(store: RoomsStore, key: string, place: Place | null): void {
  const places = new Map(store.getState().places);
  if (place === null) places.delete(key);
  else places.set(key, place);
  store.setState({ places });
}

/** The reader opened a room at a tab, changed the tab, or went to no room at all. */
export function setOpenRoom(store: RoomsStore, roomId: string | null, tab: Tab): void {
  const { navigation, writesIn } = store.getState();
  const isOther = roomId !== navigation.openRoomId;
  const previousRoomId = isOther ? (navigation.openRoomId ?? navigation.previousRoomId) : navigation.previousRoomId;
  const tabs = roomId === null || navigation.tabs.get(roomId) === tab ? navigation.tabs : new Map(navigation.tabs).set(roomId, tab);
  if (isOther && writesIn?.roomId !== roomId) setWritesIn(store, null);
  const visited = roomId === null || !isOther ? navigation.visited : [...navigation.visited.filter((id) => id !== roomId), roomId];
  if (isOther || tabs !== navigation.tabs) {
    store.setState({
      navigation: {
        ...(isOther ? null : navigation),
        openRoomId: roomId,
        previousRoomId,
        visited: visited.slice(-ROOMS_HELD),
        tabs,
      },
    });
  }
  for (const left of visited.slice(0, -ROOMS_HELD)) changeState(store, (state) => dropHistories(state, left));
}

/** @param conversationId of several the one to which the reader goes: the composer of another does not take the focus for it */
export const setWritesIn = (store: RoomsStore, roomId: string | null, tab: 0 | 2 = 0, conversationId?: string | null): void =>
  store.setState({ writesIn: roomId === null ? null : { roomId, tab, ...(conversationId && { conversationId }) } });

/** The composer of a room goes back to the conversation at which the reader is, whatever channel was chosen. */
export const forgetChannel = (store: RoomsStore, roomId: string): void =>
  store.setState(({ channels, navigation }) => ({
    channels: new Map([...channels].filter(([id]) => id !== roomId)),
    ...(navigation.openRoomId === roomId && { navigation: { ...navigation, writesOn: undefined } }),
  }));

export function setHistoryReading(store: RoomsStore, key: string, reading: HistoryReading): void {
  store.setState(({ histories }) => ({ histories: new Map(histories).set(key, reading) }));
}

/** @param list undefined: nobody looks at it any more */
export function setListReading(store: RoomsStore, key: string, list: ListReading | undefined): void {
  store.setState(({ lists: { [key]: _, ...lists } }) => ({ lists: list === undefined ? lists : { ...lists, [key]: list } }));
}

export function setLookUp(store: RoomsStore, roomId: string, reading: Reading): void {
  store.setState(({ lookUps }) => ({ lookUps: new Map(lookUps).set(roomId, reading) }));
}

/** Part of a store; the component renders anew when that part becomes another. */
export const useRooms = <Part>(store: RoomsStore, part: (all: CommunicationsStore) => Part): Part => useStore(store, part);
