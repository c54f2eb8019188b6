import type { Actor } from '../accounts/index.ts';
import { problem } from '../platform/problem.ts';
import { assignByPerson } from './assign.ts';
import type { RoomsDeps } from './deps.ts';
import { resolveConversation } from './resolve.ts';
import { inRooms } from './work.ts';

/** The room's one unresolved conversation. Throws CONVERSATION_NOT_FOUND. */
async function unresolvedOf(deps: RoomsDeps, actor: Actor, roomId: string): Promise<{ id: string; assigned_user_id: string | null }> {
  const row = await deps.db
    .reader(actor.accountId)
    .selectFrom('conversations')
    .select(['id', 'assigned_user_id'])
    .where('room_id', '=', roomId)
    .where('state', '<>', 'RESOLVED')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) throw problem('CONVERSATION_NOT_FOUND');
  return row;
}

/** Takes what is unresolved in a room, as its actor would by the button. */
export async function takeAs(deps: RoomsDeps, actor: Actor, roomId: string): Promise<void> {
  const { id, assigned_user_id } = await unresolvedOf(deps, actor, roomId);
  const assignment = { roomId, conversationId: id, userId: actor.userId, expectedUserId: assigned_user_id };
  await inRooms(deps.db, actor.accountId, (tx) => assignByPerson(tx, actor, assignment));
}

/** Resolves what is unresolved in a room. */
export async function resolveAs(deps: RoomsDeps, actor: Actor, roomId: string): Promise<void> {
  const { id } = await unresolvedOf(deps, actor, roomId);
  await inRooms(deps.db, actor.accountId, (tx) => resolveConversation(tx, actor, { roomId, conversationId: id }));
}
