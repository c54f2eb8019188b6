const FAILURES = [
  'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION',
  'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE',
  'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED',
] as const;
/** What is told of a start, or of adding a channel, that came to nothing (communications, section 8). */
export type BeginFailure = (typeof FAILURES)[number];
export const isBeginFailure = (key: string): key is BeginFailure => (FAILURES as readonly string[]).includes(key);
