import type { CallEvent, EventDataType, EventFile, RoomEvent } from '@parley/contract';

/** An event that is going to be in the world of a story. */
export interface Draft {
  origin: 'CUSTOMER' | 'USER' | 'SYSTEM';
  who: string | null;
  type: EventDataType;
  text: string | null;
  isPrivate: boolean;
  file?: EventFile;
  isComing?: boolean;
  byClock?: boolean;
  call?: CallEvent;
  /** Of an entry of the system: about which conversation, and what it says. */
  about?: { conversationId: string; value: string };
}

/** The message of an event, with what it tells of its file. */
export const messageOf = ({ type, text, isPrivate, file, isComing }: Draft): RoomEvent['eventData']['message'] => ({
  type: type === 'IMAGE' || type === 'FILE' ? type : 'TEXT',
  text,
  privateMessage: isPrivate,
  ...(isComing ? { fileState: 'COMING', fileName: file?.fileName } : file),
});
