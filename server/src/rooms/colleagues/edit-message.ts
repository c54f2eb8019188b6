import { EARLIER_WORDS_LIMIT, type EarlierWords, type EventFrame, type Mention } from '@parley/contract';
import { sql } from 'kysely';
import type { Actor } from '../../accounts/index.ts';
import { announce } from '../../platform/announce.ts';
import type { Reader } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { mentionsTaken } from '../announcements.ts';
import type { RoomsDeps } from '../deps.ts';
import { requireVisible } from '../reading/history.ts';
import { tellRoom } from '../tell-room.ts';
import { inRooms } from '../work.ts';
import { holdMessage, type MessagePlace } from './among-colleagues.ts';
import { readEventFrame, tellChangedEvents } from './changed-events.ts';
import { unfollowAsUnnamed } from './following.ts';
import { nameColleagues, requireMentionable, tidyMentions } from './mentions.ts';
import { changeQuotes } from './quotes.ts';

/**
 * Changes one's own words among colleagues, or those of a note. What they said before stays to be read by everybody who sees the room: the first words
 * and the latest, up to EARLIER_WORDS_LIMIT. Whoever is named anew is told; whoever followed the room since it named them alone, and is not named any more, does so
 * no longer. Throws as `holdMessage`, and MESSAGE_NOT_YOURS, MENTION_OUT_OF_SIGHT.
 */
export async function editMessage(
  deps: RoomsDeps,
  actor: Actor,
  place: MessagePlace,
  { text: given, mentions: named }: { text: string; mentions: readonly Mention[] },
): Promise<EventFrame> {
  const { accountId } = actor;
  const text = given.toWellFormed();
  const { frame, isNote } = await inRooms(deps.db, accountId, async (tx) => {
    const held = await holdMessage(tx, actor, place);
    if (!held.isOwn) throw problem('MESSAGE_NOT_YOURS');
    const { room, message, isNote } = held;
    const before = new Set((message.mentions ?? []).map(({ userId }) => userId));
    const mentions = tidyMentions(named);
    if (text === message.text && JSON.stringify(mentions) === JSON.stringify(tidyMentions(message.mentions)))
      return { frame: await readEventFrame(tx, room, place.eventId), isNote: false };
    const now = new Set(mentions.map(({ userId }) => userId));
    const fresh = [...now].filter((id) => !before.has(id));
    await requireMentionable(tx, room, fresh);
    if (text !== message.text) {
      await sql`
        insert into earlier_words (account_id, event_id, room_id, text, until)
        values (${accountId}, ${place.eventId}, ${place.roomId}, ${message.text}, clock_timestamp())`.execute(tx);
      await sql`
        delete from earlier_words where event_id = ${place.eventId}::uuid and id = any(array(
          select id from earlier_words where event_id = ${place.eventId}::uuid order by id desc offset ${EARLIER_WORDS_LIMIT - 1}))
          and id <> (select min(id) from earlier_words where event_id = ${place.eventId}::uuid)`.execute(tx);
    }
    const { mentions: _before, ...rest } = message;
    const next = { ...rest, text, ...(mentions.length === 0 ? {} : { mentions }) };
    await sql`
      update events set message = ${JSON.stringify(next)}::jsonb, since = coalesce(since, '{}') || case when ${text === message.text} then '{}'::jsonb
        else jsonb_build_object('editedAt', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
      where id = ${place.eventId}::uuid`.execute(tx);
    const quoting = text === message.text ? [] : await changeQuotes(tx, place, text);
    const unnamed = [...before].filter((id) => !now.has(id));
    await unfollowAsUnnamed(deps, tx, room, unnamed);
    if (unnamed.length > 0) await announce(tx, mentionsTaken, [{ accountId, ...place, userIds: unnamed }]);
    if (fresh.length > 0) {
      const counts = await tx
        .selectFrom('rooms')
        .select(['public_count', 'private_count'])
        .where('id', '=', place.roomId)
        .executeTakeFirstOrThrow();
      // Where the message stands nothing is new: that they are named now is told by their notice.
      const before = { publicNo: counts.public_count, privateNo: counts.private_count };
      await nameColleagues(deps, tx, actor, { ...place, userIds: fresh, before });
    }
    const [changed] = await tellChangedEvents(deps, tx, accountId, room, [place.eventId, ...quoting]);
    if (changed === undefined) throw new Error('an event that was just changed is not there');
    return { frame: changed, isNote };
  });
  // It may stand beside the talk too.
  if (isNote) await tellRoom(deps, accountId, place.roomId, 'PinnedNotesChanged', { roomId: place.roomId });
  return frame;
}

/** What a message said before, the oldest first. Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND. */
export async function earlierWords(on: Reader, actor: Actor, { roomId, eventId }: MessagePlace): Promise<EarlierWords[]> {
  await requireVisible(on, actor, roomId);
  const event = await on.selectFrom('events').select('id').where('id', '=', eventId).where('room_id', '=', roomId).executeTakeFirst();
  if (!event) throw problem('EVENT_NOT_FOUND');
  return on.selectFrom('earlier_words').select(['text', 'until']).where('event_id', '=', eventId).orderBy('id').execute();
}
