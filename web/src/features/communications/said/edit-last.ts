import type { RoomEvent } from '@parley/contract';
import { type RoomsStore, setEditing } from '../store.ts';

/** The last of one's own messages that can be edited among these is to be changed. */
export function editLast(store: RoomsStore, events: readonly RoomEvent[], me: string): void {
  const last = events.findLast(
    ({ eventType, origin, since, eventData }) =>
      eventType === 'COMMUNICATION' &&
      origin.type === 'USER' &&
      origin.id === me &&
      since?.deleted === undefined &&
      eventData.message !== null,
  );
  if (last !== undefined) setEditing(store, { eventId: last.id, text: null });
}
