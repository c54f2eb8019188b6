import type { Actor } from '../../accounts/index.ts';
import { assign } from '../assign.ts';
import { createConversation } from '../receive.ts';
import type { RoomWork } from '../work.ts';

/**
 * A conversation on this channel that the actor holds from its beginning: by Start, and by sending on SMS and e-mail, whichever way and
 * whenever it is sent (domain: rooms and conversations). The room is locked, and the channel in no conversation. No queue hears of it.
 * @returns its id
 */
export async function beginHeldBy(work: RoomWork, actor: Actor, contactChannelId: string): Promise<string> {
  const by = { origin: 'USER', originId: actor.userId, originName: actor.name } as const;
  const conversationId = await createConversation(work, contactChannelId, by);
  const assignment = { roomId: work.roomId, conversationId, userId: actor.userId, expectedUserId: null };
  await assign(work, assignment, { ...by, reason: 'ASSIGN_REASON_TAKEN' });
  return conversationId;
}
