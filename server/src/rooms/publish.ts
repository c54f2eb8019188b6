import type { Database } from '../platform/database.ts';
import type { Stored } from './draft.ts';
import { eventOfStored, frameTypeOf } from './event-view.ts';
import type { RoomPushes } from './tell-changes.ts';

/** Tells everybody who may see it of what a lane has stored, in the order of the rooms' numbers. */
export async function publishStored(db: Database, pushes: RoomPushes, accountId: string, stored: readonly Stored[]): Promise<void> {
  for (const entry of stored) {
    const { judged } = entry;
    const event = eventOfStored(entry);
    const room = { id: judged.room_id, type: judged.room_type, accessNo: judged.access_no };
    const subjects = await pushes.audiences.of(db.reader(accountId), accountId, room);
    pushes.hub.publish(subjects, frameTypeOf(event), { roomId: judged.room_id, epoch: judged.epoch, change: judged.change, event });
  }
  pushes.customers.stored(accountId, stored);
}
