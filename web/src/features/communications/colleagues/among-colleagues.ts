import {
  type ColleagueReads,
  INTERNAL_CHANNEL_ID,
  isCountable,
  type Participant,
  type Room,
  type RoomChannel,
  type RoomEvent,
} from '@parley/contract';

/** A chat with one colleague or a group: no customer is in it. */
export const isAmongColleagues = ({ type }: Pick<Room, 'type'>): boolean => type !== 'EXTERNAL';

/** The people of a room, in the order in which they came. */
export const membersOf = ({ roomParticipants }: Pick<Room, 'roomParticipants'>): readonly Participant[] =>
  roomParticipants.filter(({ type }) => type === 'USER');

/** All but the reader. */
export const othersOf = (room: Pick<Room, 'roomParticipants'>, me: string): readonly Participant[] =>
  membersOf(room).filter(({ associatedParticipantId }) => associatedParticipantId !== me);

/** What is written in a chat of colleagues goes by no channel of a customer's: it bears this id (communications, section 3). */
export const internalChannel = ({ id, createdAt }: Pick<Room, 'id' | 'createdAt'>): RoomChannel => ({
  channelId: INTERNAL_CHANNEL_ID,
  channelType: 'INTERNAL',
  channelApplicationId: id,
  name: '',
  timestamp: createdAt,
});

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
 * Up to which message each colleague but the reader has read, of those that are held. Whose place is their own message, or is not held, is
 * not named.
 */
export function placesOfReaders(
  events: readonly RoomEvent[],
  reads: readonly ColleagueReads[],
  me: string,
): ReadonlyMap<string, readonly string[]> {
  const messages = events.filter(isCountable);
  const places = new Map<string, string[]>();
  for (const [userId, no] of reachedBy(messages, reads)) {
    const last = userId === me ? undefined : messages.findLast(({ publicNo }) => publicNo <= no);
    if (last === undefined || last.origin.id === userId) continue;
    places.set(last.id, [...(places.get(last.id) ?? []), userId]);
  }
  return places;
}
