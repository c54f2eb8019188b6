import type { Conversation, RoomChannel } from '@parley/contract';
import { Refusal } from './refusal.ts';
import type { MockWorld } from './world.ts';

/** Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND. */
function channelOf(world: MockWorld, roomId: string, channelId: string): RoomChannel {
  const found = world.room(roomId).room.channels.find((one) => one.channelId === channelId);
  if (found === undefined) throw new Refusal('CHANNEL_NOT_FOUND');
  return found;
}

const unresolvedOf = (world: MockWorld, roomId: string): Conversation[] =>
  world.room(roomId).room.roomConversations.filter(({ state }) => state !== 'RESOLVED');

/** The signed-in person starts a conversation that they hold. Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, CONVERSATION_CANNOT_START. */
export function start(world: MockWorld, roomId: string, channelId: string): void {
  const { channelType, channelApplicationId } = channelOf(world, roomId, channelId);
  const isInOne = unresolvedOf(world, roomId).some(({ channels }) => channels.some((one) => one.channelId === channelId));
  if (isInOne) throw new Refusal('CONVERSATION_CANNOT_START');
  const id = crypto.randomUUID();
  const now = new Date().toISOString();
  world.changeConversation(roomId, {
    id,
    state: 'UNASSIGNED',
    assignedUserId: null,
    assignedChatbotId: null,
    queueId: null,
    waitingSince: null,
    assignedSince: null,
    snooze: null,
    channels: [{ channelId, channelType, channelApplicationId }],
    lastEvent: null,
    createdAt: now,
    modifiedAt: now,
    change: 0,
  });
  world.record(roomId, { type: 'CREATE', by: world.byMe(), text: null, channel: null, conversationId: id });
  world.assign(roomId, id, world.me.id, null);
}

/** A channel joins a conversation of the signed-in person. Throws ROOM_NOT_FOUND, CHANNEL_NOT_FOUND, ROOM_WITHOUT_CONVERSATIONS, CONVERSATION_NOT_YOURS. */
export function addChannel(world: MockWorld, roomId: string, channelId: string, conversationId: string): void {
  const { channelType, channelApplicationId } = channelOf(world, roomId, channelId);
  const open = unresolvedOf(world, roomId);
  if (open.length === 0) throw new Refusal('ROOM_WITHOUT_CONVERSATIONS');
  const mine = open.find(({ id, assignedUserId }) => id === conversationId && assignedUserId === world.me.id);
  if (mine === undefined) throw new Refusal('CONVERSATION_NOT_YOURS');
  if (mine.channels.some((one) => one.channelId === channelId)) return;
  world.changeConversation(
    roomId,
    { ...mine, channels: [...mine.channels, { channelId, channelType, channelApplicationId }] },
    'AddChannel',
  );
  world.record(roomId, { type: 'CREATE', by: world.byMe(), text: null, channel: null, conversationId, value: channelType });
}
