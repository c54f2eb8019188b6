import type { EventFrame, EventSince } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms } from '../work.ts';
import { holdMessage, type MessagePlace } from './among-colleagues.ts';
import { readEventFrame, tellChangedEvents } from './changed-events.ts';

type Reactions = NonNullable<EventSince['reactions']>;
type Emoji = Reactions[number]['emoji'];

/** The reactions after somebody gave one or took it back; the same list where it was so already. */
export function withReaction(reactions: Reactions, userId: string, emoji: Emoji, given: boolean): Reactions {
  const has = reactions.some((one) => one.emoji === emoji && one.userIds.includes(userId));
  if (has === given) return reactions;
  if (!given) {
    return reactions
      .map((one) => (one.emoji === emoji ? { ...one, userIds: one.userIds.filter((id) => id !== userId) } : one))
      .filter(({ userIds }) => userIds.length > 0);
  }
  const known = reactions.some((one) => one.emoji === emoji);
  return known
    ? reactions.map((one) => (one.emoji === emoji ? { ...one, userIds: [...one.userIds, userId] } : one))
    : [...reactions, { emoji, userIds: [userId] }];
}

/** Reacts to a message among colleagues, or to a note, or takes that back; what is so already stays so. Throws as `holdMessage`. */
export function react(
  deps: RoomsDeps,
  actor: Actor,
  place: MessagePlace,
  { emoji, given }: { emoji: Emoji; given: boolean },
): Promise<EventFrame> {
  return inRooms(deps.db, actor.accountId, async (tx) => {
    const { room, since } = await holdMessage(tx, actor, place);
    const before = since.reactions ?? [];
    const reactions = withReaction(before, actor.userId, emoji, given);
    if (reactions === before) return readEventFrame(tx, room, place.eventId);
    const { reactions: _before, ...rest } = since;
    const next = { ...rest, ...(reactions.length === 0 ? {} : { reactions }) };
    await tx
      .updateTable('events')
      .set({ since: Object.keys(next).length === 0 ? null : JSON.stringify(next) })
      .where('id', '=', place.eventId)
      .execute();
    const [changed] = await tellChangedEvents(deps, tx, actor.accountId, room, [place.eventId]);
    if (changed === undefined) throw new Error('an event that was just changed is not there');
    return changed;
  });
}
