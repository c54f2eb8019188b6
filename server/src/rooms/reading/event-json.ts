import { type ChannelType, type DeliveryStatus, isNameOrCode, numberChannels, type RoomEvent, userStatusOf } from '@parley/contract';
import { type Cell, packed, unpacked } from '../../platform/cells.ts';
import { jsonOf } from '../../platform/written-json.ts';

/** The columns of an event that colleagues read, in the order of `EventCells`. */
export const EVENT_COLUMNS = `e.room_id, e.seq, e.origin_name, e.message, e.participants, e.modified_value, e.reason, e.status_reason, e.client_message_id, e.assignment, e.since, e.details,
  (select ca.name from channel_applications ca where ca.id = cc.channel_application_id), cc.address,
  ${packed(`e.id, e.conversation_id, e.contact_channel_id, e.change, e.public_no, e.private_no, e.kind, e.type, e.private, e.origin_type,
    e.origin_id, e.status, e.status_at, e.created_at, cc.type, cc.channel_application_id`)}`;

export type EventCells = readonly [
  roomId: string,
  seq: string,
  originName: Cell,
  message: Cell,
  participants: string,
  modifiedValue: Cell,
  reason: Cell,
  statusReason: Cell,
  clientMessageId: Cell,
  assignment: Cell,
  since: Cell,
  details: Cell,
  applicationName: Cell,
  address: Cell,
  packed: string,
];

const { word, text, instant } = jsonOf;
const areNumbers: ReadonlySet<string> = numberChannels;
const isNumber = (type: string, address: string | null) => areNumbers.has(type) && !isNameOrCode(type as ChannelType, address ?? '+');

/** An event's row as colleagues read it (communications, section 3), in JSON: `eventOfStored` says the same of one that was just stored. */
export function eventJson(cells: EventCells): string {
  const [roomId, seq, originName, message, participants, modifiedValue, reason, statusReason, clientMessageId, assignment, since, ...more] =
    cells;
  const [details, applicationName, address, others] = more as [Cell, Cell, Cell, string];
  const [eventId, conversationId, contactChannelId, change, publicNo, privateNo, kind, type, isPrivate, originType, ...rest] =
    unpacked(others);
  const [originId, status, statusAt, createdAt, channelType = '', channelApplicationId] = rest;
  const note = isPrivate === 't';
  const internal = channelType === '' && kind === 'COMMUNICATION' && !note;
  const channel = note ? 'note' : internal ? 'internal' : contactChannelId;
  const delivery =
    status === ''
      ? 'null'
      : `{"clientStatus":${word(status)},"userStatus":${JSON.stringify(userStatusOf(status as DeliveryStatus))},"userStatusReason":${text(statusReason)},` +
        `"roomEventId":"${eventId}","lastMessageTimestamp":${instant(createdAt)},"at":${instant(statusAt)}}`;
  return (
    `{"id":"${eventId}","roomId":"${roomId}","conversationId":${word(conversationId)},"seq":${seq},"change":${change},"publicNo":${publicNo},` +
    `"privateNo":${privateNo},"createdAt":${instant(createdAt)},"eventType":"${kind}","eventData":{"type":${word(type)},"message":${message},` +
    `"privateMessage":${note},"status":${delivery},"modifiedValue":${text(modifiedValue)},"reason":${text(reason)}${assignment === null ? '' : `,"assignment":${assignment}`}${partsOf(details)}},` +
    `"origin":{"type":${word(originType)},"id":${word(originId)},"name":${text(originName)},` +
    `"channelType":${internal ? '"INTERNAL"' : word(channelType)},"channelId":${word(channel)},"channelApplicationId":${word(channelApplicationId)},` +
    `"channelApplicationName":${text(applicationName)},"phoneNumber":${isNumber(channelType, address) ? text(address) : 'null'}},` +
    `"modifiedParticipants":${participants},"clientMessageId":${text(clientMessageId)}${since === null ? '' : `,"since":${since}`}}`
  );
}

/** How many notes of the room stood before it, or with it where it is one. */
export const privateNoOf = (cells: EventCells): number => Number(unpacked(cells[14])[5]);

/** The fields of an object as they stand in another, behind others. PostgreSQL writes objects without blanks around them. */
const partsOf = (object: Cell): string => (object === null || object === '{}' ? '' : `,${object.slice(1, -1)}`);

/** The same as an object. */
export const eventOfCells = (cells: EventCells): RoomEvent => JSON.parse(eventJson(cells)) as RoomEvent;
