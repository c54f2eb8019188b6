import type { EventDetails } from '@parley/contract';
import { problem } from '../platform/problem.ts';
import type { RoomWork } from './work.ts';

/**
 * The port of whoever returns calls: says what became of one that was to be returned (communications, section 3, callbackStatus), in their
 * transaction. Those who see the room are told of the call anew, by `CallbackStatusUpdated`; nobody is where it says so already.
 * EVENT_NOT_FOUND where the event is no call of the room's.
 */
export async function changeCallbackStatus(work: RoomWork, eventId: string, callbackStatus: string): Promise<void> {
  const { tx, roomId } = work;
  const found = await tx
    .selectFrom('events')
    .select('details')
    .where('id', '=', eventId)
    .where('room_id', '=', roomId)
    .where('type', '=', 'CALL')
    .executeTakeFirst();
  const details = found?.details as EventDetails | null | undefined;
  if (details?.call === undefined) throw problem('EVENT_NOT_FOUND');
  if (details.call.callbackStatus === callbackStatus) return;
  const now: EventDetails = { ...details, call: { ...details.call, callbackStatus } };
  await tx
    .updateTable('events')
    .set({ details: JSON.stringify(now) })
    .where('id', '=', eventId)
    .execute();
  work.eventChanged(eventId);
}
