import type { RoomRecord } from '../room-record.ts';
import type { PayloadOf } from './payload.ts';

/** ParticipantsChanged: the whole list as it is now. */
export function participantsChanged(record: RoomRecord, { roomParticipants }: PayloadOf<'ParticipantsChanged'>): RoomRecord {
  return { ...record, room: { ...record.room, roomParticipants } };
}

/** ChannelUpdated: a channel that is new in the room, or as it is now; they stand in the order in which they were made. */
export function channelUpdated(record: RoomRecord, { channel }: PayloadOf<'ChannelUpdated'>): RoomRecord {
  const others = record.room.channels.filter(({ channelId }) => channelId !== channel.channelId);
  const channels = [...others, channel].sort((a, b) => (a.channelId < b.channelId ? -1 : 1));
  return { ...record, room: { ...record.room, channels } };
}

/** RoomLifecycle: the whole room as it is now. */
export function roomLifecycle(record: RoomRecord, { room }: PayloadOf<'RoomLifecycle'>): RoomRecord {
  return { ...record, room };
}
