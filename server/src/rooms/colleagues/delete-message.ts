import type { EventFrame } from '@parley/contract';
import { sql } from 'kysely';
import { type Actor, mayDo } from '../../accounts/index.ts';
import { letGo } from '../../files/index.ts';
import { announce } from '../../platform/announce.ts';
import { problem } from '../../platform/problem.ts';
import { messageDeleted } from '../announcements.ts';
import type { RoomsDeps } from '../deps.ts';
import { tellRoom } from '../tell-room.ts';
import { inRooms } from '../work.ts';
import { holdMessage, type MessagePlace } from './among-colleagues.ts';
import { tellChangedEvents } from './changed-events.ts';
import { unfollowAsUnnamed } from './following.ts';
import { changeQuotes } from './quotes.ts';

/**
 * Deletes one's own message among colleagues, or a note of one's own; leads also others' notes of a customer's room. That it was there, and who deleted it, stays; its
 * words, what they were before, its file, its reactions and what others quote of it are gone for good. Whoever followed the room since it named them alone does so no more.
 * Throws as `holdMessage`, and MESSAGE_NOT_YOURS.
 */
export async function deleteMessage(deps: RoomsDeps, actor: Actor, place: MessagePlace): Promise<EventFrame> {
  const { accountId } = actor;
  const { frame, wasPinned } = await inRooms(deps.db, accountId, async (tx) => {
    const { room, isOwn, isNote, fileId, message } = await holdMessage(tx, actor, place);
    const isOfLeads = isNote && room.type === 'EXTERNAL' && mayDo(actor, ['rooms', 'deleteNotes']);
    if (!isOwn && !isOfLeads) throw problem('MESSAGE_NOT_YOURS');
    const by = { byId: actor.userId, byName: actor.name.toWellFormed() };
    await sql`
      update events set message = null, file_id = null, quotes = null, since = jsonb_build_object('deleted', ${JSON.stringify(by)}::jsonb
        || jsonb_build_object('at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where id = ${place.eventId}::uuid`.execute(tx);
    await tx.deleteFrom('earlier_words').where('event_id', '=', place.eventId).execute();
    const unpinned = await tx.deleteFrom('pinned_notes').where('event_id', '=', place.eventId).returning('event_id').execute();
    if (fileId !== null) await letGo(tx, fileId);
    const quoting = await changeQuotes(tx, place, null);
    await unfollowAsUnnamed(
      deps,
      tx,
      room,
      (message.mentions ?? []).map(({ userId }) => userId),
    );
    await announce(tx, messageDeleted, [{ accountId, roomId: place.roomId, eventId: place.eventId }]);
    const [changed] = await tellChangedEvents(deps, tx, accountId, room, [place.eventId, ...quoting]);
    if (changed === undefined) throw new Error('an event that was just deleted is not there');
    return { frame: changed, wasPinned: unpinned.length > 0 };
  });
  if (wasPinned) await tellRoom(deps, accountId, place.roomId, 'PinnedNotesChanged', { roomId: place.roomId });
  return frame;
}
