import type { NotesBetween, Room, RoomEvent, RoomFrame, RoomMembership } from '@parley/contract';
import { type History, unloadedHistory } from './history.ts';

/** Somebody who types at the moment, until `goneAt` (milliseconds of the local clock). */
export interface Typist {
  readonly originType: 'CUSTOMER' | 'USER';
  readonly originId: string;
  readonly name: string;
  readonly channelId: string;
  readonly goneAt: number;
}

/**
 * Changes of the room that this client knows to exist and does not have: it waits until `dueAt` for them to come by
 * themselves, then the room is read again. `upTo` is the highest such change; Infinity asks for a reading in any case.
 */
export interface Gap {
  readonly dueAt: number;
  readonly upTo: number;
}

/** Everything held of one room. `early` are frames that came before those they follow on, in order of their change. */
export interface RoomRecord {
  readonly room: Room;
  readonly membership: RoomMembership;
  readonly public: History;
  readonly private: History;
  /** Who wrote notes among the public events that are held, by the number of the last of them (`noted.ts`). */
  readonly noted: ReadonlyMap<number, NotesBetween>;
  readonly typists: readonly Typist[];
  readonly early: readonly RoomFrame[];
  readonly gap: Gap | null;
  /** The last frames that changed older events: a page asked for before one, and answered after it, must not undo it. */
  readonly touches: readonly RoomFrame[];
  /** Membership frames received so far: a snapshot asked for earlier must not undo one. */
  readonly membershipFrames: number;
  /** Up to this public number the customer was told, over this connection, that I have read: a participant's word alone goes to them. */
  readonly toldRead: number;
}

/** Who looks, and when: everything a reducer may know besides state and input. */
export interface Context {
  readonly me: string;
  readonly now: number;
}

export type HistoryName = 'public' | 'private';

/** Tabs of a room (communications, section 2): conversation, customer, private notes. */
export type Tab = 0 | 1 | 2;

export const historyOfTab = (tab: 0 | 2): HistoryName => (tab === 2 ? 'private' : 'public');

export const historyOfEvent = (event: RoomEvent): HistoryName => (event.eventData.privateMessage ? 'private' : 'public');

/** A room as first read, with nothing of its history yet. */
export function newRecord(room: Room, membership: RoomMembership): RoomRecord {
  return {
    room,
    membership,
    public: unloadedHistory,
    private: unloadedHistory,
    noted: new Map(),
    typists: [],
    early: [],
    gap: null,
    touches: [],
    membershipFrames: 0,
    toldRead: 0,
  };
}
