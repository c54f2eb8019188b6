import type { RoomEvent } from '@parley/contract';
import type { Cell } from '../platform/cells.ts';
import { jsonOf } from '../platform/written-json.ts';

/** The columns of an event that colleagues read, in the order of `EventCells`. */
export const EVENT_COLUMNS = `e.room_id, e.seq, e.id, e.conversation_id, e.contact_channel_id, e.change, e.public_no, e.private_no, e.kind, e.type,
  e.private, e.origin_type, e.origin_id, e.origin_name, e.message, e.participants, e.modified_value, e.reason, e.status, e.status_reason,
  e.status_at, e.client_message_id, e.created_at, cc.type, cc.channel_application_id`;

export type EventCells = readonly [
  roomId: string,
  seq: string,
  id: string,
  conversationId: Cell,
  contactChannelId: Cell,
  change: string,
  publicNo: string,
  privateNo: string,
  kind: string,
  type: string,
  isPrivate: string,
  originType: string,
  originId: Cell,
  originName: Cell,
  message: Cell,
  participants: string,
  modifiedValue: Cell,
  reason: Cell,
  status: Cell,
  statusReason: Cell,
  statusAt: Cell,
  clientMessageId: Cell,
  createdAt: string,
  channelType: Cell,
  channelApplicationId: Cell,
];

const { id, text, instant } = jsonOf;

/** An event's row as colleagues read it (communications, section 3), in JSON: `eventOfStored` says the same of one that was just stored. */
export function eventJson(cells: EventCells): string {
  const [
    roomId,
    seq,
    eventId,
    conversationId,
    contactChannelId,
    change,
    publicNo,
    privateNo,
    kind,
    type,
    isPrivate,
    originType,
    originId,
    originName,
    message,
    participants,
    modifiedValue,
    reason,
    status,
    statusReason,
    statusAt,
    clientMessageId,
    createdAt,
    channelType,
    channelApplicationId,
  ] = cells;
  const note = isPrivate === 't';
  const internal = channelType === null && kind === 'COMMUNICATION' && !note;
  const channel = note ? 'note' : internal ? 'internal' : contactChannelId;
  const delivery = status === null ? 'null' : `{"clientStatus":${text(status)},"reason":${text(statusReason)},"at":${instant(statusAt)}}`;
  return (
    `{"id":"${eventId}","roomId":"${roomId}","conversationId":${id(conversationId)},"seq":${seq},"change":${change},"publicNo":${publicNo},` +
    `"privateNo":${privateNo},"createdAt":${instant(createdAt)},"eventType":"${kind}","eventData":{"type":${text(type)},"message":${message},` +
    `"privateMessage":${note},"status":${delivery},"modifiedValue":${text(modifiedValue)},"reason":${text(reason)}},` +
    `"origin":{"type":${text(originType)},"id":${id(originId)},"name":${text(originName)},` +
    `"channelType":${internal ? '"INTERNAL"' : text(channelType)},"channelId":${id(channel)},"channelApplicationId":${id(channelApplicationId)}},` +
    `"modifiedParticipants":${participants},"clientMessageId":${text(clientMessageId)}}`
  );
}

/** The same as an object. */
export const eventOfCells = (cells: EventCells): RoomEvent => JSON.parse(eventJson(cells)) as RoomEvent;
