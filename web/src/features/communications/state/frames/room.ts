import type { RoomRecord } from '../room-record.ts';
import type { PayloadOf } from './payload.ts';

/** ParticipantsChanged: the whole list as it is now. */
export function participantsChanged(record: RoomRecord, { roomParticipants }: PayloadOf<'ParticipantsChanged'>): RoomRecord {
  return { ...record, room: { ...record.room, roomParticipants } };
}

/** RoomLifecycle: the whole room as it is now. */
export function roomLifecycle(record: RoomRecord, { room }: PayloadOf<'RoomLifecycle'>): RoomRecord {
  return { ...record, room };
}
