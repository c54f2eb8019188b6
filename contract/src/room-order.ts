import type { Room } from './entities/room.ts';

type Placed = Pick<Room, 'id' | 'lastEventTimestamp' | 'createdAt'>;

/** When something was last said in a room; where nothing was, when it was made. */
export const lastSaidAt = ({ lastEventTimestamp, createdAt }: Omit<Placed, 'id'>): string => lastEventTimestamp ?? createdAt;

/**
 * A room's place in every list that goes by what was said last, on the server as in the browser: the time as the wire carries it, in milliseconds, and of the
 * same time the id. Compared as text: times have the same digits, ids the same letters. Newest first is from the greatest to the least.
 */
export const placeOfRoom = (room: Placed): string => `${lastSaidAt(room)} ${room.id}`;
