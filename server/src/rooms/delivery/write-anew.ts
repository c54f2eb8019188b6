import {
  anewIdOf,
  canBeWrittenAnew,
  type Email,
  type EmailWriting,
  type EventDataType,
  type EventDetails,
  type Message,
  type UploadedFile,
  type WrittenAnew,
} from '@parley/contract';
import type * as z from 'zod/mini';
import type { Actor } from '../../accounts/index.ts';
import { readFile, receiveUpload } from '../../files/index.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { writingOf } from '../emails/email-writings.ts';
import { inRooms, roomWork } from '../work.ts';
import { requireMayWrite } from './send-to-provider.ts';
import { requireNoneWaits, requireUndelivered } from './sent-anew.ts';

/**
 * What a message says that was not delivered, for whoever wants to change it and send it anew: its words, uploads of theirs with the bytes of
 * its files, and the id to send it under, by which the new message takes its place, once (`sent-anew.ts`). Nothing is changed by it.
 * Whoever may write on its channel may do so.
 * Throws ROOM_NOT_FOUND, what `requireUndelivered`, `requireNoneWaits` and `requireMayWrite` throw, MESSAGE_NOT_EDITABLE of what `canBeWrittenAnew` says no composer holds,
 * and of its files FILE_NOT_FOUND and what `receiveUpload` throws.
 */
export async function writeAnew(
  deps: RoomsDeps,
  actor: Actor,
  { roomId, eventId }: { roomId: string; eventId: string },
): Promise<WrittenAnew> {
  const { accountId } = actor;
  const failed = await inRooms(deps.db, accountId, async (tx) => {
    await requireVisibleRoom(tx, actor, roomId);
    const work = await roomWork(tx, accountId, roomId);
    const { type, message, file_id: fileId, details, contact_channel_id: channelId } = await requireUndelivered(tx, roomId, eventId);
    await requireNoneWaits(tx, roomId, eventId);
    if (channelId === null) throw problem('EVENT_NOT_RETRYABLE');
    await requireMayWrite(work, actor, channelId);
    const { email } = (details ?? {}) as EventDetails;
    const kept = email === undefined ? null : await writingOf(tx, eventId);
    // Looks that nobody here wrote: no field holds them.
    const isLost = kept === null && email?.multipartContent === true;
    if (isLost || !canBeWrittenAnew({ type: type as EventDataType })) throw problem('MESSAGE_NOT_EDITABLE');
    return { kept, channelId, fileId, email, message: message as unknown as z.infer<typeof Message> | null };
  });
  const { channelId, fileId, email, message, kept } = failed;
  const ofEmail = email?.attachments.filter((one) => kept === null || kept.attachments.includes(one.fileId));
  const brought = ofEmail ?? (fileId === null ? [] : [{ fileId, name: message?.fileName ?? '' }]);
  const copies = new Map<string, UploadedFile>();
  for (const one of brought) copies.set(one.fileId, await copyOf(deps, actor, one.fileId, one.name));
  const text = kept === null ? (email?.content ?? message?.text ?? '') : (kept.text ?? '');
  const again = kept === null || email === undefined ? {} : { email: asItWent(email, kept.email, copies) };
  return { clientMessageId: anewIdOf(eventId), channelId, text, files: [...copies.values()], ...again };
}

/** Whom it went to and how it was called, whatever its writer left to be filled in; its own pictures are copies. */
function asItWent({ to, cc, bcc, subject }: Email, written: EmailWriting, copies: ReadonlyMap<string, UploadedFile>): EmailWriting {
  const html = written.html?.replace(/cid:([\da-f-]{36})/gi, (whole, id: string) => {
    const copy = copies.get(id.toLowerCase());
    return copy === undefined ? whole : `cid:${copy.fileId}`;
  });
  return { ...written, to, cc, bcc, subject, ...(html === undefined ? {} : { html }) };
}

/** An upload is sent once: what is sent anew takes a copy. One that is not sent goes with the sweep of uploads. */
async function copyOf({ files }: RoomsDeps, { accountId, userId }: Actor, fileId: string, name: string): Promise<UploadedFile> {
  const uploader = { by: 'USER', accountId, id: userId } as const;
  const body = await readFile(files, accountId, fileId);
  return receiveUpload(files, { uploader, name, length: null, body, isCancelled: () => false });
}
