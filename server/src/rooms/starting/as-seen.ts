import { type MessagingBlock, type MessagingState, messagingState, type Room, type RoomChannel } from '@parley/contract';
import type { Actor } from '../../accounts/index.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { RoomsDeps } from '../deps.ts';
import { readRooms } from '../reading/room-view.ts';
import type { RoomWork } from '../work.ts';
import { sendsAtAll } from './channel-applications.ts';

/** A channel of a room that is locked, and what this person may do on it now. Throws CHANNEL_NOT_FOUND. */
export async function channelAsSeen(
  work: RoomWork,
  actor: Actor,
  channelId: string,
): Promise<{ room: Room; channel: RoomChannel; state: MessagingState<MessagingBlock> }> {
  const [room] = await readRooms(work.tx, [work.roomId]);
  const channel = room?.channels.find((one) => one.channelId === channelId);
  if (!room || !channel) throw problem('CHANNEL_NOT_FOUND');
  return { room, channel, state: messagingState(channel, room, actor.userId) };
}

/** Our end of a channel is on, conversations are held over it, and something here speaks with its provider. */
export async function isConnected(
  deps: Pick<RoomsDeps, 'channels'>,
  tx: Tx,
  { channelType, channelApplicationId }: Pick<RoomChannel, 'channelType' | 'channelApplicationId'>,
): Promise<boolean> {
  if (deps.channels.of(channelType) === undefined) return false;
  const application = await tx
    .selectFrom('channel_applications')
    .select(['active', 'communication_type as communicationType'])
    .where('id', '=', channelApplicationId)
    .where(sendsAtAll)
    .executeTakeFirst();
  return application?.active === true && application.communicationType === 'TWO_WAY';
}
