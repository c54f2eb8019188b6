import { isCountable, type RoomEvent } from '@parley/contract';
import { isParticipant } from './lists.ts';
import type { RoomRecord } from './room-record.ts';

/** A message of the customer's, by its place among the room's public ones. */
export interface ArrivedMessage {
  readonly eventId: string;
  readonly publicNo: number;
}

const isCustomers = (event: RoomEvent): boolean => event.origin.type === 'CUSTOMER' && isCountable(event);

/** The newest message of the customer's that has arrived here, as far as histories and last words tell. */
function newest({ room, public: history }: RoomRecord): ArrivedMessage | null {
  const held = [history.events.findLast(isCustomers), history.arrived.findLast(isCustomers)]
    .filter((event) => event !== undefined)
    .map(({ id, publicNo }) => ({ eventId: id, publicNo }));
  const { lastEventId, publicCount } = room;
  const isLast = lastEventId !== null && room.lastEventOriginType === 'CUSTOMER' && !room.lastEventPrivate;
  const known = isLast ? [...held, { eventId: lastEventId, publicNo: publicCount }] : held;
  return known.reduce<ArrivedMessage | null>((best, one) => (best === null || one.publicNo > best.publicNo ? one : best), null);
}

/**
 * What an Ack should name (communications, section 7): the customer's highest message that has arrived, for
 * who takes part in the room, when it lies above what was `known` to the customer before. What they were told to be read is more.
 */
export function deliveredToSay(record: RoomRecord, me: string, known: number): ArrivedMessage | null {
  if (record.room.type !== 'EXTERNAL' || !isParticipant(record.room, me)) return null;
  const message = newest(record);
  return message !== null && message.publicNo > Math.max(known, record.toldRead) ? message : null;
}
