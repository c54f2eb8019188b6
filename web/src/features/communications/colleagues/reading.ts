import { type ColleagueReads, isCountable, type Room, type RoomEvent } from '@parley/contract';

/** These positions with a newer one; nobody goes back. */
export function withReads(all: readonly ColleagueReads[], one: ColleagueReads): readonly ColleagueReads[] {
  const known = all.find(({ userId }) => userId === one.userId);
  if (known !== undefined && known.seenPublicNo >= one.seenPublicNo) return all;
  return [...all.filter(({ userId }) => userId !== one.userId), one];
}

/** Up to which number each has read: by their last look, or since they have written themselves. */
function reachedBy(messages: readonly RoomEvent[], reads: readonly ColleagueReads[]): ReadonlyMap<string, number> {
  const reached = new Map(reads.map(({ userId, seenPublicNo }) => [userId, seenPublicNo]));
  for (const { origin, publicNo } of messages) {
    if (origin.type === 'USER' && origin.id !== null) reached.set(origin.id, Math.max(reached.get(origin.id) ?? 0, publicNo));
  }
  return reached;
}

/** How many messages of the room somebody has not read. */
export const unreadOf = (
  userId: string,
  { publicCount }: Pick<Room, 'publicCount'>,
  events: readonly RoomEvent[],
  reads: readonly ColleagueReads[],
): number => Math.max(0, publicCount - (reachedBy(events.filter(isCountable), reads).get(userId) ?? 0));

/**
 * Up to which message each of `others` has read, of those that are held: the colleagues who are in the room now, without the reader. Whose place
 * is their own message, or is not held, is not named.
 */
export function placesOfReaders(
  events: readonly RoomEvent[],
  reads: readonly ColleagueReads[],
  others: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const messages = events.filter(isCountable);
  const places = new Map<string, string[]>();
  for (const [userId, no] of reachedBy(messages, reads)) {
    const last = others.includes(userId) ? messages.findLast(({ publicNo }) => publicNo <= no) : undefined;
    if (last === undefined || last.origin.id === userId) continue;
    places.set(last.id, [...(places.get(last.id) ?? []), userId]);
  }
  return places;
}
