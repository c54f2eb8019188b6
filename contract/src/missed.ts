import type { Participant, Room, RoomMembership } from './entities/room.ts';

/** What is needed of a room, and of somebody's membership, to tell what they missed. */
type Present = { readonly roomParticipants: ReadonlyArray<{ type: string } & Pick<Participant, 'associatedParticipantId'>> };
type Seen = Pick<RoomMembership, 'starred' | 'followed' | 'seenPublicNo' | 'seenPrivateNo'>;

/** True for users who have a missed counter in this room: participants, and followers, who starred it or were named in it. */
export function countsMissed(room: Present, membership: Pick<Seen, 'starred' | 'followed'>, userId: string): boolean {
  return (
    membership.starred ||
    membership.followed ||
    room.roomParticipants.some((p) => p.type === 'USER' && p.associatedParticipantId === userId)
  );
}

/** How many countable events this user has not seen (domain: missed counter). Server and web compute it alike. */
export function missedCount(room: Present & Pick<Room, 'publicCount' | 'privateCount'>, membership: Seen, userId: string): number {
  if (!countsMissed(room, membership, userId)) return 0;
  return Math.max(0, room.publicCount - membership.seenPublicNo) + Math.max(0, room.privateCount - membership.seenPrivateNo);
}
