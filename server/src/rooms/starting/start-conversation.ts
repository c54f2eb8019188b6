import type { StartConversation } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { roomWork } from '../work.ts';
import { channelAsSeen, isConnected } from './as-seen.ts';
import { beginHeldBy } from './begin.ts';

/**
 * Start (communications, section 4): a conversation on the channel that who asks holds, where the messaging state lets them. In a room
 * that was resolved when they pressed, none of the contact's may have begun since. Of several at the same moment the room's lock lets one
 * win; asked again by who has it, nothing changes.
 * Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, what the messaging state refuses with, CONVERSATION_BEGUN_MEANWHILE, CONVERSATION_CANNOT_START
 * and CHANNEL_TYPE_UNAVAILABLE.
 */
export async function startConversation(deps: RoomsDeps, tx: Tx, actor: Actor, asked: Omit<StartConversation, 'state'>): Promise<void> {
  const { roomId, channelId, expectedRoomState } = asked;
  await requireVisibleRoom(tx, actor, roomId);
  const work = await roomWork(tx, actor.accountId, roomId);
  const { room, channel, state } = await channelAsSeen(work, actor, channelId);
  if (state.isInConversation && state.assignedUserId === actor.userId) return;
  if (channel.closed) throw problem('CHANNEL_TYPE_UNAVAILABLE');
  if (state.cannotMessageKey !== null) throw problem(state.cannotMessageKey);
  if (expectedRoomState === 'RESOLVED' && room.state !== 'RESOLVED') throw problem('CONVERSATION_BEGUN_MEANWHILE');
  if (!state.coversationCanStart) throw problem('CONVERSATION_CANNOT_START');
  if (!(await isConnected(deps, tx, channel))) throw problem('CHANNEL_TYPE_UNAVAILABLE');
  await beginHeldBy(work, actor, channelId);
}
