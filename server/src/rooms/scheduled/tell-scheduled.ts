import { anewOf } from '@parley/contract';
import { subject } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import type { ScheduledRow } from './scheduled-rows.ts';

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

/** What can only be taken back is its author's alone; of what takes the place of an undelivered message everybody learns that somebody is at it. */
export const isOwnAlone = ({ undo, client_message_id }: Pick<ScheduledRow, 'undo' | 'client_message_id'>): boolean =>
  undo && anewOf(client_message_id) === null;
