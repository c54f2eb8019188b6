import type { EventFile, FileUrls, UploadedFile } from '@parley/contract/entities/file';
import type { VisitorHistory, VisitorSession, VisitorWaiting } from '@parley/contract/entities/visitor';
import type { WidgetForm } from '@parley/contract/entities/widget';
import type { VisitorConversation, VisitorEvent, VisitorReads, VisitorSendAnswer } from '@parley/contract/frames/visitor';
import { count, flag, id, instant, list, maybe, oneOf, type Reader, record, text } from './reader.ts';

const facts = {
  fileId: id,
  fileName: text,
  fileSize: count,
  mediaType: text,
  imageWidth: maybe(count),
  imageHeight: maybe(count),
};

const event = record<VisitorEvent>({
  id: text,
  channelSeq: count,
  createdAt: instant,
  from: oneOf('VISITOR', 'AGENT', 'BOT'),
  name: maybe(text),
  text,
  file: maybe(record<EventFile>(facts)),
  clientMessageId: maybe(text),
  status: oneOf('SENT', 'DELIVERED', 'SEEN', 'ERROR'),
});

const conversation = record<VisitorConversation>({
  state: oneOf('NONE', 'WAITING', 'ASSIGNED', 'RESOLVED', 'BLOCKED'),
  agentName: maybe(text),
});

export const sendAnswer = record<VisitorSendAnswer>({ eventId: text, channelSeq: count, createdAt: instant });

export const session = record<VisitorSession>({ secret: text });

const detail = oneOf('name', 'email', 'phone', 'consent');

export const toldDetails = record<{ told: Array<keyof WidgetForm> }>({ told: list(detail) });

export const identified = record<{ session: 'SAME' | 'ANOTHER' }>({ session: oneOf('SAME', 'ANOTHER') });

/** That it was done is all that is said. */
export const done = record({});

export const ticket = record<{ ticket: string }>({ ticket: text });

export const history = record<VisitorHistory>({
  content: list(event),
  last: flag,
  conversation,
  lastChannelSeq: count,
  now: instant,
});

export const uploadedFile = record<UploadedFile>({
  ...facts,
  type: oneOf('IMAGE', 'FILE'),
  notice: maybe(oneOf('MAX_IMAGE_RESOLUTION', 'UNREADABLE_IMAGE')),
});

export const waiting = record<VisitorWaiting>({
  place: maybe(count),
  isAnybodyThere: flag,
  usualSeconds: maybe(count),
  opensAt: maybe(instant),
});

export const fileUrls = record<{ content: FileUrls[] }>({
  content: list(record<FileUrls>({ fileId: id, url: text, downloadUrl: text, thumbnailUrl: maybe(text), expiresAt: instant })),
});

export const removedFile = record<{ fileId: string }>({ fileId: id });

type Payload<Kind extends VisitorReads['type']> = Extract<VisitorReads, { type: Kind }>['payload'];

const withEvent = record<{ event: VisitorEvent }>({ event });

/** The payloads of the frames that the widget reads the content of. */
export const frames: { readonly [Kind in VisitorReads['type']]: Reader<Payload<Kind>> } = {
  Ack: record<Payload<'Ack'>>({ answer: maybe(sendAnswer) }),
  Text: withEvent,
  Image: withEvent,
  File: withEvent,
  MessageStatus: record<Payload<'MessageStatus'>>({
    from: oneOf('VISITOR', 'AGENT'),
    channelSeq: count,
    status: oneOf('DELIVERED', 'SEEN'),
  }),
  ConversationState: conversation,
  Typing: record<Payload<'Typing'>>({ name: text }),
  SessionEnded: record({}),
  Ping: record({}),
  Pong: record<Payload<'Pong'>>({ at: instant }),
};
