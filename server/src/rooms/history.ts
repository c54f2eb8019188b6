import { EVENTS_AROUND_PER_SIDE, type RoomEvent } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { cellsOf, type Prepared } from '../platform/cells.ts';
import type { Reader } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { readsAll, SEES_ROOM } from './access.ts';
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
const NEWEST = events('newest-events', 'order by e.seq desc limit $2 offset $3');
const OLDEST = events('oldest-events', 'order by e.seq limit $2 offset $3');
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

async function page(on: Reader, statement: Prepared, roomId: string, size: number, number: number): Promise<EventPage> {
  const rows = await cellsOf<EventCells>(on, statement, [roomId, size + 1, number * size]);
  return { content: present(rows.slice(0, size)), last: rows.length <= size };
}

/** The newest events of a room: `size` of them from page `number`, page 0 being the newest. */
export const newestEvents = (on: Reader, roomId: string, privateMessages: boolean, size: number, number = 0): Promise<EventPage> =>
  page(on, NEWEST(privateMessages), roomId, size, number);

/** The oldest events first: the mirror image of `newestEvents`. */
export const oldestEvents = (on: Reader, roomId: string, privateMessages: boolean, size: number, number: number): Promise<EventPage> =>
  page(on, OLDEST(privateMessages), roomId, size, number);

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
