import { type EventSince, PINNED_NOTES_LIMIT, type PinnedNote } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import { cellsOf, type Prepared } from '../platform/cells.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { visibleRooms } from './access.ts';
import type { RoomsDeps } from './deps.ts';
import { EVENT_COLUMNS, type EventCells, eventOfCells } from './reading/event-json.ts';
import { requireVisible } from './reading/history.ts';
import { tellRoom } from './tell-room.ts';

const NOTES: Prepared = {
  name: 'notes-by-id',
  text: `select ${EVENT_COLUMNS} from events e left join contact_channels cc on cc.id = e.contact_channel_id where e.id = any($1::uuid[]) and e.private`,
};

/** Notes that stand beside the talk of a room, the newest first. Throws ROOM_NOT_FOUND for a room that this person may not see. */
export async function pinnedNotes(on: Reader, actor: Actor, roomId: string): Promise<PinnedNote[]> {
  await requireVisible(on, actor, roomId);
  const pins = await on
    .selectFrom('pinned_notes as p')
    .innerJoin('users as u', 'u.id', 'p.pinned_by')
    .select(['p.event_id', 'p.pinned_by', 'p.pinned_at', 'u.first_name', 'u.last_name'])
    .where('p.room_id', '=', roomId)
    .orderBy('p.pinned_at', 'desc')
    .orderBy('p.event_id', 'desc')
    .execute();
  if (pins.length === 0) return [];
  const rows = await cellsOf<EventCells>(on, NOTES, [pins.map((pin) => pin.event_id)]);
  const events = new Map(rows.map(eventOfCells).map((event) => [event.id, event]));
  return pins.flatMap(({ event_id, pinned_by, pinned_at, first_name, last_name }) => {
    const event = events.get(event_id);
    return event === undefined ? [] : [{ event, byId: pinned_by, byName: `${first_name} ${last_name}`.trim(), at: pinned_at }];
  });
}

interface Place {
  roomId: string;
  eventId: string;
}

/**
 * Puts a note beside the talk and says so to all who see the room. One that stands there already stays as it is.
 * Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND for what is no note of the room, MESSAGE_DELETED, NOTES_PINNED_FULL.
 */
export async function pinNote(deps: RoomsDeps, actor: Actor, { roomId, eventId }: Place): Promise<void> {
  const { accountId } = actor;
  const isNew = await deps.db.inAccount(accountId, async (tx) => {
    const { isDeleted } = await holdNote(tx, actor, { roomId, eventId });
    if (isDeleted) throw problem('MESSAGE_DELETED');
    const pinned = await tx.selectFrom('pinned_notes').select('event_id').where('room_id', '=', roomId).execute();
    if (pinned.some((one) => one.event_id === eventId)) return false;
    if (pinned.length >= PINNED_NOTES_LIMIT) throw problem('NOTES_PINNED_FULL', { limit: String(PINNED_NOTES_LIMIT) });
    await tx
      .insertInto('pinned_notes')
      .values({ account_id: accountId, room_id: roomId, event_id: eventId, pinned_by: actor.userId })
      .execute();
    return true;
  });
  if (isNew) await tellRoom(deps, accountId, roomId, 'PinnedNotesChanged', { roomId });
}

/** Takes a note away from there; it stays among the notes. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND. */
export async function unpinNote(deps: RoomsDeps, actor: Actor, { roomId, eventId }: Place): Promise<void> {
  const gone = await deps.db.inAccount(actor.accountId, async (tx) => {
    await holdNote(tx, actor, { roomId, eventId });
    return tx.deleteFrom('pinned_notes').where('event_id', '=', eventId).returning('event_id').execute();
  });
  if (gone.length > 0) await tellRoom(deps, actor.accountId, roomId, 'PinnedNotesChanged', { roomId });
}

/** Locks the room, so that of several who pin at once none goes over the limit; throws unless this is a note of it that the actor sees. */
async function holdNote(tx: Tx, actor: Actor, { roomId, eventId }: Place): Promise<{ isDeleted: boolean }> {
  const room = await tx
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', roomId)
    .where(visibleRooms(actor))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!room) throw problem('ROOM_NOT_FOUND');
  const note = await tx
    .selectFrom('events')
    .select('since')
    .where('id', '=', eventId)
    .where('room_id', '=', roomId)
    .where('private', '=', true)
    .where('kind', '=', 'COMMUNICATION')
    .executeTakeFirst();
  if (!note) throw problem('EVENT_NOT_FOUND');
  return { isDeleted: (note.since as EventSince | null)?.deleted !== undefined };
}
