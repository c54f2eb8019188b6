import { missedCount } from '@parley/contract';
import { holdsConversation, isParticipant, waitingConversation } from '../state/lists.ts';
import type { RoomRecord } from '../state/room-record.ts';

/** Whether a room has a row in one's own lists: what waits, what one holds or takes part in, what sleeps. */
const isListed = ({ room }: RoomRecord, me: string): boolean =>
  room.state !== 'RESOLVED' && (waitingConversation(room) !== undefined || isParticipant(room, me) || holdsConversation(room, me));

/**
 * In how many of the rooms that the counter of customers' rooms counts one finds nothing in one's own lists: one follows them, having starred them or been named
 * there, and a colleague holds them.
 *
 * @param counted by the server (users/me/counters)
 * @param rooms that are held here, among them all of one's own lists
 */
export function missedElsewhere(counted: number, rooms: Iterable<RoomRecord>, me: string): number {
  let listed = 0;
  for (const record of rooms)
    if (record.room.type === 'EXTERNAL' && isListed(record, me) && missedCount(record.room, record.membership, me) > 0) listed += 1;
  return Math.max(0, counted - listed);
}
