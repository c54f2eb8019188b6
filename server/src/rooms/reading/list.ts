import type { ListBeyondWork, RoomListQuery, SavedView } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import type { Reader } from '../../platform/database.ts';
import { visibleRooms } from '../access.ts';
import { narrowed, type RoomQuery, type TaggedConversations } from './narrowed.ts';
import { jsonOfRoomViews, type Parts, type RoomVersion } from './room-json.ts';

/** A list counts no further than this (domain: conventions of the wire). */
export const COUNTED = 10_000;

/** Rooms in which the actor takes part or holds a conversation, and which are not resolved; also those that sleep. */
export const mine = (query: RoomQuery, actor: Actor) =>
  query
    .where('rooms.state', '<>', 'RESOLVED')
    .where(sql<boolean>`rooms.id in (select room_id from participants where type = 'USER' and associated_id = ${actor.userId}::uuid)`);

/** Rooms with a conversation that waits, whatever the room's state. */
export const waiting = (query: RoomQuery) => query.where(sql<boolean>`rooms.id in (select room_id from waiting)`);

/**
 * Rooms in which something that the actor holds is snoozed: whether all of it is, and when the first of it wakes by itself; null where only the
 * customer wakes it.
 */
const asleep = (actor: Actor) => sql`(
  select c.room_id, min(c.snoozed_until) as wakes, bool_and(c.snoozed_at is not null) as whole from conversations c
  where c.assigned_user_id = ${actor.userId}::uuid and c.state = 'ASSIGNED'
  group by c.room_id having bool_or(c.snoozed_at is not null)) asleep`;

const isAwake = (actor: Actor) => sql<boolean>`rooms.id not in (select room_id from ${asleep(actor)} where whole)`;

const snoozed = (query: RoomQuery, actor: Actor) => query.where(sql<boolean>`rooms.id in (select room_id from ${asleep(actor)})`);

/** The rooms of one of the page's lists (contract: SavedView): of customers in all but one. */
export function inList(rooms: RoomQuery, actor: Actor, list: SavedView['list']): RoomQuery {
  if (list === 'internal') return mine(rooms, actor).where('rooms.type', '<>', 'EXTERNAL');
  const ofCustomers = rooms.where('rooms.type', '=', 'EXTERNAL');
  switch (list) {
    case 'mine':
      return mine(ofCustomers, actor).where(isAwake(actor));
    case 'waiting':
      return waiting(ofCustomers);
    case 'snoozed':
      return snoozed(ofCustomers, actor);
    case 'resolved':
      return ofCustomers.where('rooms.state', '=', 'RESOLVED');
    case 'all':
      return ofCustomers.where('rooms.state', '<>', 'RESOLVED');
    case 'work':
      return ofCustomers
        .where('rooms.state', '<>', 'RESOLVED')
        .where(
          sql<boolean>`rooms.id in (select room_id from waiting union all
            select room_id from participants where type = 'USER' and associated_id = ${actor.userId}::uuid)`,
        )
        .where(sql<boolean>`(rooms.id in (select room_id from waiting) or ${isAwake(actor)})`);
  }
}

function selected(on: Reader, actor: Actor, query: RoomListQuery, taggedWith?: TaggedConversations): RoomQuery {
  let rooms: RoomQuery = on.selectFrom('rooms').where(visibleRooms(actor));
  if (query.view === 'mine') rooms = mine(rooms, actor).where(isAwake(actor));
  else if (query.view === 'snoozed') rooms = snoozed(rooms, actor);
  else if (query.view === 'waiting') rooms = waiting(rooms);
  else rooms = rooms.where('rooms.state', '=', query.room_state);
  if (query.type) rooms = rooms.where('rooms.type', '=', query.type);
  if (query.channel_application_id) {
    const ids = query.channel_application_id.split(',');
    rooms = rooms.where(
      sql<boolean>`exists (select 1 from contact_channels cc where cc.room_id = rooms.id and cc.channel_application_id = any(${ids}::uuid[]))`,
    );
  }
  const areResolved = query.view === undefined && query.room_state === 'RESOLVED';
  return narrowed(rooms, actor, query, { areResolved, taggedWith });
}

/** A room's place in the list: when something was last said there, or when it wakes, in microseconds (null for what only the customer wakes); and its id. */
interface PlaceInList extends RoomVersion {
  at: string | null;
}

type Behind = Pick<PlaceInList, 'id' | 'at'>;
const cursorOf = ({ at, id }: Behind): string => `${at ?? ''}.${id}`;
function placeOf(cursor: string): Behind {
  const dot = cursor.indexOf('.');
  return { at: cursor.slice(0, dot) || null, id: cursor.slice(dot + 1) };
}

type Direction = 'asc' | 'desc';

/**
 * When something was last said; where nothing was, when the room was made (contract: `placeOfRoom`). As the index has it: by `coalesce`, which
 * PostgreSQL takes for something that could leak, it could not be gone into behind a place.
 */
const lastSaid = sql`(case when rooms.last_event_at is null then rooms.created_at else rooms.last_event_at end)`;

/** In the order of what was said last, and of the same time by their ids: newest first, or the other way round. */
function inOrder(rooms: RoomQuery, direction: Direction) {
  return rooms
    .select([
      'rooms.id',
      sql<string>`rooms.epoch::text`.as('epoch'),
      sql<string>`rooms.change::text`.as('change'),
      sql<string>`(extract(epoch from ${lastSaid}) * 1000000)::bigint::text`.as('at'),
    ])
    .orderBy(lastSaid, direction)
    .orderBy('rooms.id', direction);
}

/** What was said so lately may still be on its way to who is told of it. */
const BEING_TOLD = sql`interval '2 seconds'`;

/** Ids of the newest rooms of a list that the actor may see, without those in which something was said just now. */
export async function newestOf(on: Reader, actor: Actor, list: ListBeyondWork, limit: number): Promise<string[]> {
  const rooms = inList(on.selectFrom('rooms').where(visibleRooms(actor)), actor, list);
  const told = rooms.where(sql<boolean>`rooms.last_event_at < statement_timestamp() - ${BEING_TOLD}`);
  return (await inOrder(told, 'desc').limit(limit).execute()).map(({ id }) => id);
}

/** Those behind a place of the list, by the index in its order: what stands before it is not walked. */
function behind(rooms: RoomQuery, direction: Direction, { at, id }: Behind, limit: number): Promise<PlaceInList[]> {
  const beyond = sql.raw(direction === 'desc' ? '<' : '>');
  const moment = sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`;
  const rest = rooms.where(sql<boolean>`(${lastSaid}, rooms.id) ${beyond} (${moment}, ${id}::uuid)`);
  return inOrder(rest, direction).limit(limit).execute();
}

/** Snoozed rooms in the order in which they wake, behind a place; what only the customer wakes comes last. One person has few of them. */
async function inOrderOfWaking(
  on: Reader,
  rooms: RoomQuery,
  actor: Actor,
  after: Behind | null,
  offset: number,
  limit: number,
): Promise<PlaceInList[]> {
  const micros = sql`(extract(epoch from asleep.wakes) * 1000000)::bigint`;
  const behindThat =
    after === null ? sql`true` : sql`(coalesce(${micros}, ${LAST}), room.id) > (coalesce(${after.at}::bigint, ${LAST}), ${after.id}::uuid)`;
  const { rows } = await sql<PlaceInList>`
    select room.id, room.epoch::text as epoch, room.change::text as change, ${micros}::text as at
    from (${rooms.select(['rooms.id', 'rooms.epoch', 'rooms.change'])}) room join ${asleep(actor)} on asleep.room_id = room.id
    where ${behindThat} order by coalesce(${micros}, ${LAST}), room.id offset ${offset} limit ${limit}`.execute(on);
  return rows;
}
/** Beyond every moment in microseconds. */
const LAST = sql`9223372036854775807::bigint`;

/** A page by its number of what is narrowed, each with how many there are: what fits is looked for once, and not once more to be counted. */
const countedPage = (on: Reader, rooms: RoomQuery, direction: Direction, offset: number, limit: number): Promise<CountedPlace[]> =>
  on
    .selectFrom(
      inOrder(rooms, direction)
        .limit(COUNTED + 1)
        .as('found'),
    )
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('count'))
    .offset(offset)
    .limit(limit)
    .execute();
type CountedPlace = PlaceInList & { count?: number };

const isNarrowed = ({ search, state, channel, unread, starred, queue, agent, tag }: RoomListQuery): boolean =>
  [search, state, channel, unread, starred, queue, agent, tag].some(Boolean);

/** A page of the rooms that the actor may see (communications, section 7), in JSON. */
export async function listRooms(on: Reader, actor: Actor, query: RoomListQuery, taggedWith?: TaggedConversations): Promise<string> {
  const rooms = selected(on, actor, query, taggedWith);
  const { page, size, after } = query;
  const direction = query.sort.endsWith('desc') ? 'desc' : 'asc';
  // One more than asked for tells whether there is more: the end of a list is counted by having been reached.
  const found: CountedPlace[] =
    query.view === 'snoozed'
      ? await inOrderOfWaking(
          on,
          rooms,
          actor,
          after === undefined ? null : placeOf(after),
          after === undefined ? page * size : 0,
          size + 1,
        )
      : after === undefined
        ? isNarrowed(query)
          ? await countedPage(on, rooms, direction, page * size, size + 1)
          : await inOrder(rooms, direction)
              .offset(page * size)
              .limit(size + 1)
              .execute()
        : await behind(rooms, direction, placeOf(after), size + 1);
  const isLast = found.length <= size;
  const places = found.slice(0, size);
  const totals =
    after === undefined
      ? await totalsOf(on, rooms, query, found.length, found[0]?.count)
      : {
          page: 0,
          size,
          totalElements: places.length,
          ...(isLast ? {} : { totalIsLowerBound: true }),
          totalPages: places.length > 0 ? 1 : 0,
        };
  const content = await jsonOfRoomViews(
    on,
    actor.userId,
    places.map(({ id }) => id),
    partsOf(query.include),
    places,
  );
  const end = places.at(-1);
  const rest = { ...totals, last: isLast, next: isLast || end === undefined ? null : cursorOf(end) };
  return `{"content":[${content.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

async function totalsOf(on: Reader, rooms: RoomQuery, { page, size }: RoomListQuery, found: number, known?: number) {
  const isEnd = found <= size && (found > 0 || page === 0);
  const count = isEnd ? page * size + found : (known ?? (await countUpTo(on, rooms)));
  const totalElements = Math.min(count, COUNTED);
  const bound = count > COUNTED ? { totalIsLowerBound: true } : {};
  return { page, size, totalElements, ...bound, totalPages: Math.ceil(totalElements / size) };
}

/** How many there are, counted to just beyond what is told. */
async function countUpTo(on: Reader, rooms: RoomQuery): Promise<number> {
  const counted = await on
    .selectFrom(
      rooms
        .select('rooms.id')
        .limit(COUNTED + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** `include` names the parts of a room that are wanted. */
export function partsOf(include: string): Parts {
  const asked = include.split(',');
  return { conversations: asked.includes('CONVERSATIONS'), participants: asked.includes('PARTICIPANTS') };
}
