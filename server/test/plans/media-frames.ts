import { messageId } from '../people.ts';

/** Frames of what live chat does not take. */
export const mediaFrames = (roomId: string, channelId: string): [string, unknown][] => [
  ['Sms', { clientMessageId: messageId(), roomId, channelId, text: 'Hello', phoneNumber: '+359888123456' }],
  ['Email', { clientMessageId: messageId(), roomId, channelId, text: 'Hello' }],
  ['RichMedia', { clientMessageId: messageId(), roomId, channelId, text: 'Which?', options: [{ text: 'This' }] }],
  ['UnsupportedMedia', { clientMessageId: messageId(), roomId, channelId, unsupportedMediaType: 'STICKER' }],
];

/** What answers a frame of an agent's work: live chat takes words and files alone. */
export const answerTo = (type: string): string => (/Media$|^Sms$|^Email$/.test(type) ? 'INVALID_REQUEST' : 'Ack');
