import type { RoomMembership } from '@parley/contract';
import type { RoomRecord } from '../room-record.ts';

/** What was seen only grows: of two reports the higher one is right, whichever came last. */
export function withSeen(held: RoomMembership, other: RoomMembership): RoomMembership {
  const times = [held.lastSeenEventTimestamp, other.lastSeenEventTimestamp].filter((time) => time !== null).sort();
  return {
    ...held,
    seenPublicNo: Math.max(held.seenPublicNo, other.seenPublicNo),
    seenPrivateNo: Math.max(held.seenPrivateNo, other.seenPrivateNo),
    lastSeenEventTimestamp: times.at(-1) ?? null,
  };
}

/** RoomMembership: mine alone; it carries no change of the room, and the frame received last says whether it is starred or followed. */
export function roomMembership(record: RoomRecord, membership: RoomMembership): RoomRecord {
  return { ...record, membership: withSeen(membership, record.membership), membershipFrames: record.membershipFrames + 1 };
}
