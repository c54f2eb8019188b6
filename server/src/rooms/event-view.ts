import { type ChannelType, Delivery, type EventDataType, type OriginType, type RoomEvent } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Events } from '../platform/schema.ts';
import { messageOf, type Stored } from './draft.ts';

/** An event's row with what its channel adds. */
export type EventRow = Pick<
  Selectable<Events>,
  | 'id'
  | 'room_id'
  | 'conversation_id'
  | 'contact_channel_id'
  | 'seq'
  | 'change'
  | 'public_no'
  | 'private_no'
  | 'kind'
  | 'type'
  | 'private'
  | 'origin_type'
  | 'origin_id'
  | 'origin_name'
  | 'message'
  | 'participants'
  | 'modified_value'
  | 'reason'
  | 'status'
  | 'status_reason'
  | 'status_at'
  | 'client_message_id'
  | 'created_at'
> & { channel_type: string | null; channel_application_id: string | null };

/** The only way an event's row becomes what colleagues read. */
export function eventOfRow(row: EventRow): RoomEvent {
  const internal = row.channel_type === null && row.kind === 'COMMUNICATION' && !row.private;
  return {
    id: row.id,
    roomId: row.room_id,
    conversationId: row.conversation_id,
    seq: row.seq,
    change: row.change,
    publicNo: row.public_no,
    privateNo: row.private_no,
    createdAt: row.created_at,
    eventType: row.kind as RoomEvent['eventType'],
    eventData: {
      type: row.type as EventDataType,
      message: row.message as RoomEvent['eventData']['message'],
      privateMessage: row.private,
      status: row.status === null ? null : Delivery.parse({ clientStatus: row.status, reason: row.status_reason, at: row.status_at }),
      modifiedValue: row.modified_value,
      reason: row.reason,
    },
    origin: {
      type: row.origin_type as OriginType,
      id: row.origin_id,
      name: row.origin_name,
      channelType: internal ? 'INTERNAL' : (row.channel_type as ChannelType | null),
      channelId: row.private ? 'note' : internal ? 'internal' : row.contact_channel_id,
      channelApplicationId: row.channel_application_id,
    },
    modifiedParticipants: row.participants as RoomEvent['modifiedParticipants'],
    clientMessageId: row.client_message_id,
  };
}

/** The same of a draft that was just stored, without reading it back. */
export function eventOfStored({ draft, judged }: Stored): RoomEvent {
  return eventOfRow({
    id: judged.event_id,
    room_id: judged.room_id,
    conversation_id: judged.conversation_id,
    contact_channel_id: draft.contactChannelId ?? null,
    seq: judged.seq,
    change: judged.change,
    public_no: judged.public_no,
    private_no: judged.private_no,
    kind: draft.kind,
    type: draft.type,
    private: draft.privateMessage ?? false,
    origin_type: draft.origin,
    origin_id: draft.originId,
    origin_name: draft.originName?.toWellFormed() ?? null,
    message: messageOf(draft),
    participants: (draft.modifiedParticipants ?? []).map((one) => ({ ...one })),
    modified_value: draft.modifiedValue?.toWellFormed() ?? null,
    reason: draft.reason ?? null,
    status: draft.status ?? null,
    status_reason: null,
    status_at: draft.status === undefined ? null : judged.created_at,
    client_message_id: draft.clientMessageId ?? null,
    created_at: judged.created_at,
    channel_type: judged.channel_type,
    channel_application_id: judged.channel_application_id,
  });
}

/** Which kind of frame tells of it (contract: agentReceives). */
export function frameTypeOf(
  event: Pick<RoomEvent, 'eventType' | 'eventData'>,
): 'Text' | 'Image' | 'File' | 'Resolve' | 'Assign' | 'SystemText' {
  if (event.eventType === 'COMMUNICATION') return messageFrameOf(event.eventData.type);
  if (event.eventData.type === 'RESOLVE' || event.eventData.type === 'AUTO_RESOLVE') return 'Resolve';
  return event.eventData.type === 'USER_ASSIGNED' ? 'Assign' : 'SystemText';
}

/** The same of a message alone, for colleagues and customers alike. */
export function messageFrameOf(type: EventDataType): 'Text' | 'Image' | 'File' {
  if (type === 'IMAGE') return 'Image';
  return type === 'FILE' ? 'File' : 'Text';
}
