import type { EventFile, FileState, Message, RoomEvent } from '@parley/contract';
import type * as z from 'zod/mini';

/** A file as a message holds it, and whether it is shown as a picture. */
export interface MessageFile {
  readonly file: EventFile;
  readonly isPicture: boolean;
}

/** A file that its provider announced and that is not here. */
export interface AbsentMessageFile {
  readonly state: FileState;
  /** As its provider calls it; null where it does not. */
  readonly fileName: string | null;
  readonly isPicture: boolean;
}

/** The file of a message that is still coming, or that could not be fetched; null where there is none. */
export function absentFile({ eventData: { message } }: Pick<RoomEvent, 'eventData'>): AbsentMessageFile | null {
  if (message?.fileState === undefined) return null;
  return { state: message.fileState, fileName: message.fileName ?? null, isPicture: message.type === 'IMAGE' };
}

function fileOf(message: z.infer<typeof Message>): EventFile | null {
  const { fileId, fileName, fileSize, mediaType, imageWidth = null, imageHeight = null } = message;
  if (fileId === undefined || fileName === undefined || fileSize === undefined || mediaType === undefined) return null;
  return { fileId, fileName, fileSize, mediaType, imageWidth, imageHeight };
}

/** The file of a message; null where there is none, or where its message does not tell enough of it. */
export function messageFile({ eventData: { message } }: Pick<RoomEvent, 'eventData'>): MessageFile | null {
  const file = message === null ? null : fileOf(message);
  return file === null || message === null ? null : { file, isPicture: message.type === 'IMAGE' };
}

/** The pictures of these events, oldest first. */
export const picturesOf = (events: readonly RoomEvent[]): readonly EventFile[] =>
  events
    .map(messageFile)
    .filter((held) => held?.isPicture === true)
    .map((held) => (held as MessageFile).file);
