import {
  type ChannelType,
  type EventDataType,
  type EventFrame,
  eventStatus,
  isNameOrCode,
  type RoomEvent,
  type RoomFrame,
} from '@parley/contract';
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
      status:
        draft.status === undefined
          ? null
          : eventStatus({ id: judged.event_id, said: judged.created_at }, { status: draft.status, reason: null, at: judged.created_at }),
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
      phoneNumber: phoneNumberOf(judged),
    },
    modifiedParticipants: (draft.modifiedParticipants ?? []).map((one) => ({ ...one })),
    clientMessageId: draft.clientMessageId ?? null,
  };
}

/** The customer's, where it is one. */
const phoneNumberOf = ({
  channel_type: type,
  phone_number: number,
}: Pick<Stored['judged'], 'channel_type' | 'phone_number'>): string | null =>
  number !== null && isNameOrCode(type as ChannelType, number) ? null : number;

/** Which kind of frame tells of it (contract: agentReceives). */
export function frameTypeOf(event: Pick<RoomEvent, 'eventType' | 'eventData'>): EventFrameKind {
  const { type, call } = event.eventData;
  // Nothing has become of it as long as it goes on.
  if (type === 'CALL' && call?.dialStatus === null) return 'CustomerCallStarted';
  return event.eventType === 'COMMUNICATION' ? (messageFrames[type] ?? 'Text') : (systemFrames[type] ?? 'SystemText');
}

/** Which kind tells of one that was told before and says something else now. */
export function changedFrameOf(event: Pick<RoomEvent, 'eventType' | 'eventData'>): EventFrameKind {
  return event.eventData.call?.callbackStatus == null ? frameTypeOf(event) : 'CallbackStatusUpdated';
}

type EventFrameKind = Extract<RoomFrame, { payload: EventFrame }>['type'];

const systemFrames: Partial<Record<EventDataType, EventFrameKind>> = {
  RESOLVE: 'Resolve',
  AUTO_RESOLVE: 'Resolve',
  USER_ASSIGNED: 'Assign',
  USER_DELETED: 'UserDeleted',
  CUSTOMER_SUBSCRIBED: 'CustomerSubscribed',
  CUSTOMER_UNSUBSCRIBED: 'CustomerUnsubscribed',
  CUSTOMER_MERGED: 'CustomerMerged',
};

const messageFrames: Partial<Record<EventDataType, EventFrameKind>> = {
  EMAIL: 'Email',
  CALL: 'CustomerCall',
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
