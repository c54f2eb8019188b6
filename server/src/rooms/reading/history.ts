import { EVENTS_AROUND_PER_SIDE, type RoomEvent } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import { cellsOf, type Prepared } from '../../platform/cells.ts';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { readsAll, SEES_ROOM } from '../access.ts';
import { EVENT_COLUMNS, type EventCells, eventJson, eventOfCells } from './event-json.ts';

const VISIBLE: Prepared = {
  name: 'visible-room',
  text: `select rooms.epoch, rooms.change from rooms where rooms.id = $1 and ${SEES_ROOM}`,
};

/** Throws ROOM_NOT_FOUND unless the actor may see the room. */
export async function requireVisible(on: Reader, actor: Actor, roomId: string): Promise<{ epoch: number; change: number }> {
  const [room] = await cellsOf<[epoch: string, change: string]>(on, VISIBLE, [roomId, actor.userId, readsAll(actor)]);
  if (!room) throw problem('ROOM_NOT_FOUND');
  return { epoch: Number(room[0]), change: Number(room[1]) };
}

const EVENTS = `select ${EVENT_COLUMNS} from events e left join contact_channels cc on cc.id = e.contact_channel_id`;

/** Events of the room $1 beyond a place, or all. Public ones and notes are two statements, since notes have an index of their own. */
function events(name: string, which: string): (privateMessages: boolean) => Prepared {
  const of = (kind: string, condition: string) => ({
    name: `${name}-${kind}`,
    text: `${EVENTS} where e.room_id = $1 and ${condition} ${which}`,
  });
  const [notes, others] = [of('private', 'e.private'), of('public', 'not e.private')];
  return (privateMessages) => (privateMessages ? notes : others);
}
// What is asked all day judges sight by the same statement: one way to the database and back instead of two.
const SEEN_BY = `and exists (select from rooms where rooms.id = $1 and ${SEES_ROOM})`;
const NEWEST = events('newest-events', `${SEEN_BY} order by e.seq desc limit $4 offset $5`);
const OLDEST = events('oldest-events', `${SEEN_BY} order by e.seq limit $4 offset $5`);
const BEFORE = events('events-before', 'and e.seq < $3 order by e.seq desc limit $2');
const AFTER = events('events-after', 'and e.seq > $3 order by e.seq limit $2');
const ITSELF = events('event-itself', 'and e.id = $2');
const PLACE: Prepared = { name: 'event-place', text: 'select seq from events where id = $1 and room_id = $2' };

const CHANGED: Prepared = {
  name: 'events-changed',
  text: `select ${EVENT_COLUMNS} from unnest($1::uuid[], $2::bigint[]) as h(id, change)
    cross join lateral (select * from events where events.room_id = h.id and events.change > h.change order by events.change limit $3) e
    left join contact_channels cc on cc.id = e.contact_channel_id`,
};

const seqOf = ([, seq]: EventCells): number => Number(seq);
const ascending = (rows: readonly EventCells[]): EventCells[] => rows.toSorted((a, b) => seqOf(a) - seqOf(b));
const present = (rows: readonly EventCells[]): string[] => ascending(rows).map(eventJson);

/** Every event of these rooms with a higher change than the one held of its room: public and private, at most `limit` per room. */
export async function eventsChangedSince(
  on: Reader,
  held: ReadonlyArray<{ id: string; change: number }>,
  limit: number,
): Promise<Map<string, RoomEvent[]>> {
  const rows = await cellsOf<EventCells>(on, CHANGED, [held.map((room) => room.id), held.map((room) => room.change), limit]);
  const byRoom = Map.groupBy(rows, ([roomId]) => roomId);
  return new Map([...byRoom].map(([id, list]) => [id, ascending(list).map(eventOfCells)]));
}

export interface EventPage {
  /** Each in JSON, ascending. */
  content: string[];
  last: boolean;
}

export interface AskedPage {
  roomId: string;
  privateMessages: boolean;
  size: number;
  /** From 0, which is the newest or the oldest. */
  page?: number;
}

async function pageOf(on: Reader, actor: Actor, statements: typeof NEWEST, asked: AskedPage): Promise<EventPage> {
  const { roomId, privateMessages, size, page = 0 } = asked;
  const values = [roomId, actor.userId, readsAll(actor), size + 1, page * size];
  const rows = await cellsOf<EventCells>(on, statements(privateMessages), values);
  if (rows.length === 0) await requireVisible(on, actor, roomId);
  return { content: present(rows.slice(0, size)), last: rows.length <= size };
}

/** The newest events of a room that the actor sees. Throws ROOM_NOT_FOUND. */
export const newestEvents = (on: Reader, actor: Actor, asked: AskedPage): Promise<EventPage> => pageOf(on, actor, NEWEST, asked);

/** The oldest events first: the mirror image of `newestEvents`. */
export const oldestEvents = (on: Reader, actor: Actor, asked: AskedPage): Promise<EventPage> => pageOf(on, actor, OLDEST, asked);

export interface Beside {
  /** Each in JSON, ascending. */
  content: string[];
  /** There are more on that side of what was answered. */
  older: boolean;
  newer: boolean;
}

/** Events before, after or around one (communications, section 7). Throws EVENT_NOT_FOUND. */
export async function eventsBeside(
  on: Reader,
  roomId: string,
  eventId: string,
  position: 'OLDER' | 'NEWER' | 'AROUND',
  privateMessages: boolean,
  size: number,
): Promise<Beside> {
  const [anchor] = await cellsOf<[seq: string]>(on, PLACE, [eventId, roomId]);
  if (!anchor) throw problem('EVENT_NOT_FOUND');
  const beyond = (side: typeof BEFORE, count: number) => cellsOf<EventCells>(on, side(privateMessages), [roomId, count, anchor[0]]);
  if (position === 'OLDER') {
    const rows = await beyond(BEFORE, size + 1);
    return { content: present(rows.slice(0, size)), older: rows.length > size, newer: true };
  }
  if (position === 'NEWER') {
    const rows = await beyond(AFTER, size + 1);
    return { content: present(rows.slice(0, size)), older: true, newer: rows.length > size };
  }
  const older = await beyond(BEFORE, EVENTS_AROUND_PER_SIDE + 1);
  const newer = await beyond(AFTER, EVENTS_AROUND_PER_SIDE + 1);
  const itself = await cellsOf<EventCells>(on, ITSELF(privateMessages), [roomId, eventId]);
  return {
    content: present([...older.slice(0, EVENTS_AROUND_PER_SIDE), ...itself, ...newer.slice(0, EVENTS_AROUND_PER_SIDE)]),
    older: older.length > EVENTS_AROUND_PER_SIDE,
    newer: newer.length > EVENTS_AROUND_PER_SIDE,
  };
}
