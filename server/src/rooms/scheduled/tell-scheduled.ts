import { subject } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';

/** Says that what is to be sent later in a room is another now: to all who see it, and to its author, who may see it no longer. */
export async function tellScheduled(deps: RoomsDeps, accountId: string, { roomId, authorId, isUndo }: ToldScheduled): Promise<void> {
  const own = subject.user(authorId);
  if (isUndo) return deps.hub.publish([own], 'ScheduledChanged', { roomId, authorId });
  const on = deps.db.reader(accountId);
  const room = await on.selectFrom('rooms').select(['type', 'access_no']).where('id', '=', roomId).executeTakeFirst();
  if (!room) return;
  const seers = await deps.audiences.of(on, accountId, { id: roomId, type: room.type, accessNo: room.access_no });
  deps.hub.publish([...new Set([...seers, own])], 'ScheduledChanged', { roomId, authorId });
}

export interface ToldScheduled {
  roomId: string;
  authorId: string;
  /** It can only be taken back, and nobody but its author knows of it. */
  isUndo: boolean;
}
