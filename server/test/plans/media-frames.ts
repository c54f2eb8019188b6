import { messageId } from '../people.ts';

/** Frames of media that are no files. */
export const mediaFrames = (roomId: string, channelId: string): [string, unknown][] => [
  ['RichMedia', { clientMessageId: messageId(), roomId, channelId, text: 'Which?', options: [{ text: 'This' }] }],
  ['UnsupportedMedia', { clientMessageId: messageId(), roomId, channelId, unsupportedMediaType: 'STICKER' }],
];

/** What answers a frame of an agent's work: live chat takes no media but files. */
export const answerTo = (type: string): string => (type.endsWith('Media') ? 'INVALID_REQUEST' : 'Ack');
