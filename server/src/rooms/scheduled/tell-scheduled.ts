import { anewOf } from '@parley/contract';
import { subject } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { AUTHOR_LEFT, type ScheduledRow } from './scheduled-rows.ts';

/** Says that what is to be sent later in a room is another now: to all who see it, and to its author, who may see it no longer. */
export async function tellScheduled(deps: RoomsDeps, accountId: string, { roomId, authorId, isOwnAlone }: ToldScheduled): Promise<void> {
  const own = subject.user(authorId);
  if (isOwnAlone) return deps.hub.publish([own], 'ScheduledChanged', { roomId, authorId });
  const on = deps.db.reader(accountId);
  const room = await on.selectFrom('rooms').select(['type', 'access_no']).where('id', '=', roomId).executeTakeFirst();
  if (!room) return;
  const seers = await deps.audiences.of(on, accountId, { id: roomId, type: room.type, accessNo: room.access_no });
  deps.hub.publish([...new Set([...seers, own])], 'ScheduledChanged', { roomId, authorId });
}

export interface ToldScheduled {
  roomId: string;
  authorId: string;
  /** Nobody but its author knows of it. */
  isOwnAlone: boolean;
}

/**
 * What can only be taken back is its author's alone, while they are there; of what takes the place of an undelivered message everybody learns that somebody
 * is at it.
 */
export const isOwnAlone = ({ undo, client_message_id, reason }: Pick<ScheduledRow, 'undo' | 'client_message_id' | 'reason'>): boolean =>
  undo && anewOf(client_message_id) === null && reason !== AUTHOR_LEFT;

/** Whoever looks at a room hears that what somebody wrote there for later goes no more, or goes again: they were deactivated, or activated. */
export async function tellScheduledOf(deps: RoomsDeps, accountId: string, authorId: string): Promise<void> {
  const rooms = await deps.db
    .reader(accountId)
    .selectFrom('scheduled_messages')
    .select('room_id')
    .distinct()
    .where('author_id', '=', authorId)
    .where('state', '=', 'WAITING')
    .execute();
  for (const { room_id: roomId } of rooms) await tellScheduled(deps, accountId, { roomId, authorId, isOwnAlone: false });
}
