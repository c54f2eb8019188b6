import { EVENTS_AROUND_PER_SIDE, type RoomEvent } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import { type Cell, cellsOf, type Prepared } from '../../platform/cells.ts';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { jsonOf } from '../../platform/written-json.ts';
import { readsAll, SEES_ROOM } from '../access.ts';
import { EVENT_COLUMNS, type EventCells, eventJson, eventOfCells, privateNoOf } from './event-json.ts';

const VISIBLE: Prepared = {
  name: 'visible-room',
  text: `select rooms.epoch, rooms.change, rooms.private_count from rooms where rooms.id = $1 and ${SEES_ROOM}`,
};

/** Throws ROOM_NOT_FOUND unless the actor may see the room. */
export async function requireVisible(
  on: Reader,
  actor: Actor,
  roomId: string,
): Promise<{ epoch: number; change: number; privateCount: number }> {
  const [room] = await cellsOf<[epoch: string, change: string, privateCount: string]>(on, VISIBLE, [roomId, actor.userId, readsAll(actor)]);
  if (!room) throw problem('ROOM_NOT_FOUND');
  return { epoch: Number(room[0]), change: Number(room[1]), privateCount: Number(room[2]) };
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
const PLACE: Prepared = { name: 'event-place', text: 'select seq, private_no from events where id = $1 and room_id = $2' };

const CHANGED: Prepared = {
  name: 'events-changed',
  text: `select ${EVENT_COLUMNS} from unnest($1::uuid[], $2::bigint[]) as h(id, change)
    cross join lateral (select * from events where events.room_id = h.id and events.change > h.change order by events.change limit $3) e
    left join contact_channels cc on cc.id = e.contact_channel_id`,
};

/** Of notes between two places, up to a number: the first and the last number, by whom, and when the last was written. */
const NOTES_BETWEEN: Prepared = {
  name: 'notes-between',
  text: `select min(writer.first_no), max(writer.last_no), jsonb_agg(writer.name order by writer.first_no) filter (where writer.name is not null), max(writer.last_at)
    from unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality as asked(from_seq, to_seq, up_to, place)
      cross join lateral (
        select e.origin_name as name, min(e.private_no) as first_no, max(e.private_no) as last_no, max(e.created_at) as last_at
        from events e
        where e.room_id = $1 and e.private and e.seq > asked.from_seq and e.seq < asked.to_seq and e.private_no <= asked.up_to and e.kind = 'COMMUNICATION'
        group by e.origin_name) writer
    group by asked.place order by asked.place`,
};
/** Where an event stands, and how many notes stood up to there. */
interface Placed {
  seq: string;
  no: number;
}
const placeOf = (cells: EventCells): Placed => ({ seq: cells[1], no: privateNoOf(cells) });
/** Beyond every event. */
const FARTHEST = String(Number.MAX_SAFE_INTEGER);

/**
 * What is told of notes among public events that follow one upon the other, and, where the room has `privateCount`, behind the last of them, in JSON
 * (contract: NotesBetween). Asks nothing where there are none.
 */
async function notesAmong(on: Reader, roomId: string, beside: readonly Placed[], privateCount: number): Promise<string[]> {
  const places = beside.toSorted((a, b) => Number(a.seq) - Number(b.seq));
  const last = places.at(-1);
  if (last === undefined) return [];
  const ends = [...places.slice(1), { seq: FARTHEST, no: privateCount }];
  const stretches = places
    .map(({ seq, no }, place) => ({ from: seq, after: no, to: ends[place] ?? last }))
    .filter(({ after, to }) => to.no > after);
  if (stretches.length === 0) return [];
  const values = [roomId, stretches.map(({ from }) => from), stretches.map(({ to }) => to.seq), stretches.map(({ to }) => to.no)];
  const told = await cellsOf<[first: string, last: string, names: Cell, lastAt: string]>(on, NOTES_BETWEEN, values);
  return told.map(
    ([first, upTo, names, lastAt]) =>
      `{"after":${Number(first) - 1},"upTo":${upTo},"names":${names ?? '[]'},"lastAt":${jsonOf.instant(lastAt)}}`,
  );
}

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
  /** NotesBetween, each in JSON: none of a page of notes. */
  notes: string[];
}

export interface AskedPage {
  roomId: string;
  privateMessages: boolean;
  size: number;
  /** From 0, which is the newest or the oldest. */
  page?: number;
  /** So many notes the room had before its events are read: those behind the newest event are told too. */
  privateCount?: number;
}

async function pageOf(on: Reader, actor: Actor, statements: typeof NEWEST, asked: AskedPage): Promise<EventPage> {
  const { roomId, privateMessages, size, page = 0, privateCount = 0 } = asked;
  const values = [roomId, actor.userId, readsAll(actor), size + 1, page * size];
  const rows = await cellsOf<EventCells>(on, statements(privateMessages), values);
  if (rows.length === 0) await requireVisible(on, actor, roomId);
  const notes = privateMessages ? [] : await notesAmong(on, roomId, rows.map(placeOf), privateCount);
  return { content: present(rows.slice(0, size)), last: rows.length <= size, notes };
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
  /** As of EventPage. */
  notes: string[];
}

export interface AskedBeside {
  roomId: string;
  eventId: string;
  position: 'OLDER' | 'NEWER' | 'AROUND';
  privateMessages: boolean;
  size: number;
  /** As of AskedPage. */
  privateCount: number;
}

/** Events before, after or around one (communications, section 7). Throws EVENT_NOT_FOUND. */
export async function eventsBeside(on: Reader, asked: AskedBeside): Promise<Beside> {
  const { roomId, eventId, position, privateMessages, size, privateCount } = asked;
  const [anchor] = await cellsOf<[seq: string, privateNo: string]>(on, PLACE, [eventId, roomId]);
  if (!anchor) throw problem('EVENT_NOT_FOUND');
  const beyond = (side: typeof BEFORE, count: number) => cellsOf<EventCells>(on, side(privateMessages), [roomId, count, anchor[0]]);
  const perSide = position === 'AROUND' ? EVENTS_AROUND_PER_SIDE : size;
  const older = position === 'NEWER' ? [] : await beyond(BEFORE, perSide + 1);
  const newer = position === 'OLDER' ? [] : await beyond(AFTER, perSide + 1);
  const itself = position === 'AROUND' ? await cellsOf<EventCells>(on, ITSELF(privateMessages), [roomId, eventId]) : [];
  // What stands beside a page, and is not told with it, says where the notes at its ends begin and end.
  const places = [...[...older, ...newer].map(placeOf), { seq: anchor[0], no: Number(anchor[1]) }];
  const reachesEnd = position !== 'OLDER' && newer.length <= perSide;
  return {
    content: present([...older.slice(0, perSide), ...itself, ...newer.slice(0, perSide)]),
    older: position === 'NEWER' || older.length > perSide,
    newer: position === 'OLDER' || newer.length > perSide,
    notes: privateMessages ? [] : await notesAmong(on, roomId, places, reachesEnd ? privateCount : 0),
  };
}
