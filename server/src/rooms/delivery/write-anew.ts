import { anewIdOf, type Message, type UploadedFile, type WrittenAnew } from '@parley/contract';
import type * as z from 'zod/mini';
import type { Actor } from '../../accounts/index.ts';
import { readFile, receiveUpload } from '../../files/index.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms, roomWork } from '../work.ts';
import { requireMayWrite } from './send-to-provider.ts';
import { requireNoneWaits, requireUndelivered } from './sent-anew.ts';

/** What a composer can hold. */
const WRITTEN: ReadonlySet<string> = new Set(['MESSAGE', 'SMS', 'IMAGE', 'FILE']);

/**
 * What a message says that was not delivered, for whoever wants to change it and send it anew: its words, an upload of theirs with the bytes of
 * its file, and the id to send it under, by which the new message takes its place, once (`sent-anew.ts`). Nothing is changed by it.
 * Whoever may write on its channel may do so.
 * Throws ROOM_NOT_FOUND, what `requireUndelivered`, `requireNoneWaits` and `requireMayWrite` throw, MESSAGE_NOT_EDITABLE of what is more than words and a file,
 * and of its file FILE_NOT_FOUND and what `receiveUpload` throws.
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
    const { type, message, file_id: fileId, contact_channel_id: channelId } = await requireUndelivered(tx, roomId, eventId);
    await requireNoneWaits(tx, roomId, eventId);
    if (channelId === null) throw problem('EVENT_NOT_RETRYABLE');
    await requireMayWrite(work, actor, channelId);
    if (!WRITTEN.has(type)) throw problem('MESSAGE_NOT_EDITABLE');
    return { channelId, fileId, message: message as unknown as z.infer<typeof Message> };
  });
  const { channelId, fileId, message } = failed;
  const files = fileId === null ? [] : [await copyOf(deps, actor, fileId, message.fileName ?? '')];
  return { clientMessageId: anewIdOf(eventId), channelId, text: message.text ?? '', files };
}

/** An upload is sent once: what is sent anew takes a copy. One that is not sent goes with the sweep of uploads. */
async function copyOf({ files }: RoomsDeps, { accountId, userId }: Actor, fileId: string, name: string): Promise<UploadedFile> {
  const uploader = { by: 'USER', accountId, id: userId } as const;
  const body = await readFile(files, accountId, fileId);
  return receiveUpload(files, { uploader, name, length: null, body, isCancelled: () => false });
}
