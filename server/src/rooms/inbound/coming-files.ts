import type { Message, UploadedFile } from '@parley/contract';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { keepUpload, type Uploader } from '../../files/index.ts';
import type { Claim } from '../../platform/claiming.ts';
import type { Tx } from '../../platform/database.ts';
import { tellChangedEvents } from '../colleagues/changed-events.ts';
import { lockRoom } from '../delivery/delivery.ts';
import type { RoomsDeps } from '../deps.ts';
import { announcedMessage } from '../draft.ts';

/** A file that a claim holds. */
export interface ClaimedFile {
  reference: string;
  tries: number;
  /** Since when it is coming, in seconds. */
  age: number;
  channelApplicationId: string;
  type: string;
  /** As its provider called it; null where it did not. */
  name: string | null;
}

/** @returns null when the claim holds it no more */
export async function readComing(deps: RoomsDeps, { id, account_id, lease }: Claim): Promise<ClaimedFile | null> {
  const row = await deps.db
    .reader(account_id)
    .selectFrom('coming_files as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .innerJoin('channel_applications as a', 'a.id', 'f.channel_application_id')
    .select([
      'f.reference',
      'f.tries',
      'f.channel_application_id as channelApplicationId',
      'a.type',
      'e.message',
      sql<number>`extract(epoch from clock_timestamp() - f.announced_at)::integer`.as('age'),
    ])
    .where('f.event_id', '=', id)
    .where('f.lease', '=', lease)
    .executeTakeFirst();
  if (!row) return null;
  const { message, ...rest } = row;
  return { ...rest, name: (message as z.infer<typeof Message> | null)?.fileName ?? null };
}

/**
 * The file is here: its event holds it from now on, and tells of it instead of its coming (domain, invariant 3).
 * @returns false when the claim holds it no more; nothing is changed then. Throws FILE_NOT_FOUND when the upload is gone.
 */
export async function recordArrived(deps: RoomsDeps, claim: Claim, uploader: Uploader, file: UploadedFile): Promise<boolean> {
  const { type, notice: _notice, ...facts } = file;
  return settle(deps, claim, async (tx, { text }) => {
    await keepUpload(tx, uploader, facts.fileId);
    return { type, message: { type, text, privateMessage: false, ...facts }, fileId: facts.fileId };
  });
}

/** It does not come any more: its event says so, and keeps what came with it. @returns as recordArrived */
export async function recordFailed(deps: RoomsDeps, claim: Claim): Promise<boolean> {
  return settle(deps, claim, async (_tx, now) => {
    const { text, fileName: name = null } = now;
    const type = now.type === 'IMAGE' ? 'IMAGE' : 'FILE';
    return { type, message: announcedMessage(type, { text, name, fileState: 'FAILED' }), fileId: null };
  });
}

type Words = z.infer<typeof Message>;
interface Settled {
  type: 'IMAGE' | 'FILE';
  message: Words;
  fileId: string | null;
}

/** Ends the coming of a file, by one change of its event that everybody is told after the commit. */
async function settle(deps: RoomsDeps, claim: Claim, decide: (tx: Tx, now: Words) => Promise<Settled>): Promise<boolean> {
  const { account_id: accountId, id: eventId, lease } = claim;
  return deps.db.inAccount(accountId, async (tx) => {
    const place = await tx.selectFrom('events').select('room_id').where('id', '=', eventId).executeTakeFirst();
    if (!place) return false;
    const room = await lockRoom(tx, place.room_id);
    const held = await tx
      .deleteFrom('coming_files')
      .where('event_id', '=', eventId)
      .where('lease', '=', lease)
      .returning('event_id')
      .executeTakeFirst();
    if (!held) return false;
    const before = await tx
      .selectFrom('events')
      .select('message')
      .where('id', '=', eventId)
      .where('room_id', '=', room.id)
      .executeTakeFirstOrThrow();
    const { type, message, fileId } = await decide(tx, before.message as unknown as Words);
    await tx
      .updateTable('events')
      .set({ type, message: JSON.stringify(message), file_id: fileId })
      .where('id', '=', eventId)
      .execute();
    await tellChangedEvents(deps, tx, accountId, room, [eventId]);
    return true;
  });
}

/** Gives a claimed file back for a later try. */
export async function postponeFile(deps: RoomsDeps, { id, account_id, lease }: Claim, afterMs: number): Promise<void> {
  await deps.db
    .reader(account_id)
    .updateTable('coming_files')
    .set({ lease: null, due_at: sql<string>`clock_timestamp() + make_interval(secs => ${afterMs / 1000})` })
    .where('event_id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

/** Who still works on it keeps it. */
export async function renewFile(deps: RoomsDeps, { id, account_id, lease }: Claim, seconds: number): Promise<void> {
  await deps.db
    .reader(account_id)
    .updateTable('coming_files')
    .set({ due_at: sql<string>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('event_id', '=', id)
    .where('lease', '=', lease)
    .execute();
}
