import { sql } from 'kysely';
import { keepUpload, letGo, type Uploader } from '../../files/index.ts';
import type { Claim } from '../../platform/claiming.ts';
import type { RoomsDeps } from '../deps.ts';
import { inRooms, roomWork } from '../work.ts';

/** A customer's picture that a claim holds: the claim's id is the contact channel's. */
export interface ClaimedPicture {
  reference: string;
  tries: number;
  channelApplicationId: string;
  type: string;
}

/** @returns null when the claim holds it no more */
export async function readComingPicture(deps: RoomsDeps, { id, account_id, lease }: Claim): Promise<ClaimedPicture | null> {
  const row = await deps.db
    .reader(account_id)
    .selectFrom('coming_pictures as p')
    .innerJoin('contact_channels as ch', 'ch.id', 'p.contact_channel_id')
    .select(['p.reference', 'p.tries', 'ch.channel_application_id as channelApplicationId', 'ch.type'])
    .where('p.contact_channel_id', '=', id)
    .where('p.lease', '=', lease)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The picture is here: everybody who sees the customer's room is told, and the one before goes.
 * @returns false when the claim holds it no more, or a person has given another one meanwhile: nothing of the contact is changed then
 */
export async function recordPicture(deps: RoomsDeps, claim: Claim, uploader: Uploader, fileId: string): Promise<boolean> {
  const { id, account_id: accountId, lease } = claim;
  return inRooms(deps.db, accountId, async (tx) => {
    const place = await tx
      .selectFrom('contact_channels as ch')
      .innerJoin('rooms as r', 'r.contact_id', 'ch.contact_id')
      .select(['ch.contact_id', 'r.id as room_id'])
      .where('ch.id', '=', id)
      .executeTakeFirst();
    if (!place) return false;
    const work = await roomWork(tx, accountId, place.room_id);
    const held = await tx
      .deleteFrom('coming_pictures')
      .where('contact_channel_id', '=', id)
      .where('lease', '=', lease)
      .returning('contact_channel_id')
      .executeTakeFirst();
    if (!held) return false;
    const before = await tx
      .selectFrom('contacts')
      .select(['picture_id', 'picture_given_by'])
      .where('id', '=', place.contact_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (before.picture_given_by === 'PERSON') return false;
    await keepUpload(tx, uploader, fileId);
    await tx.updateTable('contacts').set({ picture_id: fileId, picture_given_by: 'PROVIDER' }).where('id', '=', place.contact_id).execute();
    if (before.picture_id !== null) await letGo(tx, before.picture_id);
    work.roomChanged('UPDATED');
    return true;
  });
}

/** It is not asked for any more: what was shown until now stays, and nobody sees an error. */
export async function letPictureBe(deps: RoomsDeps, { id, account_id, lease }: Claim): Promise<void> {
  await deps.db.reader(account_id).deleteFrom('coming_pictures').where('contact_channel_id', '=', id).where('lease', '=', lease).execute();
}

/** Gives a claimed picture back for a later try. */
export async function postponePicture(deps: RoomsDeps, { id, account_id, lease }: Claim, afterMs: number): Promise<void> {
  await deps.db
    .reader(account_id)
    .updateTable('coming_pictures')
    .set({ lease: null, due_at: sql<string>`clock_timestamp() + make_interval(secs => ${afterMs / 1000})` })
    .where('contact_channel_id', '=', id)
    .where('lease', '=', lease)
    .execute();
}
