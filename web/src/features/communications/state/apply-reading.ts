import type { RoomView } from '@parley/contract';
import { type Page, withNewerPage, withNewestPage, withOlderPage, withPageAround } from './history.ts';
import { withNoted } from './noted.ts';
import { touchUp } from './order.ts';
import { confirmSends } from './pending.ts';
import type { HistoryName, RoomRecord } from './room-record.ts';
import { type Reading, withListed, withReading } from './snapshot.ts';
import { type CommunicationsState, newStranger, withEntry, withRecord } from './state.ts';

/** What was asked of a history: the newest page, or one beside or around an event that is or is not held. */
export type PagePlace = { at: 'newest' } | { at: 'older' | 'newer' | 'around'; eventId: string };

/** A room as just read (GET room, then its newest events), with the frames that came meanwhile on top. */
export function applyReading(state: CommunicationsState, roomId: string, reading: Reading, now: number): CommunicationsState {
  const context = { me: state.me, now };
  const record = withReading(state.rooms.get(roomId) ?? state.strangers.get(roomId) ?? newStranger, reading, context);
  const next = {
    ...withRecord(state, roomId, record),
    strangers: withEntry(state.strangers, roomId, undefined),
    gone: withEntry(state.gone, roomId, undefined),
  };
  return confirmSends(next, roomId, [...record.public.events, ...record.private.events], context);
}

/** A copy of the map without these entries. */
function without<Value>(map: ReadonlyMap<string, Value>, ids: readonly string[]): ReadonlyMap<string, Value> {
  if (!ids.some((id) => map.has(id))) return map;
  const left = new Map(map);
  for (const id of ids) left.delete(id);
  return left;
}

/** A page of the room list: each room as a reading without histories. What is held is copied once, and not for each of a thousand. */
export function applyRooms(
  state: CommunicationsState,
  views: readonly RoomView[],
  asked: MembershipFrames,
  now: number,
): CommunicationsState {
  if (views.length === 0) return state;
  const context = { me: state.me, now };
  const rooms = new Map(state.rooms);
  const fresh: string[] = [];
  for (const view of views) {
    const { id } = view;
    const reading = { view, membershipFrames: asked.get(id) ?? 0 };
    const held = rooms.get(id);
    if (held === undefined) fresh.push(id);
    rooms.set(
      id,
      held === undefined ? withReading(state.strangers.get(id) ?? newStranger, reading, context) : withListed(held, reading, context),
    );
  }
  const next: CommunicationsState = { ...state, rooms, strangers: without(state.strangers, fresh), gone: without(state.gone, fresh) };
  // What was heard of a room before it was read may be what I sent there.
  return fresh.reduce((all, id) => {
    const record = rooms.get(id);
    return record === undefined ? all : confirmSends(all, id, [...record.public.events, ...record.private.events], context);
  }, next);
}

/** How many membership frames each room had received when something was asked of the server. */
export type MembershipFrames = ReadonlyMap<string, number>;

export const membershipFrames = (state: CommunicationsState): MembershipFrames =>
  new Map([...state.rooms].map(([id, record]) => [id, record.membershipFrames]));

function withPage(record: RoomRecord, name: HistoryName, place: PagePlace, page: Page): RoomRecord {
  const history = record[name];
  const next = {
    newest: () => withNewestPage(history, page),
    around: () => withPageAround(history, page),
    older: () => ('eventId' in place ? withOlderPage(history, place.eventId, page) : history),
    newer: () => ('eventId' in place ? withNewerPage(history, place.eventId, page) : history),
  }[place.at]();
  return { ...withNoted(record, page.notes), [name]: next };
}

/** One page of a room's public or private history. A page of an earlier epoch, or of a dropped room, is of no use. */
export function applyPage(
  state: CommunicationsState,
  roomId: string,
  asked: { name: HistoryName; place: PagePlace; epoch: number },
  page: Page,
  now: number,
): CommunicationsState {
  const record = state.rooms.get(roomId);
  if (record === undefined || record.room.epoch !== asked.epoch) return state;
  const context = { me: state.me, now };
  const next = withRecord(state, roomId, touchUp(withPage(record, asked.name, asked.place, page), context));
  return confirmSends(next, roomId, page.events, context);
}
