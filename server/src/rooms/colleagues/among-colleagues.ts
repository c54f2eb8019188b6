import type { EventDataType, EventSince, Message } from '@parley/contract';
import type * as z from 'zod/mini';
import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import { type LockedRoom, lockRoom } from '../delivery/delivery.ts';
import { requireParticipation } from './internal-rooms.ts';

export interface MessagePlace {
  roomId: string;
  eventId: string;
}

/** A message that no customer can read, under its room's lock. */
export interface ColleaguesMessage {
  room: LockedRoom;
  eventId: string;
  type: EventDataType;
  isNote: boolean;
  isOwn: boolean;
  fileId: string | null;
  message: z.infer<typeof Message>;
  since: EventSince;
}

/**
 * Locks the room of a message among colleagues, or of a note, so that it can be changed.
 * Throws ROOM_NOT_FOUND, EVENT_NOT_FOUND, ROOM_NOT_A_PARTICIPANT in a chat of colleagues, MESSAGE_NOT_AMONG_COLLEAGUES of what a customer
 * could read and of what the system recorded, MESSAGE_DELETED.
 */
export async function holdMessage(tx: Tx, actor: Actor, { roomId, eventId }: MessagePlace): Promise<ColleaguesMessage> {
  await requireVisibleRoom(tx, actor, roomId);
  const room = await lockRoom(tx, roomId);
  const row = await tx
    .selectFrom('events')
    .select(['type', 'kind', 'private', 'origin_type', 'origin_id', 'contact_channel_id', 'channel_seq', 'file_id', 'message', 'since'])
    .where('id', '=', eventId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  if (!row) throw problem('EVENT_NOT_FOUND');
  const isAmong = row.private || (room.type !== 'EXTERNAL' && row.contact_channel_id === null && row.channel_seq === null);
  if (!isAmong || row.kind !== 'COMMUNICATION' || row.origin_type !== 'USER') throw problem('MESSAGE_NOT_AMONG_COLLEAGUES');
  if (room.type !== 'EXTERNAL') await requireParticipation(tx, actor, roomId);
  const since = (row.since ?? {}) as EventSince;
  if (since.deleted !== undefined || row.message === null) throw problem('MESSAGE_DELETED');
  return {
    room,
    eventId,
    type: row.type as EventDataType,
    isNote: row.private,
    isOwn: row.origin_id === actor.userId,
    fileId: row.file_id,
    message: row.message as unknown as z.infer<typeof Message>,
    since,
  };
}
