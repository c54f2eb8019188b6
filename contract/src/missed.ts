import type { Room, RoomMembership } from './entities/room.ts';

/** True for users who have a missed counter in this room: participants, and followers who starred it. */
export function countsMissed(room: Pick<Room, 'roomParticipants'>, membership: RoomMembership, userId: string): boolean {
  return membership.starred || room.roomParticipants.some((p) => p.type === 'USER' && p.associatedParticipantId === userId);
}

/** How many countable events this user has not seen (domain: missed counter). Server and web compute it alike. */
export function missedCount(
  room: Pick<Room, 'roomParticipants' | 'publicCount' | 'privateCount'>,
  membership: RoomMembership,
  userId: string,
): number {
  if (!countsMissed(room, membership, userId)) return 0;
  return Math.max(0, room.publicCount - membership.seenPublicNo) + Math.max(0, room.privateCount - membership.seenPrivateNo);
}
