import { type RoomEvent, withStatuses } from '@parley/contract';
import { replaceEvents } from '../history.ts';
import type { RoomRecord } from '../room-record.ts';
import type { PayloadOf } from './payload.ts';

/** MessageStatus: delivery of one or more events moved on. Events not held are left to the page that brings them. */
export function messageStatus(record: RoomRecord, { change, statuses }: PayloadOf<'MessageStatus'>): RoomRecord {
  const byEvent = new Map(statuses.map((status) => [status.roomEventId, status]));
  const withStatus = (event: RoomEvent): RoomEvent => {
    const status = byEvent.get(event.id);
    if (status === undefined || event.change >= change) return event;
    return { ...event, change, eventData: { ...event.eventData, status } };
  };
  const room = withStatuses(record.room, statuses);
  return { ...record, room, public: replaceEvents(record.public, withStatus), private: replaceEvents(record.private, withStatus) };
}
