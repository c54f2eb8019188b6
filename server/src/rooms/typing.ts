import type { Actor } from '../accounts/index.ts';
import { participates, visibleRooms } from './access.ts';
import type { RoomsDeps } from './deps.ts';
import { tellRoom } from './tell-room.ts';

/**
 * Says that an agent types: to colleagues who see the room, and, on a customer's channel, to the customer when the agent
 * takes part. Never what is typed, never stored (domain: rooms and conversations). What may not be seen is silently not said.
 */
export async function sayTyping(
  deps: RoomsDeps,
  actor: Actor,
  { roomId, channelId }: { roomId: string; channelId: string },
): Promise<void> {
  const on = deps.db.reader(actor.accountId);
  const room = await on
    .selectFrom('rooms')
    .select(['type', 'access_no'])
    .select(participates(actor).as('participates'))
    .where('id', '=', roomId)
    .where(visibleRooms(actor))
    .executeTakeFirst();
  if (!room) return;
  const subjects = await deps.audiences.of(on, actor.accountId, { id: roomId, type: room.type, accessNo: room.access_no });
  deps.hub.publish(subjects, 'Typing', { roomId, originType: 'USER', originId: actor.userId, name: actor.name, channelId });
  if (!room.participates || channelId === 'note' || channelId === 'internal') return;
  const channel = await on
    .selectFrom('contact_channels')
    .select('id')
    .where('id', '=', channelId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  if (channel) deps.customers.typing(actor.accountId, channel.id, actor.userId);
}

/** Says to colleagues who see the room that the customer types. */
export async function sayCustomerTyping(
  deps: RoomsDeps,
  {
    accountId,
    roomId,
    contactId,
    contactChannelId,
    name,
  }: { accountId: string; roomId: string; contactId: string; contactChannelId: string; name: string },
): Promise<void> {
  await tellRoom(deps, accountId, roomId, 'Typing', {
    roomId,
    originType: 'CUSTOMER',
    originId: contactId,
    name,
    channelId: contactChannelId,
  });
}
