import type { ChannelType, EventDataType, RoomEvent } from '@parley/contract';
import { detailsOf, messageOf, type Stored } from './draft.ts';

/** An event that was just stored, as colleagues read it, without reading it back (event-json.ts says it of rows). */
export function eventOfStored({ draft, judged }: Stored): RoomEvent {
  const note = draft.privateMessage ?? false;
  const internal = judged.channel_type === null && draft.kind === 'COMMUNICATION' && !note;
  return {
    id: judged.event_id,
    roomId: judged.room_id,
    conversationId: judged.conversation_id,
    seq: judged.seq,
    change: judged.change,
    publicNo: judged.public_no,
    privateNo: judged.private_no,
    createdAt: judged.created_at,
    eventType: draft.kind,
    eventData: {
      type: draft.type,
      message: messageOf(draft),
      privateMessage: note,
      status: draft.status === undefined ? null : { clientStatus: draft.status, reason: null, at: judged.created_at },
      modifiedValue: draft.modifiedValue?.toWellFormed() ?? null,
      reason: draft.reason ?? null,
      ...(draft.assignment === undefined ? {} : { assignment: draft.assignment }),
      ...detailsOf(draft),
    },
    origin: {
      type: draft.origin,
      id: draft.originId,
      name: draft.originName?.toWellFormed() ?? null,
      channelType: internal ? 'INTERNAL' : (judged.channel_type as ChannelType | null),
      channelId: note ? 'note' : internal ? 'internal' : (draft.contactChannelId ?? null),
      channelApplicationId: judged.channel_application_id,
      channelApplicationName: judged.application_name,
      phoneNumber: judged.phone_number,
    },
    modifiedParticipants: (draft.modifiedParticipants ?? []).map((one) => ({ ...one })),
    clientMessageId: draft.clientMessageId ?? null,
  };
}

/** Which kind of frame tells of it (contract: agentReceives). */
export function frameTypeOf(
  event: Pick<RoomEvent, 'eventType' | 'eventData'>,
): MessageFrame | 'Resolve' | 'Assign' | 'UserDeleted' | 'SystemText' {
  if (event.eventType === 'COMMUNICATION') return messageFrames[event.eventData.type] ?? 'Text';
  if (event.eventData.type === 'RESOLVE' || event.eventData.type === 'AUTO_RESOLVE') return 'Resolve';
  if (event.eventData.type === 'USER_DELETED') return 'UserDeleted';
  return event.eventData.type === 'USER_ASSIGNED' ? 'Assign' : 'SystemText';
}

type MessageFrame = 'Text' | 'Image' | 'File' | 'RichMedia' | 'UnsupportedMedia';

const messageFrames: Partial<Record<EventDataType, MessageFrame>> = {
  IMAGE: 'Image',
  FILE: 'File',
  RICH_MEDIA: 'RichMedia',
  UNSUPPORTED_MEDIA: 'UnsupportedMedia',
};

/** Which frame tells a customer of a message. */
export function messageFrameOf(type: EventDataType): 'Text' | 'Image' | 'File' {
  if (type === 'IMAGE') return 'Image';
  return type === 'FILE' ? 'File' : 'Text';
}
