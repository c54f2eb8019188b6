import type { RoomEvent } from '@parley/contract';

const LINE_PX = 20;
/** Letters in a line of a bubble. */
const LETTERS = 68;

const words = (said: string | null | undefined): number =>
  said ? 8 + LINE_PX * said.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LETTERS)), 0) : 0;

/**
 * How high a call, an e-mail or a file that is not here will stand (Faces.module.css), by what the event tells, in pixels: its place is kept until its
 * part of the page is here. 0 for whatever is as high as its words. What an event lacks against the contract takes no place.
 */
export function faceHeight({ eventData: { message, email, call } }: RoomEvent): number {
  if (email) {
    const files = email.attachments?.length ?? 0;
    return 46 + (email.multipartContent ? 168 : words(email.content)) + (files && 2 + files * 54);
  }
  if (call) return 44 + words(message?.text) + (call.recordingFileId ? 98 : 0);
  return message?.fileState ? 40 + words(message.text) : 0;
}
