import type { AgentReceives } from '@parley/contract';
import type { Actor } from '../accounts/index.ts';
import type { Reader, Tx } from '../platform/database.ts';
import { visibleRooms } from './access.ts';
import type { RoomsDeps } from './deps.ts';

/** May this person see the room? */
export async function seesRoom(on: Reader | Tx, actor: Actor, roomId: string): Promise<boolean> {
  return (await on.selectFrom('rooms').select('id').where('id', '=', roomId).where(visibleRooms(actor)).executeTakeFirst()) !== undefined;
}

/** Says something to all who see a room that takes no number of it, and is stored nowhere. */
export async function tellRoom<Kind extends 'Typing' | 'CustomerChanged' | 'PinnedNotesChanged' | 'DiscussionsChanged'>(
  deps: RoomsDeps,
  accountId: string,
  roomId: string,
  type: Kind,
  payload: Extract<AgentReceives, { type: Kind }>['payload'],
): Promise<void> {
  const on = deps.db.reader(accountId);
  const room = await on.selectFrom('rooms').select(['type', 'access_no']).where('id', '=', roomId).executeTakeFirst();
  if (!room) return;
  const subjects = await deps.audiences.of(on, accountId, { id: roomId, type: room.type, accessNo: room.access_no });
  deps.hub.publish(subjects, type, payload);
}
