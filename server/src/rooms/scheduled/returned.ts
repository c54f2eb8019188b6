import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { TAKEN_BACK } from './scheduled-rows.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Of these ids those of messages that this person took back are looked after: the draft that is stored in the same transaction holds their words now, or
 * its writer has let them go. Until then they stand above the field, so that they are in one of the two places whatever dies in between.
 * @returns whether there were any
 */
export async function lookAfterReturned(tx: Tx, actor: Actor, roomId: string, ids: readonly string[]): Promise<boolean> {
  const known = ids.filter((id) => UUID.test(id));
  if (known.length === 0) return false;
  const { numUpdatedRows } = await tx
    .updateTable('scheduled_messages')
    .set({ dismissed: true })
    .where('id', 'in', known)
    .where('room_id', '=', roomId)
    .where('author_id', '=', actor.userId)
    .where('reason', '=', TAKEN_BACK)
    .where('dismissed', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
