import type { AddChannel } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { requireVisibleRoom } from '../access.ts';
import type { RoomsDeps } from '../deps.ts';
import { roomWork } from '../work.ts';
import { channelAsSeen, isConnected } from './as-seen.ts';

/**
 * A channel that is in no conversation joins one that who asks holds in the same room (communications, section 4). Asked again, nothing changes.
 * Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, ROOM_WITHOUT_CONVERSATIONS, CONVERSATION_NOT_FOUND, CONVERSATION_RESOLVED, CONVERSATION_NOT_YOURS,
 * what the messaging state refuses with, CHANNEL_CANNOT_BE_ADDED and CHANNEL_TYPE_UNAVAILABLE.
 */
export async function addChannel(deps: RoomsDeps, tx: Tx, actor: Actor, { roomId, channelId, conversationId }: AddChannel): Promise<void> {
  await requireVisibleRoom(tx, actor, roomId);
  const work = await roomWork(tx, actor.accountId, roomId);
  const { room, channel, state } = await channelAsSeen(work, actor, channelId);
  if (room.roomConversations.every((one) => one.state === 'RESOLVED')) throw problem('ROOM_WITHOUT_CONVERSATIONS');
  const conversation = await tx
    .selectFrom('conversations')
    .select(['state', 'assigned_user_id'])
    .where('id', '=', conversationId)
    .where('room_id', '=', roomId)
    .forUpdate()
    .executeTakeFirst();
  if (!conversation) throw problem('CONVERSATION_NOT_FOUND');
  if (conversation.state === 'RESOLVED') throw problem('CONVERSATION_RESOLVED');
  if (conversation.assigned_user_id !== actor.userId) throw problem('CONVERSATION_NOT_YOURS');
  if (state.conversationId === conversationId) return;
  if (channel.closed) throw problem('CHANNEL_TYPE_UNAVAILABLE');
  if (state.cannotMessageKey !== null) throw problem(state.cannotMessageKey);
  if (!state.conversationCanBeAdded) throw problem('CHANNEL_CANNOT_BE_ADDED');
  if (!(await isConnected(deps, tx, channel))) throw problem('CHANNEL_TYPE_UNAVAILABLE');
  await tx
    .insertInto('conversation_channels')
    .values({ account_id: actor.accountId, conversation_id: conversationId, contact_channel_id: channelId })
    .execute();
  await tx.updateTable('conversations').set({ modified_at: new Date().toISOString() }).where('id', '=', conversationId).execute();
  work.conversationChanged(conversationId, 'CHANNEL_ADDED');
  await work.record([
    {
      conversationId,
      kind: 'SYSTEM',
      // One of the specification's types; the value says that a channel joined, and which.
      type: 'CREATE',
      origin: 'USER',
      originId: actor.userId,
      originName: actor.name,
      modifiedValue: channel.channelType,
    },
  ]);
}
